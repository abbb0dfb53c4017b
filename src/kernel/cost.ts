import { LRUCache } from 'lru-cache';
import { BadValue } from '../errors.ts';
import { numbersIn } from './money.ts';
import { slugify } from './slug.ts';
import { plainText } from './text.ts';

/** What is known about the cost of an event besides its text (rules#cost). `values` ascend numerically. */
interface CostDetails {
  readonly currencySymbol: string;
  readonly currencyCode: string;
  readonly currencyPosition: 'prefix' | 'postfix' | '';
  readonly values: readonly string[];
}

interface Price {
  value: string;
  /** The number to sort by; words come before all numbers. */
  amount: number;
  /** As typed: only the number where the whole text is understood, else all of it. */
  typed: string;
}

interface Currency {
  symbol: string;
  position: 'prefix' | 'postfix';
}

/** The currency of the site: plain numbers are in it (rules#currency). */
export interface SiteCurrency extends Currency {
  /** ISO 4217. */
  code: string;
}

/** What a site has unless it says otherwise. */
export const US_DOLLAR: SiteCurrency = { code: 'USD', symbol: '$', position: 'prefix' };

interface ParsedCost {
  prices: Price[];
  /**
   * The currency that was typed with the numbers: `site` for plain numbers, undefined where the words say
   * more than a currency.
   */
  currency: Currency | 'site' | undefined;
}

const MAX_LENGTH = 200;
const MAX_VALUES = 20;
const FREE = 'Free';
/** `String(1e21)` would be `1e+21`, which reads as a range. */
const DIGITS = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 10 });
/** What may stand between the two ends of a range. */
const BETWEEN = /[-–—~/&,;|]+|(?<!\p{L})(?:to|until|bis|and|or|und|oder|a|à|y|e|et)(?!\p{L})/giu;
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const symbolOf = (code: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? code;

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
    US$: 'USD',
    CA$: 'CAD',
    C$: 'CAD',
    A$: 'AUD',
    AU$: 'AUD',
    NZ$: 'NZD',
    HK$: 'HKD',
    NT$: 'TWD',
    R$: 'BRL',
    MX$: 'MXN',
    zł: 'PLN',
    Kč: 'CZK',
    Ft: 'HUF',
  }),
);

/**
 * A currency by its code in any case, with the symbol that is usual for it.
 * @returns undefined for a code that ISO 4217 does not have
 */
export function siteCurrency(text: string): SiteCurrency | undefined {
  const code = text.toUpperCase();
  return CODES.has(code) ? { code, symbol: symbolOf(code), position: 'prefix' } : undefined;
}

const currencyCode = ({ symbol }: Currency, site: SiteCurrency): string => {
  if (symbol === site.symbol) return site.code;
  const upper = symbol.toUpperCase();
  return CODES.has(upper) ? upper : (UNIQUE.get(symbol) ?? '');
};

/**
 * `$`, `US$`, `EUR`, `kr`, `Rs.`. Anything longer stays as typed, since `20 at the door` names no currency.
 */
const isSymbol = (text: string): boolean => /^(?:[\p{L}.]{0,3}\p{Sc}\p{L}{0,3}|\p{L}{1,3}\.?)$/u.test(text);

const withCurrency = (number: string, { symbol, position }: Currency): string => {
  if (position === 'postfix') return number + symbol;
  return number.startsWith('-') ? `-${symbol}${number.slice(1)}` : symbol + number;
};

const parseTyped = (typed: string): ParsedCost => {
  const raw = typed.replace(/^-(\p{Sc}|\p{L}{1,3})\s?(?=\d)/u, '$1-');
  const found = numbersIn(raw);
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last)
    return {
      prices: [
        { value: slugify(raw, 'en') || raw.toLowerCase(), amount: Number.NEGATIVE_INFINITY, typed: raw },
      ],
      currency: undefined,
    };
  let rest = '';
  let at = 0;
  for (const { start, end } of found) {
    rest += `${raw.slice(at, start)} `;
    at = end;
  }
  rest += raw.slice(at);
  const words = (found.length > 1 ? rest.replace(BETWEEN, ' ') : rest)
    .split(/\s+/)
    .filter((word) => word !== '');
  const [symbol] = words;
  const prefix = symbol !== undefined && raw.slice(0, first.start).includes(symbol);
  const beside =
    symbol !== undefined &&
    isSymbol(symbol) &&
    words.length <= found.length &&
    (prefix || raw.includes(symbol, last.end));
  const clear = words.every((word) => word === symbol) && (symbol === undefined || beside);
  const prices = found.map(
    ({ start, end, value }): Price => ({
      value,
      amount: Number(value),
      typed: clear ? raw.slice(start, end) : typed,
    }),
  );
  if (!clear) return { prices, currency: undefined };
  return {
    prices,
    currency: symbol === undefined ? 'site' : { symbol, position: prefix ? 'prefix' : 'postfix' },
  };
};

const byAmount = (a: { amount: number }, b: { amount: number }): number =>
  a.amount === b.amount ? 0 : a.amount - b.amount;

function priceText({ amount, typed }: Price, currency: ParsedCost['currency'], site: SiteCurrency): string {
  if (currency === undefined) return typed;
  return amount === 0 ? FREE : withCurrency(typed, currency === 'site' ? site : currency);
}

const typedText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  // `|| 0`, because minus zero would be written with its sign.
  if (typeof value === 'number' && Number.isFinite(value)) return DIGITS.format(value || 0);
  if (typeof value === 'string') return plainText(value);
  throw new BadValue('Use a text or a number, or a list of them.');
};

/**
 * The texts to store for a cost: one for a string or number, several for a list, none for null, `''` and
 * `[]`; 0 is kept and reads as `Free` (rules#cost). Tags are stripped.
 * @throws BadValue for objects, booleans, nested lists, over 200 characters or 20 values
 */
export const parseCost = (value: unknown): string[] => {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > MAX_VALUES) throw new BadValue(`A cost may have at most ${MAX_VALUES} values.`);
  const costs = values.map(typedText).filter((cost) => cost !== '');
  if (costs.some((cost) => cost.length > MAX_LENGTH))
    throw new BadValue(`A cost may have at most ${MAX_LENGTH} characters.`);
  return costs;
};

function format(entries: readonly ParsedCost[], site: SiteCurrency): string {
  const prices = entries.flatMap(({ prices, currency }) =>
    prices.map((price) => ({ amount: price.amount, text: priceText(price, currency, site) })),
  );
  prices.sort(byAmount);
  const [low, high] = [prices[0]?.text ?? '', prices.at(-1)?.text ?? ''];
  return low === high ? low : `${low} – ${high}`;
}

function detail(entries: readonly ParsedCost[], site: SiteCurrency): CostDetails {
  const prices = entries.flatMap((entry) => entry.prices).sort(byAmount);
  const values = [...new Set(prices.map(({ value }) => value))];
  const [currency, ...others] = entries.map((entry) => (entry.currency === 'site' ? site : entry.currency));
  const same = others.every(
    (other) => other?.symbol === currency?.symbol && other?.position === currency?.position,
  );
  if (!currency || !same) return { currencySymbol: '', currencyCode: '', currencyPosition: '', values };
  return {
    currencySymbol: currency.symbol,
    currencyCode: currencyCode(currency, site),
    currencyPosition: currency.position,
    values,
  };
}

/** A cost as it is shown. */
interface ShownCost {
  /**
   * `$20`, `Free – 30€`, `donation`, `''`. Plain numbers are in the site's currency. A text whose numbers cannot
   * be told apart stays as typed.
   */
  readonly text: string;
  /**
   * Its parts. There is a symbol only when all texts have the same one on the same side; plain numbers have the
   * site's.
   */
  readonly details: CostDetails;
  /** The lowest of its values that is a number; undefined when none is. */
  readonly price: string | undefined;
}

/** The same costs come again and again, and each is shown in several fields. */
const shownCosts = new LRUCache<string, ShownCost>({ max: 1_000 });

/** The texts of a cost as they are shown on a site. */
export function shownCost(costs: readonly string[], site: SiteCurrency): ShownCost {
  const key = [site.code, site.symbol, site.position, ...costs].join('\0');
  const shown = shownCosts.get(key);
  if (shown) return shown;
  const entries = costs.map(parseTyped);
  const details = detail(entries, site);
  const price = details.values.find((value) => /^\d/.test(value));
  const made = { text: format(entries, site), details, price };
  shownCosts.set(key, made);
  return made;
}
