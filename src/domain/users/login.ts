import { normalForm } from '../../lib/unicode-normal-form.ts';

/** The rule for logins of new users: ADMIN_USER, created users, and names from tokens. */
export const LOGIN_RULE = '1 to 60 letters, digits or any of . _ - @ +, and not digits alone';
/** Whether a text has the form of all logins, including older ones of digits only. */
export const isLogin = (text: string): boolean => /^[\p{L}\p{N}._@+-]{1,60}$/u.test(text);
/** Whether a login could be mistaken for the id of a user. */
export const isDigitsOnly = (login: string): boolean => /^\p{N}+$/u.test(login);

/** Precedes a name of digits only. */
const DIGITS_PREFIX = 'user-';

/** Converts a name to a login, with dashes for characters that logins may not contain; empty if nothing is left. */
export function loginFromName(name: string, maxLength: number): string {
  const login = normalForm(name, 'NFKC')
    .replace(/[^\p{L}\p{N}._@+-]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  const short = (text: string): string => Array.from(text).slice(0, maxLength).join('');
  return isDigitsOnly(short(login)) ? short(DIGITS_PREFIX + login) : short(login);
}

/** Spaces in a password do not count: it may be typed in groups. */
export const withoutSpaces = (password: string): string => password.replace(/\s+/g, '');

/** For a password chosen by a person; generated ones have 24 characters. */
export const MIN_PASSWORD_LENGTH = 12;
