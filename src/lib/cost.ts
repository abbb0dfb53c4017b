import { LRUCache } from 'lru-cache';
import { type Amount, type Beside, type Prices, readPrices } from './cost-reading.ts';
import type { SiteCurrency } from './currency.ts';
import { BadValue } from './errors.ts';
import { numbersIn } from './money.ts';
import { slugify } from './slug.ts';
import { plainText } from './text.ts';

/** The parts of the cost of an event (rules#cost). `values` ascend numerically. */
interface CostDetails {
  readonly currencySymbol: string;
  readonly currencyCode: string;
  readonly currencyPosition: 'prefix' | 'postfix' | '';
  readonly values: readonly string[];
}

const MAX_LENGTH = 200;
const MAX_VALUES = 20;
const FREE = 'Free';
/** `String(1e21)` would be `1e+21`, which reads as a range. */
const DIGITS = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 10 });

const typedText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  // `|| 0`, because minus zero would be written with its sign.
  if (typeof value === 'number' && Number.isFinite(value)) return DIGITS.format(value || 0);
  if (typeof value === 'string') return plainText(value);
  throw new BadValue('Use a text or a number, or a list of them.');
};

/**
 * The texts to store for a cost: one for a string or number, several for a list, none for null, `''` and
 * `[]`; 0 stays and is shown as `Free` (rules#cost). Tags are stripped.
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

/** An amount of a cost as answers show it. */
interface ShownAmount {
  readonly value: string;
  /** The number to sort by; words come before all numbers. */
  readonly amount: number;
  /** All of it: `$20`, `20 EUR`. */
  readonly text: string;
  /** What it is when the currency is written once for a range; undefined where it is not. */
  readonly alone?: { readonly digits: string; readonly beside: Beside };
}

const hasLetters = (symbol: string): boolean => /\p{L}/u.test(symbol);

/** How the site's currency stands beside plain numbers. */
const besideOf = ({ symbol, code, position }: SiteCurrency): Beside => ({
  mark: { symbol, code, isCode: symbol === code },
  position,
  isApart: hasLetters(symbol),
});

/** A code stands apart from its number, a symbol as typed (rules#currency). */
function withCurrency(digits: string, { mark, position, isApart }: Beside): string {
  const blank = isApart || mark.isCode ? ' ' : '';
  return position === 'prefix' ? mark.symbol + blank + digits : digits + blank + mark.symbol;
}

function shownAmount(
  { value, digits }: Amount,
  { currency, isWithEach }: Prices,
  site: SiteCurrency,
): ShownAmount {
  const amount = Number(value);
  if (currency === 'mixed' || amount === 0) return { value, amount, text: FREE };
  const beside = currency === 'site' ? besideOf(site) : currency;
  const text = (amount < 0 ? '-' : '') + withCurrency(digits, beside);
  const isOnce = (beside.isApart || beside.mark.isCode) && (currency === 'site' || !isWithEach);
  return { value, amount, text, ...(isOnce && { alone: { digits, beside } }) };
}

interface Entry {
  readonly prices: Prices | undefined;
  readonly shown: readonly ShownAmount[];
}

function readEntry(text: string, site: SiteCurrency): Entry {
  const prices = readPrices(text, site);
  if (prices?.isPlain) return { prices, shown: prices.amounts.map((one) => shownAmount(one, prices, site)) };
  const values = numbersIn(text);
  if (values.length === 0) {
    const value = slugify(text, 'en') || text.toLowerCase();
    return { prices, shown: [{ value, amount: Number.NEGATIVE_INFINITY, text }] };
  }
  const all = prices ? prices.amounts.map(({ value }) => value) : values;
  return { prices, shown: all.map((value) => ({ value, amount: Number(value), text })) };
}

const byAmount = (a: ShownAmount, b: ShownAmount): number =>
  a.amount === b.amount ? 0 : a.amount - b.amount;

/** The lowest and the highest: `$10 – $25`, `10 – 25 EUR`. */
function rangeOf(low: ShownAmount, high: ShownAmount): string {
  if (low.text === high.text) return low.text;
  const [from, to] = [low.alone, high.alone];
  const isSame = from && to && withCurrency('', from.beside) === withCurrency('', to.beside);
  return isSame ? withCurrency(`${from.digits} – ${to.digits}`, to.beside) : `${low.text} – ${high.text}`;
}

const keyOf = ({ mark }: Beside): string => mark.code || mark.symbol;

const isFree = ({ value }: Amount): boolean => Number(value) === 0;

/**
 * The currency of all texts; undefined if they have several, or one does not read as prices. What is free is in that of
 * the others.
 */
function currencyOf(entries: readonly Entry[], site: SiteCurrency): Beside | undefined {
  let common: Beside | undefined;
  let ofFree: Beside | undefined;
  for (const { prices } of entries) {
    if (!prices || prices.currency === 'mixed') return undefined;
    const beside = prices.currency === 'site' ? besideOf(site) : prices.currency;
    if (prices.currency === 'site' && prices.amounts.every(isFree)) {
      ofFree = beside;
      continue;
    }
    if (common && keyOf(common) !== keyOf(beside)) return undefined;
    common ??= beside;
  }
  return common ?? ofFree;
}

/** Thousands to some people, decimals to others. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;

/** The amounts, ascending; none where one is below zero, which is no price, or ambiguous. */
function amountsOf(entries: readonly Entry[]): string[] {
  const values = entries.flatMap(({ prices }) => prices?.amounts.map(({ value }) => value) ?? []);
  if (values.some((value) => value.startsWith('-') || AMBIGUOUS.test(value))) return [];
  return values.map((value) => (Number(value) === 0 ? '0' : value)).sort((a, b) => Number(a) - Number(b));
}

interface Money {
  readonly amount: number;
  /** ISO 4217 code; null if unknown. */
  readonly currency: string | null;
}

interface PriceRange {
  readonly min: Money;
  readonly max: Money;
}

/** The lowest and the highest of the texts that read as prices; null without any. */
function priceRangeOf(entries: readonly Entry[], site: SiteCurrency): PriceRange | null {
  const priced = entries.filter(({ prices }) => prices);
  const amounts = amountsOf(priced).map(Number);
  const [lowest, highest] = [amounts[0], amounts.at(-1)];
  if (lowest === undefined || highest === undefined) return null;
  const currency = currencyOf(priced, site)?.mark.code || null;
  return { min: { amount: lowest, currency }, max: { amount: highest, currency } };
}

interface ShownCost {
  /**
   * `$20`, `Free – 30€`, `10 – 25 EUR`, `donation`, `''`. Plain numbers are in the site's currency. A text with
   * words stays as typed.
   */
  readonly text: string;
  /** Its parts; there is a currency only when everything reads as prices in the same one. */
  readonly details: CostDetails;
  /** The lowest price; undefined when the cost does not read as prices, or nobody knows in which currency. */
  readonly lowest: { readonly price: string; readonly currency: string } | undefined;
  /** The lowest and the highest price; null when the cost states none, or one of its amounts is ambiguous. */
  readonly range: PriceRange | null;
}

const NO_CURRENCY = { currencySymbol: '', currencyCode: '', currencyPosition: '' } as const;

function showCost(costs: readonly string[], site: SiteCurrency): ShownCost {
  const entries = costs.map((text) => readEntry(text, site));
  const shown = entries.flatMap((entry) => entry.shown).sort(byAmount);
  const values = [...new Set(shown.map(({ value }) => value))];
  const [low, high] = [shown[0], shown.at(-1)];
  if (!low || !high) return { text: '', details: { ...NO_CURRENCY, values }, lowest: undefined, range: null };
  const currency = currencyOf(entries, site);
  const price = currency?.mark.code ? amountsOf(entries)[0] : undefined;
  const details =
    currency && Number.isFinite(high.amount)
      ? {
          currencySymbol: currency.mark.symbol,
          currencyCode: currency.mark.code,
          currencyPosition: currency.position,
        }
      : NO_CURRENCY;
  return {
    text: rangeOf(low, high),
    details: { ...details, values },
    lowest: currency && price !== undefined ? { price, currency: currency.mark.code } : undefined,
    range: priceRangeOf(entries, site),
  };
}

/** The same costs come again and again, and each is shown in several fields. */
const shownCosts = new LRUCache<string, ShownCost>({ max: 1_000 });

/** The texts of a cost as they are shown on a site (rules#cost). */
export function shownCost(costs: readonly string[], site: SiteCurrency): ShownCost {
  const key = [site.code, site.symbol, site.position, ...costs].join('\0');
  const cached = shownCosts.get(key);
  if (cached) return cached;
  const cost = showCost(costs, site);
  shownCosts.set(key, cost);
  return cost;
}
