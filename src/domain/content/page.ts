import { BadValue } from '../../lib/errors.ts';
import { isObject } from '../../lib/object.ts';
import type { Context } from '../context/context.ts';
import type { Checks } from '../resource/checks.ts';
import { type Position, positionIn } from './cursor.ts';
import { isPosition, type ListOrder, type Range } from './keyset.ts';

/** The value of `cursor` for the first page. */
const FIRST_CURSOR = '*';

/** Arguments of numbered pages, and of pages by `nextCursor`. */
const BY_NUMBER = ['page', 'perPage', 'cursor'] as const;
/** Arguments of connections. */
const BY_POSITION = ['first', 'after', 'last', 'before'] as const;

/** The arguments that select a page of a list. */
export type PageArgs = Partial<
  Record<'page' | 'perPage' | 'first' | 'last', number | null | undefined> &
    Record<'cursor' | 'after' | 'before', string | null | undefined>
>;

const PAGE_ARG_NAMES: ReadonlySet<string> = new Set([...BY_NUMBER, ...BY_POSITION]);

/** Creates a text that is unique to a list; computed only for cursors. */
export type ListName = () => string;

export interface SortedList {
  /** Null if unknown: cursors cannot be checked. */
  readonly name: ListName | null;
  readonly order: ListOrder;
}

/** The name of a list: its kind and its arguments, without those of the page. */
export const listName =
  (kind: string, args: object): ListName =>
  () =>
    createListName(kind, args);

function createListName(kind: string, args: object): string {
  const others = Object.entries(args).filter(([name]) => !PAGE_ARG_NAMES.has(name));
  return JSON.stringify([kind, Object.fromEntries(others)], canonicalValue);
}

/** A replacer for JSON.stringify: sorts members and omits null, so that equal objects have equal texts. */
const canonicalValue = (_name: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, member]) => member !== null)
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      )
    : value;

/** The part of a list that a request selects. */
export interface PageRequest {
  readonly perPage: number;
  /** From 1; null for pages that start or end at a cursor. */
  readonly page: number | null;
  readonly offset: number;
  readonly after: Position | null;
  readonly before: Position | null;
  /** Whether the page is at the end of the range between `after` and `before`, not at its start. */
  readonly isBackward: boolean;
}

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

function checkSize({ maxPerPage }: Context['settings'], checks: Checks, { first, last }: PageArgs): void {
  if (isGiven(first) && isGiven(last)) {
    checks.add('first', 'cannot be given together with last');
    checks.add('last', 'cannot be given together with first');
  }
  for (const [name, size] of Object.entries({ first, last })) {
    if ((size ?? 1) < 1) checks.add(name, 'must be at least 1', 'rest_out_of_bounds');
    if ((size ?? 1) > maxPerPage) checks.add(name, `must be at most ${maxPerPage}`, 'rest_out_of_bounds');
  }
}

/** @throws BadValue for a cursor of another list, or a cursor together with a page number */
function startPosition({ cursor, page }: PageArgs, list: SortedList): Position | null {
  if (typeof page === 'number' && page > 1)
    throw new BadValue('already sets the start of the page: leave out page');
  const hint = `start with ${FIRST_CURSOR}, and request the next page with the same parameters`;
  return typeof cursor === 'string' && cursor !== FIRST_CURSOR ? positionOf(cursor, list, hint) : null;
}

/** @throws BadValue for a cursor of another list */
function positionOf(cursor: string, { name, order }: SortedList, hint: string): Position | null {
  if (name === null) return null;
  const position = positionIn(name(), cursor, (one) => isPosition(order, one));
  if (!position) throw new BadValue(`is not a cursor of this list: ${hint}`);
  return position;
}

const CURSOR_HINT = 'use a cursor from a page of this list, with the same arguments except those of the page';

/**
 * Reads the page arguments; adds problems to `checks` (rules#lists, rules#cursors). `perPage` defaults to the
 * configured size and is limited to the maximum; `first` and `last` must be from 1 to the maximum.
 */
export async function requestedPage(
  { settings }: Pick<Context, 'settings'>,
  checks: Checks,
  list: SortedList,
  args: PageArgs,
): Promise<PageRequest> {
  checkSize(settings, checks, args);
  const size = args.first ?? args.last ?? args.perPage ?? settings.perPage;
  const perPage = Math.min(size, settings.maxPerPage);
  const position = (name: 'after' | 'before'): Promise<Position | null | undefined> =>
    checks.run(name, () => {
      const cursor = args[name];
      return typeof cursor === 'string' ? positionOf(cursor, list, CURSOR_HINT) : null;
    });
  const isByCursor = typeof args.cursor === 'string';
  if (!isByCursor && !BY_POSITION.some((name) => isGiven(args[name]))) {
    const page = args.page ?? 1;
    // PostgreSQL accepts offsets up to a bigint.
    const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
    return { perPage, page, offset, after: null, before: null, isBackward: false };
  }
  const after =
    (isByCursor ? await checks.run('cursor', startPosition, args, list) : await position('after')) ?? null;
  const before = (await position('before')) ?? null;
  const isEnd = typeof args.first !== 'number' && before !== null && after === null;
  return {
    perPage,
    page: null,
    offset: 0,
    after,
    before,
    isBackward: typeof args.last === 'number' || isEnd,
  };
}

/** The range to read for a page: one record more than the page, to detect whether more exist. */
export const rangeOf = ({ perPage, offset, after, before, isBackward }: PageRequest): Range => ({
  after,
  before,
  isInclusive: false,
  isReversed: isBackward,
  limit: perPage + 1,
  offset,
});

/** The rows of a page, in the order of the list. */
export interface PageRows<Row> {
  readonly rows: readonly Row[];
  /** Whether more rows follow, or precede if the page is read from the end. */
  readonly hasMore: boolean;
}

/** Removes the extra row. @param read the rows in the order of {@link rangeOf} */
export function pageRows<Row>({ perPage, isBackward }: PageRequest, read: readonly Row[]): PageRows<Row> {
  const rows = read.length > perPage ? read.slice(0, perPage) : read;
  return { rows: isBackward ? rows.toReversed() : rows, hasMore: read.length > perPage };
}

export interface Page<R> {
  /** The records; fewer than positions if records were deleted since. */
  readonly rows: () => readonly R[] | Promise<readonly R[]>;
  /** The positions from the statement of the page. */
  readonly positions: readonly Position[];
  /** See {@link PageRows}. */
  readonly hasMore: boolean;
  readonly request: PageRequest;
  readonly list: ListName;
  count(): Promise<number>;
  /** Whether a range of the list has records. */
  hasAny(range: Range): Promise<boolean>;
  /** Cached by the first resolver that needs one. */
  total?: Promise<number>;
  hasNext?: Promise<boolean>;
  hasPrevious?: Promise<boolean>;
}

export type ListedPage = Page<unknown>;
