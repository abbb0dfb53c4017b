import { normal } from '../kernel/normal.ts';

/**
 * What a login may be, as a sentence and as a test: the same for ADMIN_USER, new users, and names from
 * tokens.
 */
export const LOGIN_RULE = '1 to 60 letters, digits or any of . _ - @ +';
export const isLogin = (text: string): boolean => /^[\p{L}\p{N}._@+-]{1,60}$/u.test(text);

/** A text in which dashes replace what a login may not contain; empty when nothing is left. */
export const asLogin = (text: string): string =>
  normal(text, 'NFC')
    .replace(/[^\p{L}\p{N}._@+-]+/gu, '-')
    .replace(/^-+|-+$/g, '');

/** A password without blanks, which do not count: it may be typed in groups. */
export const withoutBlanks = (password: string): string => password.replace(/\s+/g, '');

/** Fewest characters of a password that somebody has chosen; those that are generated have 24. */
export const SHORTEST_PASSWORD = 12;
