/** A currency as written in a cost. */
export interface CurrencyMark {
  /** As typed: `€`, `EUR`, `kr.` */
  symbol: string;
  /** ISO 4217; `''` for a symbol that several currencies share. */
  code: string;
  isCode: boolean;
}

/** The site's currency, which applies to plain numbers (rules#currency). */
export interface SiteCurrency {
  /** ISO 4217. */
  code: string;
  symbol: string;
  position: 'prefix' | 'postfix';
}

/** The default currency of a site. */
export const US_DOLLAR: SiteCurrency = { code: 'USD', symbol: '$', position: 'prefix' };

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Codes that are accepted in lower case too, because they are not words in any language (unlike `top`, `all`). */
const CASE_INSENSITIVE_CODES: ReadonlySet<string> = new Set(
  'EUR USD GBP CHF JPY AUD CAD NZD DKK NOK PLN CZK HUF INR BRL SGD HKD'.split(' '),
);

/** Symbols of exactly one currency. Not `$`, `¥` and `kr`: they mean the site's currency if it uses them. */
const UNIQUE_SYMBOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '€': 'EUR',
    '£': 'GBP',
    '₹': 'INR',
    '₽': 'RUB',
    '₩': 'KRW',
    '₪': 'ILS',
    '₺': 'TRY',
    '₴': 'UAH',
    '₫': 'VND',
    '₱': 'PHP',
    '₦': 'NGN',
    '฿': 'THB',
    '₸': 'KZT',
    '₾': 'GEL',
    '₮': 'MNT',
    '₲': 'PYG',
    '₵': 'GHS',
    US$: 'USD',
    CA$: 'CAD',
    C$: 'CAD',
    A$: 'AUD',
    AU$: 'AUD',
    NZ$: 'NZD',
    HK$: 'HKD',
    NT$: 'TWD',
    S$: 'SGD',
    R$: 'BRL',
    MX$: 'MXN',
    zł: 'PLN',
    Kč: 'CZK',
    Ft: 'HUF',
    'Fr.': 'CHF',
    'SFr.': 'CHF',
  }),
);
/** Letter symbols that several currencies share. */
const SHARED_SYMBOLS: ReadonlySet<string> = new Set(['kr', 'kr.', 'Rs', 'Rs.']);

const symbolOf = (code: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? code;

/**
 * Finds a currency by its code in any case, with its usual symbol.
 * @returns undefined for a code that is not in ISO 4217
 */
export function siteCurrency(text: string): SiteCurrency | undefined {
  const code = text.toUpperCase();
  return CODES.has(code) ? { code, symbol: symbolOf(code), position: 'prefix' } : undefined;
}

/** Finds the currency of a code or known symbol; undefined for other texts (rules#currency). */
export function findCurrencyMark(text: string, site: SiteCurrency): CurrencyMark | undefined {
  if (text === site.symbol) return { symbol: text, code: site.code, isCode: text === site.code };
  const upper = text.toUpperCase();
  if (CODES.has(upper) && (upper === text || upper === site.code || CASE_INSENSITIVE_CODES.has(upper)))
    return { symbol: text, code: upper, isCode: true };
  const code = UNIQUE_SYMBOLS.get(text);
  if (code !== undefined) return { symbol: text, code, isCode: false };
  return SHARED_SYMBOLS.has(text) || /^\p{Sc}$/u.test(text)
    ? { symbol: text, code: '', isCode: false }
    : undefined;
}
