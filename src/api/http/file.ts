import { type FileHandle, open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { uncached } from './response-cache.ts';
import { writeChunk } from './write-chunk.ts';

/** Bytes buffered for one client. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Sends a file in chunks through one buffer. A stream would allocate memory for each chunk: a hundred slow clients took
 * 100 MB that the process did not release.
 * @param headers set after the file was opened
 * @throws Error if the file cannot be opened; nothing is sent then
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
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return void res.end();
      if (!(await writeChunk(res, buffer.subarray(0, bytesRead)))) return;
    }
  } catch {
    // The disk failed: the promised Content-Length cannot be met.
    res.destroy();
  }
}
