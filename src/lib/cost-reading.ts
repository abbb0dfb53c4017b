import { meaningOf } from './cost-words.ts';
import { type Mark, markOf, type SiteCurrency } from './currency.ts';
import { numberAt } from './money.ts';

export interface Amount {
  /** A decimal with a point and no other marks. */
  value: string;
  /** As typed: `1.250,50`, `20,-`; empty for a word such as `free`. */
  readonly digits: string;
}

/** A currency, and where it stands beside an amount. */
export interface Beside {
  readonly mark: Mark;
  readonly position: 'prefix' | 'postfix';
  /** Whether there is a blank between them. */
  readonly isApart: boolean;
}

/** What a cost says that is nothing but prices. */
export interface Prices {
  /** In the order of the text, one at least. */
  readonly amounts: readonly Amount[];
  /** The currency of all of them; `site` when the text has none, `mixed` when there are several. */
  readonly currency: Beside | 'site' | 'mixed';
  /** Whether the text has the currency with each amount, or once for several. */
  readonly isWithEach: boolean;
  /** Whether there are only amounts, one currency and what joins them; else the text is shown as typed. */
  readonly isPlain: boolean;
}

type Token =
  | { kind: 'number'; value: string; digits: string; isGlued: boolean }
  | { kind: 'mark'; mark: Mark; isGlued: boolean }
  | { kind: 'between' | 'comma' | 'sign' | 'note' | 'entry' | 'free'; isGlued: boolean };

const BLANKS = /\s*/y;
const WORD = /(?:[A-Z]{1,2}\p{Sc}|\p{Sc}|\p{L}[\p{L}\p{M}]*(?:\.\p{L}[\p{L}\p{M}]*)*\.?)/uy;
const BETWEEN = /[-–—~/&|]+/y;
const COMMA = /[,;]/y;
const SIGN = /[:()!.]/y;

const matchAt = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
};

/** A token, and how many characters it has. */
interface Match {
  readonly token: Token;
  readonly length: number;
}

function amountAt(text: string, at: number, isGlued: boolean): Match | undefined {
  const number = numberAt(text, at);
  if (!number) return undefined;
  const digits = text.slice(at, number.end);
  return { token: { kind: 'number', value: number.value, digits, isGlued }, length: digits.length };
}

/** A currency, or a word that {@link meaningOf} has; letters right before a digit are none (`1e3`). */
function wordAt(text: string, at: number, site: SiteCurrency, isGlued: boolean): Match | undefined {
  const word = matchAt(WORD, text, at);
  for (const name of new Set([word, word.replace(/\.$/, '')])) {
    const mark = markOf(name, site);
    if (mark) return { token: { kind: 'mark', mark, isGlued }, length: name.length };
  }
  const kind = meaningOf(word);
  if (kind === undefined || /^\d/.test(text.charAt(at + word.length))) return undefined;
  return { token: { kind, isGlued }, length: word.length };
}

function signAt(text: string, at: number, isGlued: boolean): Match | undefined {
  const between = matchAt(BETWEEN, text, at);
  if (between !== '') return { token: { kind: 'between', isGlued }, length: between.length };
  if (matchAt(COMMA, text, at) !== '') return { token: { kind: 'comma', isGlued }, length: 1 };
  return matchAt(SIGN, text, at) === '' ? undefined : { token: { kind: 'sign', isGlued }, length: 1 };
}

/** The parts of a cost, in time linear in its length; undefined if one of them is not understood. */
function tokensOf(text: string, site: SiteCurrency): Token[] | undefined {
  const tokens: Token[] = [];
  let at = matchAt(BLANKS, text, 0).length;
  let isGlued = false;
  while (at < text.length) {
    const match = amountAt(text, at, isGlued) ?? wordAt(text, at, site, isGlued) ?? signAt(text, at, isGlued);
    if (!match) return undefined;
    tokens.push(match.token);
    at += match.length;
    const blanks = matchAt(BLANKS, text, at).length;
    isGlued = blanks === 0;
    at += blanks;
  }
  return tokens;
}

const keyOf = ({ mark }: Beside): string => mark.code || mark.symbol;

/** The currency of each amount, by its place among the tokens; undefined if one stands beside no amount. */
function besides(tokens: readonly Token[]): Map<number, Beside> | undefined {
  const currencies = new Map<number, Beside>();
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'mark') continue;
    const { mark } = token;
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    const earlier = currencies.get(at - 1);
    const isBefore = after?.kind === 'number';
    if (before?.kind === 'number' && !earlier && (token.isGlued || !isBefore || !after.isGlued))
      currencies.set(at - 1, { mark, position: 'postfix', isApart: !token.isGlued });
    else if (before?.kind === 'number' && earlier && mark.isCode && !earlier.mark.isCode)
      // `$20 CAD`: the code says which dollars.
      currencies.set(at - 1, { ...earlier, mark: { ...earlier.mark, code: mark.code } });
    else if (isBefore) currencies.set(at + 1, { mark, position: 'prefix', isApart: !after.isGlued });
    else return undefined;
  }
  return currencies;
}

/** Whether a token stands between two others that it joins. */
function joins(tokens: readonly Token[], at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  return before !== undefined && after !== undefined && before.kind !== 'between' && after.kind !== 'between';
}

/**
 * Whether the numbers beside words are amounts: those with a currency, and those that are joined to one (`10 - 15 EUR
 * reduced`). In `from 6` or `room 5, 10 EUR` a bare number means something else.
 */
function haveCurrencies(tokens: readonly Token[], currencies: ReadonlyMap<number, Beside>): boolean {
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

/** `free`, `Eintritt frei`; but not `free for members`. */
const FREE: Prices = {
  amounts: [{ value: '0', digits: '' }],
  currency: 'site',
  isWithEach: false,
  isPlain: false,
};
const saysFree = (tokens: readonly Token[]): boolean =>
  tokens.some(({ kind }) => kind === 'free') &&
  tokens.every(({ kind }) => /^(?:free|entry|sign)$/.test(kind));

const PLAIN: ReadonlySet<Token['kind']> = new Set(['number', 'mark', 'between', 'comma']);
/** Nobody means three prices by `2026-12-31`. */
const DAY = /^\d{1,4}([-/])\d{1,2}\1\d{1,4}$/;

function pricesOf(text: string, site: SiteCurrency): Prices | undefined {
  const tokens = tokensOf(text, site);
  if (!tokens || DAY.test(text)) return undefined;
  if (saysFree(tokens)) return FREE;
  const currencies = besides(tokens);
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
  if (first === undefined) return { amounts, currency: 'site', isWithEach: true, isPlain: isBare };
  const isOne = others.every((other) => keyOf(other) === keyOf(first));
  const isAlike = others.every(
    ({ mark, position }) => mark.symbol === first.mark.symbol && position === first.position,
  );
  const marks = tokens.filter(({ kind }) => kind === 'mark').length;
  return {
    amounts,
    currency: isOne ? first : 'mixed',
    isWithEach: currencies.size === amounts.length,
    isPlain: isBare && isOne && isAlike && marks === currencies.size,
  };
}

const MINUS = /^([^\s\d-]{0,4})\s?-\s?(?=[^\s\d-]{0,4}\s?[\d.,])/;

/** Reads a cost that consists of prices (rules#cost); undefined for all others. */
export function readPrices(text: string, site: SiteCurrency): Prices | undefined {
  const minus = MINUS.exec(text);
  if (!minus) return pricesOf(text, site);
  const prices = pricesOf((minus[1] ?? '') + text.slice(minus[0].length), site);
  const [amount, ...others] = prices?.amounts ?? [];
  if (!prices?.isPlain || !amount || others.length > 0) return undefined;
  return { ...prices, amounts: [{ ...amount, value: `-${amount.value}` }] };
}
