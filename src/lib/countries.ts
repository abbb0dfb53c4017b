import mappings from 'cldr-core/supplemental/codeMappings.json' with { type: 'json' };
import territories from 'cldr-core/supplemental/territoryInfo.json' with { type: 'json' };

/** ISO 3166-1 numeric codes are below 900; CLDR uses higher numbers for its own codes. */
const FIRST_UNASSIGNED = 900;

/** Common names that CLDR lacks. */
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

/** Normalizes a name to its letters: `U.S.A.` -> `usa`, `The Netherlands` -> `netherlands`. */
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
  /** Data about each language of the country, by language tag. */
  readonly languagePopulation?: Readonly<Record<string, object>>;
}

const isCountry = ({ _numeric: numeric }: CodeMapping): boolean =>
  numeric !== undefined && Number(numeric) < FIRST_UNASSIGNED;

function languagesOf(code: string): string[] {
  const all: Readonly<Record<string, Territory>> = territories.supplemental.territoryInfo;
  return Object.entries(all[code]?.languagePopulation ?? {})
    .filter(([, data]) => '_officialStatus' in data)
    .map(([language]) => language.replaceAll('_', '-'));
}

/**
 * Maps country codes and names to codes. Names are in English, each country's own languages, and the site's language.
 */
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
 * Finds the ISO 3166-1 alpha-2 code of a country by its two- or three-letter code, or by its name in English, in one of
 * its official languages or in the site's language; undefined for other texts.
 * @param locale the site's locale, such as `de-AT`
 */
export function countryCode(text: string, locale: string): string | undefined {
  const codes = byLocale.get(locale) ?? codesByName(locale);
  byLocale.set(locale, codes);
  return codes.get(keyOf(text));
}
