/**
 * No script needs more marks in a row than this (UAX #15, stream-safe text), and sorting them takes time that
 * grows with the square of their number.
 */
const MOST_MARKS = 30;
const TOO_MANY = new RegExp(`\\p{M}{${MOST_MARKS + 1}}`, 'u');
const LONG_RUN = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, 'gu');

/**
 * A text in a Unicode normal form, in linear time: of more than 30 marks in a row only the first 30 stay.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  (TOO_MANY.test(text) ? text.replace(LONG_RUN, '$1') : text).normalize(form);
