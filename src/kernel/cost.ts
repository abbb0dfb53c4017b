import { LRUCache } from 'lru-cache';
import { BadValue } from '../errors.ts';
import { numbersIn } from './money.ts';
import { slugify } from './slug.ts';
import { plainText } from './text.ts';

/** What is known about the cost of an event besides its text (reference 4.6). `values` ascend numerically. */
export interface CostDetails {
  currencySymbol: string;
  currencyCode: string;
  currencyPosition: 'prefix' | 'postfix' | '';
  values: string[];
}

interface Price {
  value: string;
  /** For the order; words sort before all numbers. */
  amount: number;
  shown: string;
}

interface Currency {
  symbol: string;
  position: 'prefix' | 'postfix';
}

interface Entry {
  prices: Price[];
  /** Only of a single amount; a range records none. */
  currency: Currency | undefined;
}

const MAX_LENGTH = 200;
const MAX_VALUES = 20;
const DEFAULT: Currency = { symbol: '$', position: 'prefix' };
const FREE = 'Free';
/** `String(1e21)` would be `1e+21`, which reads as a range. */
const DIGITS = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 10 });
/** What may stand between the two ends of a range. */
const BETWEEN = /[-–—~/&,;|]+|(?<!\p{L})(?:to|until|bis|and|or|und|oder|a|à|y|e|et)(?!\p{L})/giu;
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** `$`, `US$`, `EUR`, `kr`, `Rs.`; longer or further words are kept as typed, since `20 at the door` names no currency. */
const isSymbol = (text: string): boolean => /^(?:[\p{L}.]{0,3}\p{Sc}\p{L}{0,3}|\p{L}{1,3}\.?)$/u.test(text);

const withCurrency = (number: string, { symbol, position }: Currency): string => {
  if (position === 'postfix') return number + symbol;
  return number.startsWith('-') ? `-${symbol}${number.slice(1)}` : symbol + number;
};

/** Costs repeat, and each is shown in several fields. */
const known = new LRUCache<string, Entry>({ max: 1_000 });
const read = (typed: string): Entry => {
  const entry = known.get(typed) ?? parse(typed);
  known.set(typed, entry);
  return entry;
};

const parse = (typed: string): Entry => {
  const raw = typed.replace(/^-(\p{Sc}|\p{L}{1,3})\s?(?=\d)/u, '$1-');
  const found = numbersIn(raw);
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last)
    return { prices: [{ value: slugify(raw) || raw.toLowerCase(), amount: Number.NEGATIVE_INFINITY, shown: raw }], currency: undefined };
  let rest = '';
  let at = 0;
  for (const { start, end } of found) {
    rest += `${raw.slice(at, start)} `;
    at = end;
  }
  rest += raw.slice(at);
  const words = (found.length > 1 ? rest.replace(BETWEEN, ' ') : rest).split(/\s+/).filter((word) => word !== '');
  const [symbol] = words;
  const prefix = symbol !== undefined && raw.slice(0, first.start).includes(symbol);
  const beside = symbol !== undefined && isSymbol(symbol) && words.length <= found.length && (prefix || raw.includes(symbol, last.end));
  const clear = words.every((word) => word === symbol) && (symbol === undefined || beside);
  const currency: Currency | undefined = clear && symbol !== undefined ? { symbol, position: prefix ? 'prefix' : 'postfix' } : undefined;
  const prices = found.map(({ start, end, value }): Price => {
    const amount = Number(value);
    if (!clear) return { value, amount, shown: typed };
    return { value, amount, shown: amount === 0 ? FREE : withCurrency(raw.slice(start, end), currency ?? DEFAULT) };
  });
  return { prices, currency: found.length === 1 ? currency : undefined };
};

const sorted = (entries: readonly Entry[]): Price[] =>
  entries.flatMap(({ prices }) => prices).sort((a, b) => (a.amount === b.amount ? 0 : a.amount - b.amount));

const text = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  // `|| 0` because minus zero is written with its sign.
  if (typeof value === 'number' && Number.isFinite(value)) return DIGITS.format(value || 0);
  if (typeof value === 'string') return plainText(value);
  throw new BadValue('Use a text or a number, or a list of them.');
};

/**
 * The texts to store for a cost: one for a string or number, several for a list, none for null, `''` and `[]`; 0 is kept and reads as `Free`
 * (decision 23). Tags are stripped. @throws BadValue for objects, booleans, nested lists, over 200 characters or 20 values
 */
export const parseCost = (value: unknown): string[] => {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > MAX_VALUES) throw new BadValue(`A cost may have at most ${MAX_VALUES} values.`);
  const costs = values.map(text).filter((cost) => cost !== '');
  if (costs.some((cost) => cost.length > MAX_LENGTH)) throw new BadValue(`A cost may have at most ${MAX_LENGTH} characters.`);
  return costs;
};

/** The cost as shown: `$20`, `Free – 30€`, `donation`, `''`. Plain numbers get `$`; text whose numbers it cannot tell apart stays as typed. */
export const formatCost = (costs: readonly string[]): string => {
  const prices = sorted(costs.map(read));
  const [low, high] = [prices[0]?.shown ?? '', prices.at(-1)?.shown ?? ''];
  return low === high ? low : `${low} – ${high}`;
};

/** The parts of a cost. A symbol is given only when every text has the same one on the same side. */
export const costDetails = (costs: readonly string[]): CostDetails => {
  const entries = costs.map(read);
  const values = [...new Set(sorted(entries).map(({ value }) => value))];
  const currency = entries[0]?.currency;
  const same = entries.every((entry) => entry.currency?.symbol === currency?.symbol && entry.currency?.position === currency?.position);
  if (!currency || !same) return { currencySymbol: '', currencyCode: '', currencyPosition: '', values };
  const { symbol, position } = currency;
  return {
    currencySymbol: symbol,
    currencyCode: CODES.has(symbol.toUpperCase()) ? symbol.toUpperCase() : '',
    currencyPosition: position,
    values,
  };
};
