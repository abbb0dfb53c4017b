import { normal } from '../kernel/normal.ts';

/**
 * What a login may be, as a sentence and as a test: the same for ADMIN_USER, new users, and names from
 * tokens.
 */
export const LOGIN_RULE = '1 to 60 letters, digits or any of . _ - @ +';
export const isLogin = (text: string): boolean => /^[\p{L}\p{N}._@+-]{1,60}$/u.test(text);

/** A text with what a login cannot have replaced by dashes; empty when nothing is left. */
export const asLogin = (text: string): string =>
  normal(text, 'NFC')
    .replace(/[^\p{L}\p{N}._@+-]+/gu, '-')
    .replace(/^-+|-+$/g, '');

/** A password as it counts: blanks do not, however it is written. */
export const withoutBlanks = (password: string): string => password.replace(/\s+/g, '');

/** Characters that a password chosen by somebody has at least; those made here have 24. */
export const SHORTEST_PASSWORD = 12;
