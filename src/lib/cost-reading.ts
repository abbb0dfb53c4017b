import { costWordMeaning } from './cost-words.ts';
import { type CurrencyMark, findCurrencyMark, type SiteCurrency } from './currency.ts';
import { numberAt } from './money.ts';

export interface Amount {
  /** A decimal with a point and no thousands separators. */
  value: string;
  /** As typed: `1.250,50`, `20,-`; empty for a word such as `free`. */
  readonly digits: string;
}

export interface CurrencyPlacement {
  readonly mark: CurrencyMark;
  readonly position: 'prefix' | 'postfix';
  /** Whether a space separates symbol and number. */
  readonly isSpaced: boolean;
}

/** A cost that consists of prices only. */
export interface Prices {
  /** In the order of the text, at least one. */
  readonly amounts: readonly Amount[];
  /** The currency of all amounts; `site` if the text has none, `mixed` if it has several. */
  readonly currency: CurrencyPlacement | 'site' | 'mixed';
  /** Whether each amount has its own currency mark, rather than one mark for several amounts. */
  readonly isRepeated: boolean;
  /** Whether the text has only amounts, one currency and connectors; else it is shown as typed. */
  readonly isPlain: boolean;
}

type Token =
  | { kind: 'number'; value: string; digits: string; isGlued: boolean }
  | { kind: 'mark'; mark: CurrencyMark; isGlued: boolean }
  | { kind: 'between' | 'comma' | 'sign' | 'note' | 'entry' | 'free'; isGlued: boolean };

const SPACES = /\s*/y;
const WORD = /(?:[A-Z]{1,2}\p{Sc}|\p{Sc}|\p{L}[\p{L}\p{M}]*(?:\.\p{L}[\p{L}\p{M}]*)*\.?)/uy;
const BETWEEN = /[-–—~/&|]+/y;
const COMMA = /[,;]/y;
const SIGN = /[:()!.]/y;

const matchAt = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
};

interface Match {
  readonly token: Token;
  /** In characters. */
  readonly length: number;
}

function amountAt(text: string, at: number, isGlued: boolean): Match | undefined {
  const number = numberAt(text, at);
  if (!number) return undefined;
  const digits = text.slice(at, number.end);
  return { token: { kind: 'number', value: number.value, digits, isGlued }, length: digits.length };
}

/** A currency or a word of {@link costWordMeaning}, but not letters directly before a digit (`1e3`). */
function wordAt(text: string, at: number, site: SiteCurrency, isGlued: boolean): Match | undefined {
  const word = matchAt(WORD, text, at);
  for (const name of new Set([word, word.replace(/\.$/, '')])) {
    const mark = findCurrencyMark(name, site);
    if (mark) return { token: { kind: 'mark', mark, isGlued }, length: name.length };
  }
  const kind = costWordMeaning(word);
  if (kind === undefined || /^\d/.test(text.charAt(at + word.length))) return undefined;
  return { token: { kind, isGlued }, length: word.length };
}

function signAt(text: string, at: number, isGlued: boolean): Match | undefined {
  const between = matchAt(BETWEEN, text, at);
  if (between !== '') return { token: { kind: 'between', isGlued }, length: between.length };
  if (matchAt(COMMA, text, at) !== '') return { token: { kind: 'comma', isGlued }, length: 1 };
  return matchAt(SIGN, text, at) === '' ? undefined : { token: { kind: 'sign', isGlued }, length: 1 };
}

/** Splits a cost into tokens in linear time; undefined if any part is unknown. */
function tokensOf(text: string, site: SiteCurrency): Token[] | undefined {
  const tokens: Token[] = [];
  let at = matchAt(SPACES, text, 0).length;
  let isGlued = false;
  while (at < text.length) {
    const match = amountAt(text, at, isGlued) ?? wordAt(text, at, site, isGlued) ?? signAt(text, at, isGlued);
    if (!match) return undefined;
    tokens.push(match.token);
    at += match.length;
    const spaces = matchAt(SPACES, text, at).length;
    isGlued = spaces === 0;
    at += spaces;
  }
  return tokens;
}

const keyOf = ({ mark }: CurrencyPlacement): string => mark.code || mark.symbol;

/** The currency of each amount, by token index; undefined if a currency is not next to an amount. */
function placementsOf(tokens: readonly Token[]): Map<number, CurrencyPlacement> | undefined {
  const currencies = new Map<number, CurrencyPlacement>();
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'mark') continue;
    const { mark } = token;
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    const earlier = currencies.get(at - 1);
    const isBefore = after?.kind === 'number';
    if (before?.kind === 'number' && !earlier && (token.isGlued || !isBefore || !after.isGlued))
      currencies.set(at - 1, { mark, position: 'postfix', isSpaced: !token.isGlued });
    else if (before?.kind === 'number' && earlier && mark.isCode && !earlier.mark.isCode)
      // `$20 CAD`: the code specifies the dollar.
      currencies.set(at - 1, { ...earlier, mark: { ...earlier.mark, code: mark.code } });
    else if (isBefore) currencies.set(at + 1, { mark, position: 'prefix', isSpaced: !after.isGlued });
    else return undefined;
  }
  return currencies;
}

/** Whether a connector is between two tokens that it can join. */
function joins(tokens: readonly Token[], at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  return before !== undefined && after !== undefined && before.kind !== 'between' && after.kind !== 'between';
}

/**
 * Whether all numbers of a text with words are amounts: they have a currency, or are joined to a number that has one
 * (`10 - 15 EUR reduced`). The bare numbers in `from 6` and `room 5, 10 EUR` mean something else.
 */
function haveCurrencies(
  tokens: readonly Token[],
  currencies: ReadonlyMap<number, CurrencyPlacement>,
): boolean {
  let [isOpen, hasCurrency] = [false, false];
  for (const [at, { kind }] of tokens.entries()) {
    if (kind === 'number') {
      isOpen = true;
      hasCurrency ||= currencies.has(at);
    } else if (kind !== 'mark' && kind !== 'between') {
      if (isOpen && !hasCurrency) return false;
      [isOpen, hasCurrency] = [false, false];
    }
  }
  return !isOpen || hasCurrency;
}

const FREE: Prices = {
  amounts: [{ value: '0', digits: '' }],
  currency: 'site',
  isRepeated: false,
  isPlain: false,
};
/** `free`, `Eintritt frei`; but not `free for members`. */
const isFreeEntry = (tokens: readonly Token[]): boolean =>
  tokens.some(({ kind }) => kind === 'free') &&
  tokens.every(({ kind }) => /^(?:free|entry|sign)$/.test(kind));

const PLAIN: ReadonlySet<Token['kind']> = new Set(['number', 'mark', 'between', 'comma']);
/** `2026-12-31`, which is not a range of prices. */
const DATE = /^\d{1,4}([-/])\d{1,2}\1\d{1,4}$/;

function pricesOf(text: string, site: SiteCurrency): Prices | undefined {
  const tokens = tokensOf(text, site);
  if (!tokens || DATE.test(text)) return undefined;
  if (isFreeEntry(tokens)) return FREE;
  const currencies = placementsOf(tokens);
  if (!currencies) return undefined;
  const amounts: Amount[] = [];
  const hasNotes = tokens.some(({ kind }) => kind === 'note');
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]?.kind;
    if (token.kind === 'number') amounts.push({ value: token.value, digits: token.digits });
    if (token.kind === 'number' && before === 'number') return undefined;
    if (token.kind === 'between' && !joins(tokens, at)) return undefined;
    if (token.kind !== 'free') continue;
    if (hasNotes || (before !== 'between' && tokens[at + 1]?.kind !== 'between')) return undefined;
    amounts.push({ value: '0', digits: '' });
  }
  const isBare = tokens.every(({ kind }) => PLAIN.has(kind)) && tokens.at(-1)?.kind !== 'comma';
  const [first, ...others] = currencies.values();
  if (amounts.length === 0 || (!isBare && !haveCurrencies(tokens, currencies))) return undefined;
  if (first === undefined) return { amounts, currency: 'site', isRepeated: true, isPlain: isBare };
  const isOne = others.every((other) => keyOf(other) === keyOf(first));
  const isAlike = others.every(
    ({ mark, position }) => mark.symbol === first.mark.symbol && position === first.position,
  );
  const marks = tokens.filter(({ kind }) => kind === 'mark').length;
  return {
    amounts,
    currency: isOne ? first : 'mixed',
    isRepeated: currencies.size === amounts.length,
    isPlain: isBare && isOne && isAlike && marks === currencies.size,
  };
}

const MINUS = /^([^\s\d-]{0,4})\s?-\s?(?=[^\s\d-]{0,4}\s?[\d.,])/;

/** Reads a cost that consists of prices (rules#cost); undefined for other texts. */
export function readPrices(text: string, site: SiteCurrency): Prices | undefined {
  const [minus = '', before = ''] = MINUS.exec(text) ?? [];
  // In `Free - 10 EUR` it is a dash.
  if (minus === '' || costWordMeaning(before) !== undefined) return pricesOf(text, site);
  const prices = pricesOf(before + text.slice(minus.length), site);
  const [amount, ...others] = prices?.amounts ?? [];
  if (!prices?.isPlain || !amount || others.length > 0) return undefined;
  return { ...prices, amounts: [{ ...amount, value: `-${amount.value}` }] };
}
