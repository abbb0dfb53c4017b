/**
 * No script needs more consecutive combining marks (UAX #15, stream-safe text), and sorting marks takes quadratic time.
 */
const MAX_MARKS = 30;
const TOO_MANY = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, 'u');
const LONG_RUN = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu');

/** Normalizes a text in linear time; removes the marks after the first 30 of a run. */
export const normalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  (TOO_MANY.test(text) ? text.replace(LONG_RUN, '$1') : text).normalize(form);
