import { LRUCache } from 'lru-cache';
import { type Amount, type CurrencyPlacement, type Prices, readPrices } from './cost-reading.ts';
import type { SiteCurrency } from './currency.ts';
import { BadValue } from './errors.ts';
import { numbersIn } from './money.ts';
import { slugify } from './slug.ts';
import { plainText } from './text.ts';

/** The parts of an event's cost (rules#cost). `values` are in ascending numerical order. */
interface CostDetails {
  readonly currencySymbol: string;
  readonly currencyCode: string;
  readonly currencyPosition: 'prefix' | 'postfix' | '';
  readonly values: readonly string[];
}

const MAX_LENGTH = 200;
const MAX_VALUES = 20;
const FREE = 'Free';
/** Avoids exponents: `String(1e21)` is `1e+21`, which reads as a range. */
const DIGITS = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 10 });

const typedText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  // `|| 0` drops the sign of minus zero.
  if (typeof value === 'number' && Number.isFinite(value)) return DIGITS.format(value || 0);
  if (typeof value === 'string') return plainText(value);
  throw new BadValue('Use a text or a number, or a list of them.');
};

/**
 * Converts a cost to the texts to store: one for a string or number, several for a list, none for null, `''` and `[]`;
 * 0 stays and is shown as `Free` (rules#cost). Strips tags.
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

/** A shown cost with another word for a price of 0: `Kostenlos – 30€`. */
export const withFreeWord = (cost: string, word: string): string =>
  cost === FREE || cost.startsWith(`${FREE} – `) ? word + cost.slice(FREE.length) : cost;

interface ShownAmount {
  readonly value: string;
  /** The sort key; words sort before all numbers. */
  readonly amount: number;
  /** With the currency: `$20`, `20 EUR`. */
  readonly text: string;
  /** The parts of `text`, if a range may show the currency only once. */
  readonly parts?: { readonly digits: string; readonly placement: CurrencyPlacement };
}

const hasLetters = (symbol: string): boolean => /\p{L}/u.test(symbol);

const sitePlacement = ({ symbol, code, position }: SiteCurrency): CurrencyPlacement => ({
  mark: { symbol, code, isCode: symbol === code },
  position,
  isSpaced: hasLetters(symbol),
});

/** Adds a currency: a code always with a space, a symbol as typed (rules#currency). */
function withCurrency(digits: string, { mark, position, isSpaced }: CurrencyPlacement): string {
  const space = isSpaced || mark.isCode ? ' ' : '';
  return position === 'prefix' ? mark.symbol + space + digits : digits + space + mark.symbol;
}

function shownAmount(
  { value, digits }: Amount,
  { currency, isRepeated }: Prices,
  site: SiteCurrency,
): ShownAmount {
  const amount = Number(value);
  if (currency === 'mixed' || amount === 0) return { value, amount, text: FREE };
  const placement = currency === 'site' ? sitePlacement(site) : currency;
  const text = (amount < 0 ? '-' : '') + withCurrency(digits, placement);
  const canShare = (placement.isSpaced || placement.mark.isCode) && (currency === 'site' || !isRepeated);
  return { value, amount, text, ...(canShare && { parts: { digits, placement } }) };
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

/** `$10 – $25`, `10 – 25 EUR`. */
function rangeOf(low: ShownAmount, high: ShownAmount): string {
  if (low.text === high.text) return low.text;
  const [from, to] = [low.parts, high.parts];
  const isSame = from && to && withCurrency('', from.placement) === withCurrency('', to.placement);
  return isSame ? withCurrency(`${from.digits} – ${to.digits}`, to.placement) : `${low.text} – ${high.text}`;
}

const keyOf = ({ mark }: CurrencyPlacement): string => mark.code || mark.symbol;

const isFree = ({ value }: Amount): boolean => Number(value) === 0;

/** Whether a cost is a price of 0 and no other: each of its texts reads as prices of 0 (rules#cost). */
export const isFreeCost = (costs: readonly string[], site: SiteCurrency): boolean =>
  costs.length > 0 && costs.every((text) => readPrices(text, site)?.amounts.every(isFree));

/**
 * The common currency of all texts; undefined if they have several, or if one does not read as prices. Free entries
 * adopt the currency of the others.
 */
function currencyOf(entries: readonly Entry[], site: SiteCurrency): CurrencyPlacement | undefined {
  let common: CurrencyPlacement | undefined;
  let ofFree: CurrencyPlacement | undefined;
  for (const { prices } of entries) {
    if (!prices || prices.currency === 'mixed') return undefined;
    const placement = prices.currency === 'site' ? sitePlacement(site) : prices.currency;
    if (prices.currency === 'site' && prices.amounts.every(isFree)) {
      ofFree = placement;
      continue;
    }
    if (common && keyOf(common) !== keyOf(placement)) return undefined;
    common ??= placement;
  }
  return common ?? ofFree;
}

/** Thousands in some countries, decimals in others. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;

/** The amounts, ascending; none if one of them is negative or ambiguous. */
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

/** The lowest and highest price, from the texts that read as prices; null without any. */
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
   * `$20`, `Free – 30€`, `10 – 25 EUR`, `donation`, `''`. Plain numbers are in the site's currency. A text with words
   * stays as typed.
   */
  readonly text: string;
  /** Has a currency only if the whole cost reads as prices in one currency. */
  readonly details: CostDetails;
  /** The lowest price; undefined if the cost does not read as prices, or their currency is unknown. */
  readonly lowest: { readonly price: string; readonly currency: string } | undefined;
  /** Null if the cost has no prices, or one of its amounts is ambiguous. */
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

/** The same costs repeat, and several fields show each. */
const shownCosts = new LRUCache<string, ShownCost>({ max: 1_000 });

/** A cost as the site shows it (rules#cost). @param costs its stored texts */
export function shownCost(costs: readonly string[], site: SiteCurrency): ShownCost {
  const key = [site.code, site.symbol, site.position, ...costs].join('\0');
  const cached = shownCosts.get(key);
  if (cached) return cached;
  const cost = showCost(costs, site);
  shownCosts.set(key, cost);
  return cost;
}
