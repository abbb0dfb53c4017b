import transliterate from '@sindresorhus/slugify';

const MAX_LENGTH = 200;
type Replacements = [from: string, to: string][];

/** Replaces each of the characters, in both cases. */
const bothCases = (characters: string, to: string): Replacements =>
  Array.from(characters).flatMap(
    (one): Replacements => [
      [one, to],
      [one.toUpperCase(), to],
    ],
  );

/**
 * Differences of WordPress (`remove_accents`) from the slugify package. The package also replaces some signs by English
 * words; here punctuation is dropped.
 */
const WORDPRESS: Replacements = [
  ...bothCases('ªɑ', 'a'),
  ...bothCases('º', 'o'),
  ...bothCases('ĸ', 'k'),
  ...bothCases('ŀ', 'l'),
  ...bothCases('ŋ', 'n'),
  ['ŉ', 'n'],
  ...bothCases('ŧ', 't'),
  ['ſ', 's'],
  ['£', ''],
  ['&', ' '],
  ['🦄', ''],
  ['♥', ''],
];
/** Undoes the German spelling that the package uses in every locale. */
const WITHOUT_GERMAN: Replacements = [
  ...bothCases('ä', 'a'),
  ...bothCases('ö', 'o'),
  ...bothCases('ü', 'u'),
  ['ß', 's'],
  ['ẞ', 's'],
];
const DANISH: Replacements = [...bothCases('æ', 'ae'), ...bothCases('ø', 'oe'), ...bothCases('å', 'aa')];
const SERBIAN: Replacements = bothCases('đ', 'dj');

/** Languages with special rules in WordPress, by ISO 639 code. */
const BY_LANGUAGE: ReadonlyMap<string, Replacements> = new Map([
  ['de', WORDPRESS],
  ['da', [...WORDPRESS, ...WITHOUT_GERMAN, ...DANISH]],
  ['sr', [...WORDPRESS, ...WITHOUT_GERMAN, ...SERBIAN]],
  ['bs', [...WORDPRESS, ...WITHOUT_GERMAN, ...SERBIAN]],
]);
const USUAL: Replacements = [...WORDPRESS, ...WITHOUT_GERMAN];

const cutSlug = (slug: string, length: number): string => slug.slice(0, length).replace(/(?<!-)-+$/, '');

/**
 * Folds a text to lower-case ASCII words joined by `-`, at most 200 bytes; `''` if nothing can be folded, such as
 * emojis (rules#slugs).
 * @param locale the site's BCP 47 locale: `Köln` is `koeln` in German, else `koln`
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

/** Whether {@link slugify} returns a slug for a text; the same in all locales. */
export const isSluggable = (text: string): boolean => slugify(text, 'en') !== '';

/** The n-th candidate for a unique slug: `river-walk`, `river-walk-2`, `river-walk-3`; at most 200 bytes. */
export const numberedSlug = (base: string, n: number): string =>
  n === 1 ? base : `${cutSlug(base, MAX_LENGTH - 1 - String(n).length)}-${n}`;

/** The slug of an occurrence, from the slug of its series and its day: `river-walk-2031-03-14`; at most 200 bytes. */
export const datedSlug = (base: string, day: string): string =>
  `${cutSlug(base, MAX_LENGTH - 1 - day.length)}-${day}`;

/** Whether a slug ends with a day as {@link datedSlug} appends it, and an optional number. */
export const isDatedSlug = (slug: string): boolean => /-\d{4}-\d\d-\d\d(?:-\d+)?$/.test(slug);
