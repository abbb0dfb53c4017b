/** A currency, by what stands for it in a cost. */
export interface Mark {
  /** As typed: `€`, `EUR`, `kr.` */
  symbol: string;
  /** ISO 4217; `''` for a symbol of several currencies. */
  code: string;
  isCode: boolean;
}

/** The currency of the site: plain numbers are in it (rules#currency). */
export interface SiteCurrency {
  /** ISO 4217. */
  code: string;
  symbol: string;
  position: 'prefix' | 'postfix';
}

/** What a site has unless it says otherwise. */
export const US_DOLLAR: SiteCurrency = { code: 'USD', symbol: '$', position: 'prefix' };

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Codes that are understood in small letters too, because no language takes them for a word (`top`, `all`). */
const ANY_CASE: ReadonlySet<string> = new Set(
  'EUR USD GBP CHF JPY AUD CAD NZD DKK NOK PLN CZK HUF INR BRL SGD HKD'.split(' '),
);

/**
 * Symbols that mean exactly one currency. `$`, `¥` and `kr` do not: they mean the site's currency if it uses
 * them.
 */
const UNIQUE: ReadonlyMap<string, string> = new Map(
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
/** Letters that several currencies have as their symbol. */
const SHARED: ReadonlySet<string> = new Set(['kr', 'kr.', 'Rs', 'Rs.']);

const symbolOf = (code: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? code;

/**
 * A currency by its code in any case, with the symbol that is usual for it.
 * @returns undefined for a code that ISO 4217 does not have
 */
export function siteCurrency(text: string): SiteCurrency | undefined {
  const code = text.toUpperCase();
  return CODES.has(code) ? { code, symbol: symbolOf(code), position: 'prefix' } : undefined;
}

/** The currency that a code or a known symbol means; undefined for everything else (rules#currency). */
export function markOf(text: string, site: SiteCurrency): Mark | undefined {
  if (text === site.symbol) return { symbol: text, code: site.code, isCode: text === site.code };
  const upper = text.toUpperCase();
  if (CODES.has(upper) && (upper === text || upper === site.code || ANY_CASE.has(upper)))
    return { symbol: text, code: upper, isCode: true };
  const code = UNIQUE.get(text);
  if (code !== undefined) return { symbol: text, code, isCode: false };
  return SHARED.has(text) || /^\p{Sc}$/u.test(text) ? { symbol: text, code: '', isCode: false } : undefined;
}
