import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, rename, rm, stat } from 'node:fs/promises';
import { type Duplex, PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError, fileError } from './console.ts';

/** Writes text, and resolves when the stream accepts more. */
export type WriteText = (text: string) => Promise<void>;

export function textWriter(stream: Writable): WriteText {
  // An error between two writes is thrown by the next one, and must not end the process earlier.
  stream.on('error', () => {});
  return async (text) => {
    if (stream.errored) throw stream.errored;
    if (!stream.write(text)) await once(stream, 'drain');
  };
}

/** Whether a path is not a regular file or folder but a pipe or device, which must not be replaced. */
const isSpecial = async (path: string): Promise<boolean> =>
  stat(path).then(
    (there) => !there.isFile() && !there.isDirectory(),
    () => false,
  );

/** @throws CommandError if the file exists */
export async function assertNoFile(path: string, remedy: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists && !(await isSpecial(path))) throw new CommandError(`${path} exists. ${remedy}`);
}

/**
 * Writes a file atomically, readable only by its owner.
 * @param through transforms the text before it is stored, such as compression
 * @throws CommandError if it cannot be written
 */
export async function writeToFile<T>(
  path: string,
  work: (write: WriteText) => Promise<T>,
  through: Duplex = new PassThrough(),
): Promise<T> {
  const partial = (await isSpecial(path)) ? null : `${path}.partial`;
  // A leftover file can have other permissions.
  if (partial !== null) await rm(partial, { force: true }).catch(() => {});
  const stream = createWriteStream(partial ?? path, { mode: 0o600 });
  try {
    await once(stream, 'open');
    const write = textWriter(through);
    const stored = pipeline(through, stream);
    stored.catch(() => {});
    const result = await work(write);
    through.end();
    await stored;
    if (partial !== null) await rename(partial, path);
    return result;
  } catch (error) {
    through.destroy();
    stream.destroy();
    // If the file could not be created, removing it fails too; report the first error.
    if (partial !== null) await rm(partial, { force: true }).catch(() => {});
    throw fileError(error, path) ?? error;
  }
}
