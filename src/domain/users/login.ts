import { normalForm } from '../../lib/unicode-normal-form.ts';

/** What the login of a new user may be: the same for ADMIN_USER, new users, and names from tokens. */
export const LOGIN_RULE = '1 to 60 letters, digits or any of . _ - @ +, and not digits alone';
/** Whether a login has the form that all logins have, also those from before digits alone were refused. */
export const isLogin = (text: string): boolean => /^[\p{L}\p{N}._@+-]{1,60}$/u.test(text);
/** Whether a login could be taken for the id of a user. */
export const isNumber = (login: string): boolean => /^\p{N}+$/u.test(login);

/** Before a name of digits alone. */
const PREFIX = 'user-';

/**
 * A login that is made of a name: dashes replace what a login may not contain.
 * @param most characters
 * @returns empty when nothing is left
 */
export function asLogin(name: string, most: number): string {
  const login = normalForm(name, 'NFKC')
    .replace(/[^\p{L}\p{N}._@+-]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  const short = (text: string): string => Array.from(text).slice(0, most).join('');
  return isNumber(short(login)) ? short(PREFIX + login) : short(login);
}

/** A password without blanks, which do not count: it may be typed in groups. */
export const withoutBlanks = (password: string): string => password.replace(/\s+/g, '');

/** Fewest characters of a password that somebody has chosen; those that are generated have 24. */
export const SHORTEST_PASSWORD = 12;
