import { createHmac, type KeyObject, randomInt } from 'node:crypto';
import { loginKey } from '../access/logins.ts';
import { withoutBlanks } from './login.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 24;

/** A new password: 24 random letters and digits, 142 bits. */
export const newPassword = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** The `Authorization` header of a login and a password, ready to be pasted. */
export const authorization = (login: string, password: string): string =>
  `Authorization: Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;

/** A password in groups of four, as it is shown. */
export const groupsOfFour = (password: string): string => password.replace(/(.{4})(?=.)/g, '$1 ');

/**
 * The hash that is stored of an application password. A fast one is enough for what cannot be guessed
 * (rules#logins). It includes the login, so that login and password are looked up together, and two users
 * with the same password have different hashes.
 * @param form of the login
 */
export const hashPassword = (
  key: KeyObject,
  login: string,
  password: string,
  form: (login: string) => string = loginKey,
): string =>
  createHmac('sha256', key)
    .update(`${form(login)}\0${withoutBlanks(password)}`)
    .digest('hex');
