import transliterate from '@sindresorhus/slugify';

const MAX_LENGTH = 200;
type Replacements = [from: string, to: string][];

/** Each character of the first text, in both cases, becomes the second one. */
const each = (characters: string, to: string): Replacements =>
  Array.from(characters).flatMap(
    (one): Replacements => [
      [one, to],
      [one.toUpperCase(), to],
    ],
  );

/**
 * Where WordPress (`remove_accents`) differs from the slugify package. The package would also write some signs
 * out as English words; here punctuation is dropped.
 */
const WORDPRESS: Replacements = [
  ...each('ªɑ', 'a'),
  ...each('º', 'o'),
  ...each('ĸ', 'k'),
  ...each('ŀ', 'l'),
  ...each('ŋ', 'n'),
  ['ŉ', 'n'],
  ...each('ŧ', 't'),
  ['ſ', 's'],
  ['£', ''],
  ['&', ' '],
  ['🦄', ''],
  ['♥', ''],
];
/** The package spells these as German does, whatever the locale. */
const WITHOUT_GERMAN: Replacements = [
  ...each('ä', 'a'),
  ...each('ö', 'o'),
  ...each('ü', 'u'),
  ['ß', 's'],
  ['ẞ', 's'],
];
const DANISH: Replacements = [...each('æ', 'ae'), ...each('ø', 'oe'), ...each('å', 'aa')];
const SERBIAN: Replacements = each('đ', 'dj');

/** What WordPress replaces in the languages for which it has rules of their own, by ISO 639 code. */
const BY_LANGUAGE: ReadonlyMap<string, Replacements> = new Map([
  ['de', WORDPRESS],
  ['da', [...WORDPRESS, ...WITHOUT_GERMAN, ...DANISH]],
  ['sr', [...WORDPRESS, ...WITHOUT_GERMAN, ...SERBIAN]],
  ['bs', [...WORDPRESS, ...WITHOUT_GERMAN, ...SERBIAN]],
]);
const USUAL: Replacements = [...WORDPRESS, ...WITHOUT_GERMAN];

const cutSlug = (slug: string, length: number): string => slug.slice(0, length).replace(/(?<!-)-+$/, '');

/**
 * Lower-case ASCII fold of a text, words joined by `-`, at most 200 bytes; `''` when nothing can be folded,
 * as with emojis (rules#slugs).
 * @param locale BCP 47, of the site: `Köln` is `koeln` in German, else `koln`
 */
export const slugify = (text: string, locale: string): string => {
  const start = text.slice(0, MAX_LENGTH * 5).toWellFormed();
  const [language = ''] = locale.split('-', 1);
  const slug = transliterate(start.replace(/['’‘`]/g, ''), {
    decamelize: false,
    customReplacements: BY_LANGUAGE.get(language) ?? USUAL,
  });
  return cutSlug(slug, MAX_LENGTH);
};

/** Whether a text has anything that a slug can be made of; that is the same in all locales. */
export const makesSlug = (text: string): boolean => slugify(text, 'en') !== '';

/**
 * The n-th slug to try for the same base: `river-walk`, `river-walk-2`, `river-walk-3`; never longer than 200
 * bytes.
 */
export const numberedSlug = (base: string, n: number): string =>
  n === 1 ? base : `${cutSlug(base, MAX_LENGTH - 1 - String(n).length)}-${n}`;

/** The slug of an event of a series, of that of the series and the day: `river-walk-2031-03-14`; never longer than 200 bytes. */
export const datedSlug = (base: string, day: string): string =>
  `${cutSlug(base, MAX_LENGTH - 1 - day.length)}-${day}`;

/** Whether a slug ends as {@link datedSlug} makes it, numbered or not. */
export const isDatedSlug = (slug: string): boolean => /-\d{4}-\d\d-\d\d(?:-\d+)?$/.test(slug);
