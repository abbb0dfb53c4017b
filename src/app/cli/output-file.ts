import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, rename, rm, stat } from 'node:fs/promises';
import { type Duplex, PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError, fileError } from './console.ts';

/** Writes text, and resolves when more may be written. */
export type WriteText = (text: string) => Promise<void>;

/** Writes to a stream. */
export function writer(stream: Writable): WriteText {
  // An error that comes between two pieces is thrown at the next one, and must not end the process before.
  stream.on('error', () => {});
  return async (text) => {
    if (stream.errored) throw stream.errored;
    if (!stream.write(text)) await once(stream, 'drain');
  };
}

/** Whether something other than a file is there, such as a pipe or a device, which must not be replaced. */
const isSpecial = async (path: string): Promise<boolean> =>
  stat(path).then(
    (there) => !there.isFile() && !there.isDirectory(),
    () => false,
  );

/** Before a command begins to work. @throws CommandError when there is a file */
export async function assertNoFile(path: string, remedy: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists && !(await isSpecial(path))) throw new CommandError(`${path} exists. ${remedy}`);
}

/**
 * Writes a file that only its owner can read, so that it is either complete or absent.
 * @param through what the text goes through before it is stored, such as a compression
 * @throws CommandError when it cannot be written
 */
export async function toFile<T>(
  path: string,
  work: (write: WriteText) => Promise<T>,
  through: Duplex = new PassThrough(),
): Promise<T> {
  const partial = (await isSpecial(path)) ? null : `${path}.partial`;
  // One that was left behind may be open to others.
  if (partial !== null) await rm(partial, { force: true }).catch(() => {});
  const stream = createWriteStream(partial ?? path, { mode: 0o600 });
  try {
    await once(stream, 'open');
    const write = writer(through);
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
    // What cannot be made cannot be removed either, and then the reason is the first error.
    if (partial !== null) await rm(partial, { force: true }).catch(() => {});
    throw fileError(error, path) ?? error;
  }
}
