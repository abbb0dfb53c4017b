import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSecret } from './secret-file.ts';

const FILE_NAME = /^admin-password(?:-(\d{1,3}))?$/;
const MAX_FILES = 999;

/**
 * Writes a generated password to a file that only its owner can read: `admin-password`, or `admin-password-2` and so
 * on, because existing files are never replaced.
 * @returns the path
 */
export async function writePasswordFile(dataDir: string, password: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  for (let n = 1; n <= MAX_FILES; n++) {
    const file = join(dataDir, n === 1 ? 'admin-password' : `admin-password-${n}`);
    if (await writeSecret(file, password)) return file;
  }
  throw new Error(`${dataDir} already has ${MAX_FILES} password files`);
}

/** The path of the newest password file; null if there is none. */
export async function latestPasswordFile(dataDir: string): Promise<string | null> {
  const names = await readdir(dataDir).catch((): string[] => []);
  const number = (name: string): number => Number(FILE_NAME.exec(name)?.[1] ?? 1);
  const [last] = names.filter((name) => FILE_NAME.test(name)).toSorted((a, b) => number(b) - number(a));
  return last === undefined ? null : join(dataDir, last);
}
