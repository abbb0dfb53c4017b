import { type FileHandle, open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { uncached } from './response-cache.ts';

/** Bytes on their way to one client. */
const CHUNK = 64 * 1024;

/** Resolves once the operating system has accepted the bytes, which depends on how fast the client reads. */
const writeAccepted = (res: ServerResponse, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    res.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

/**
 * Answers with a file, read piece by piece into the same memory. A stream would allocate memory for each
 * piece: a hundred slow clients took 100 MB that the process did not give back.
 * @param headers set once the file is known to be there
 * @throws when it cannot be read; nothing is sent then
 */
export async function sendFile(
  res: ServerResponse,
  path: string,
  headers: ReadonlyMap<string, string>,
): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    uncached(res).setHeaders(new Map(headers)).setHeader('Content-Length', size);
    if (res.req.method === 'HEAD') return void res.end();
    await copy(file, res);
  } finally {
    await file.close();
  }
}

async function copy(file: FileHandle, res: ServerResponse): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK);
      if (bytesRead === 0) break;
      await writeAccepted(res, buffer.subarray(0, bytesRead));
    }
    res.end();
  } catch {
    // The client or the disk is gone: the announced length cannot be sent any more.
    res.destroy();
  }
}
