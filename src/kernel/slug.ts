import transliterate from '@sindresorhus/slugify';

const MAX_LENGTH = 200;
/** The slugify package would write these out as English words; here punctuation is dropped (rules#slugs). */
const DROPPED: [string, string][] = [
  ['&', ' '],
  ['🦄', ''],
  ['♥', ''],
];

const cutSlug = (slug: string, length: number): string => slug.slice(0, length).replace(/-+$/, '');

/**
 * Lower-case ASCII fold of a text, words joined by `-`, at most 200 bytes; `''` when nothing can be folded,
 * as with emojis (rules#slugs).
 */
export const slugify = (text: string): string => {
  const start = text.slice(0, MAX_LENGTH * 5).toWellFormed();
  const slug = transliterate(start.replace(/['’‘`]/g, ''), {
    decamelize: false,
    customReplacements: DROPPED,
  });
  return cutSlug(slug, MAX_LENGTH);
};

/**
 * The n-th slug to try for the same base: `river-walk`, `river-walk-2`, `river-walk-3`; never longer than 200
 * bytes.
 */
export const numberedSlug = (base: string, n: number): string =>
  n === 1 ? base : `${cutSlug(base, MAX_LENGTH - 1 - String(n).length)}-${n}`;
