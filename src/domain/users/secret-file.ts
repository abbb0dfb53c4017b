import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from '../../lib/object.ts';
import { SecretKeyError } from '../access/password-keys.ts';

export const MIN_SECRET_KEY_LENGTH = 32;

const isExistsError = (error: unknown): boolean => errorCode(error) === 'EEXIST';

/** Writes a file that only its owner can read; never replaces one. @returns whether the file was written */
export async function writeSecret(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (isExistsError(error)) return false;
    throw error;
  }
}

/** The SECRET_KEY of an embedded database, from the file `secret-key` next to it. Creates the file the first time. */
export async function embeddedSecretKey(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'secret-key');
  await writeSecret(file, randomBytes(32).toString('base64url'));
  const read = async (): Promise<string> => (await readFile(file, 'utf8')).trim();
  let text = await read();
  // Another process may have created the file, and not written to it yet.
  for (let tries = 0; text.length < MIN_SECRET_KEY_LENGTH && tries < 20; tries++) {
    await wait(25);
    text = await read();
  }
  if (text.length < MIN_SECRET_KEY_LENGTH)
    throw new SecretKeyError(
      `${file} contains no key. Restore it, or remove it and run "npm run user -- adopt-key".`,
    );
  return text;
}
