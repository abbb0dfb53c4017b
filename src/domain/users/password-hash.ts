import { createHmac, type KeyObject, randomInt } from 'node:crypto';
import { loginKey } from '../access/logins.ts';
import { withoutSpaces } from './login.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PASSWORD_LENGTH = 24;

/** A new password: 24 random letters and digits, 142 bits. */
export const newPassword = (): string =>
  Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** The `Authorization` header for a login and a password, ready to paste. */
export const authorizationHeader = (login: string, password: string): string =>
  `Authorization: Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;

/** A password in groups of four, for display. */
export const inGroupsOfFour = (password: string): string => password.replace(/(.{4})(?=.)/g, '$1 ');

/**
 * The stored hash of an application password. A fast hash is enough for random passwords (rules#logins). It includes
 * the login: one query checks login and password, and equal passwords of two users have different hashes.
 * @param form normalizes the login
 */
export const hashPassword = (
  key: KeyObject,
  login: string,
  password: string,
  form: (login: string) => string = loginKey,
): string =>
  createHmac('sha256', key)
    .update(`${form(login)}\0${withoutSpaces(password)}`)
    .digest('hex');
