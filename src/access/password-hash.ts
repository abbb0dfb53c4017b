import { createHmac, createSecretKey, type KeyObject, randomBytes, randomInt } from 'node:crypto';
import type { Db } from '../db/orm.ts';
import { withoutBlanks } from './login.ts';
import { loginKey } from './user.record.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 24;
const SETTING = 'application-password-key';

/** A new password: 24 random letters and digits, 142 bits. */
export const newPassword = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A password as it is shown: groups of four. */
export const inGroups = (password: string): string => password.replace(/(.{4})(?=.)/g, '$1 ');

/** The installation's key of the password hashes, made the first time; parallel first starts agree on one. */
export async function passwordKey(db: Db): Promise<KeyObject> {
  const stored = db.selectFrom('setting').select('value').where('name', '=', SETTING);
  const known = await stored.executeTakeFirst();
  if (known) return createSecretKey(known.value, 'hex');
  const value = randomBytes(32).toString('hex');
  await db
    .insertInto('setting')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return createSecretKey((await stored.executeTakeFirstOrThrow()).value, 'hex');
}

/**
 * What is stored of an application password. A fast hash is enough for something that cannot be guessed (decisions.md 26). The login is part of it, so
 * that login and password are looked up together, and two users with the same password have different hashes.
 */
export const hashPassword = (key: KeyObject, login: string, password: string): string =>
  createHmac('sha256', key)
    .update(`${loginKey(login)}\0${withoutBlanks(password)}`)
    .digest('hex');
