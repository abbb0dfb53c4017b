import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSecret } from './secret-file.ts';

const NAME = /^admin-password(?:-(\d{1,3}))?$/;
const MOST = 999;

/**
 * Writes a generated password to a file that only its owner can read: `admin-password`, or `admin-password-2`
 * and so on, since no file is ever replaced.
 * @returns the path
 */
export async function writePasswordFile(dataDir: string, password: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  for (let n = 1; n <= MOST; n++) {
    const file = join(dataDir, n === 1 ? 'admin-password' : `admin-password-${n}`);
    if (await writeSecret(file, password)) return file;
  }
  throw new Error(`${dataDir} has ${MOST} of them already`);
}

/**
 * The file of the latest password.
 * @returns its path; null when there is none
 */
export async function latestPasswordFile(dataDir: string): Promise<string | null> {
  const names = await readdir(dataDir).catch((): string[] => []);
  const number = (name: string): number => Number(NAME.exec(name)?.[1] ?? 1);
  const [last] = names.filter((name) => NAME.test(name)).toSorted((a, b) => number(b) - number(a));
  return last === undefined ? null : join(dataDir, last);
}
