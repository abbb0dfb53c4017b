import mappings from 'cldr-core/supplemental/codeMappings.json' with { type: 'json' };
import territories from 'cldr-core/supplemental/territoryInfo.json' with { type: 'json' };

/** ISO 3166-1 assigns numbers below this one; CLDR has codes of its own behind it. */
const FIRST_UNASSIGNED = 900;

/** What people write, and no table has. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'United States of America': 'US',
  'Great Britain': 'GB',
  England: 'GB',
  Scotland: 'GB',
  Wales: 'GB',
  'Northern Ireland': 'GB',
  'Republic of Ireland': 'IE',
  'Czech Republic': 'CZ',
  Holland: 'NL',
  Turkey: 'TR',
};

/** Names are compared by their letters: `U.S.A.` is `usa`, `The Netherlands` is `netherlands`. */
const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^the /, '')
    .replace(/[^\p{L}]/gu, '');

const regionOf = (code: string): string => new Intl.Locale(`und-${code}`).region ?? code;

interface CodeMapping {
  readonly _numeric?: string;
  readonly _alpha3?: string;
}
interface Territory {
  readonly _population: string;
  /** By language, what is known of it there. */
  readonly languagePopulation?: Readonly<Record<string, object>>;
}

const isCountry = ({ _numeric: numeric }: CodeMapping): boolean =>
  numeric !== undefined && Number(numeric) < FIRST_UNASSIGNED;

/** The official languages of a country. */
function languagesOf(code: string): string[] {
  const all: Readonly<Record<string, Territory>> = territories.supplemental.territoryInfo;
  return Object.entries(all[code]?.languagePopulation ?? {})
    .filter(([, of]) => '_officialStatus' in of)
    .map(([language]) => language.replaceAll('_', '-'));
}

/** Codes by the codes and names of countries in English, in the languages of each, and in the language of the site. */
function codesByName(locale: string): ReadonlyMap<string, string> {
  const names = new Map<string, Intl.DisplayNames>();
  const nameIn = (language: string, code: string): string | undefined => {
    const own = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    names.set(language, own);
    return own.of(code);
  };
  const codes = new Map(Object.entries(OTHER_NAMES).map(([name, code]) => [keyOf(name), code]));
  const mapped: Readonly<Record<string, CodeMapping>> = mappings.supplemental.codeMappings;
  for (const [code, mapping] of Object.entries(mapped)) {
    if (!/^[A-Z]{2}$/.test(code) || !isCountry(mapping) || regionOf(code) !== code) continue;
    const written = ['en', locale, ...languagesOf(code)].map((language) => nameIn(language, code));
    for (const name of [code, mapping._alpha3, ...written]) if (name) codes.set(keyOf(name), code);
  }
  return codes.set('uk', 'GB');
}

const byLocale = new Map<string, ReadonlyMap<string, string>>();

/**
 * The ISO 3166-1 code of a country that somebody has written: a code of two or three letters, or a name in English, in
 * a language of the country, or in that of the site; undefined for what is none.
 * @param locale of the site, such as `de-AT`
 */
export function countryCode(text: string, locale: string): string | undefined {
  const codes = byLocale.get(locale) ?? codesByName(locale);
  byLocale.set(locale, codes);
  return codes.get(keyOf(text));
}
