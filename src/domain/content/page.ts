import { BadValue } from '../../lib/errors.ts';
import { isObject } from '../../lib/object.ts';
import type { Context } from '../context/context.ts';
import type { Checks } from '../resource/checks.ts';
import { cursorOf, type Position, positionIn } from './cursor.ts';
import { isPosition, type ListOrder, type Range } from './keyset.ts';

/** The cursor before the first record, of pages by `cursor`. */
const FIRST = '*';

/** Arguments of pages by number, and of pages that `nextCursor` leads to. */
const BY_NUMBER = ['page', 'perPage', 'cursor'] as const;
/** Arguments of connections. */
const BY_POSITION = ['first', 'after', 'last', 'before'] as const;

/** The arguments that say which page of a list is wanted. */
export type PageArgs = Partial<
  Record<'page' | 'perPage' | 'first' | 'last', number | null | undefined> &
    Record<'cursor' | 'after' | 'before', string | null | undefined>
>;

const SAYS_WHICH_PAGE: ReadonlySet<string> = new Set([...BY_NUMBER, ...BY_POSITION]);

/** Makes a text that no other list has, which only cursors need. */
export type ListName = () => string;

/** A list that is sorted. */
export interface SortedList {
  /** Null where it is not known, so that no cursor can be checked. */
  readonly name: ListName | null;
  readonly order: ListOrder;
}

/** The name of a list: what it is, and its arguments but for those of the page. */
export const listName =
  (what: string, args: object): ListName =>
  () =>
    makeListName(what, args);

function makeListName(what: string, args: object): string {
  const others = Object.entries(args).filter(([name]) => !SAYS_WHICH_PAGE.has(name));
  return JSON.stringify([what, Object.fromEntries(others)], inOneOrder);
}

/** Makes equal texts of equal objects: sorts their members, and leaves out empty ones. */
const inOneOrder = (_name: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, member]) => member !== null)
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      )
    : value;

/** Which part of a list a request wants. */
export interface PageRequest {
  readonly perPage: number;
  /** From 1; null for pages that begin or end at a position. */
  readonly page: number | null;
  readonly offset: number;
  readonly after: Position | null;
  readonly before: Position | null;
  /** Whether it is the end of what lies between these positions, and not its beginning. */
  readonly isBackward: boolean;
}

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

/** Checks the number of records. */
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

/** @throws BadValue for a cursor that is not of this list, and for a page number beside it */
function begins({ cursor, page }: PageArgs, list: SortedList): Position | null {
  if (typeof page === 'number' && page > 1) throw new BadValue('says where the page begins: leave out page');
  const how = `begin with ${FIRST}, and ask for the next page with the same parameters`;
  return typeof cursor === 'string' && cursor !== FIRST ? positionOf(cursor, list, how) : null;
}

/** @throws BadValue for a cursor that is not of this list */
function positionOf(cursor: string, { name, order }: SortedList, how: string): Position | null {
  if (name === null) return null;
  const position = positionIn(name(), cursor, (one) => isPosition(order, one));
  if (!position) throw new BadValue(`is not a cursor of this list: ${how}`);
  return position;
}

const HOW = 'take that of a page of it, with the same arguments but for those of the page';

/**
 * The page of the arguments; problems go to `checks` (rules#lists, rules#cursors). `perPage` is the configured
 * size where it is absent, and never above the maximum; `first` and `last` must be from 1 to the maximum.
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
      return typeof cursor === 'string' ? positionOf(cursor, list, HOW) : null;
    });
  const isByCursor = typeof args.cursor === 'string';
  if (!isByCursor && !BY_POSITION.some((name) => isGiven(args[name]))) {
    const page = args.page ?? 1;
    // PostgreSQL takes no larger offset than a bigint; no list is that long.
    const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
    return { perPage, page, offset, after: null, before: null, isBackward: false };
  }
  const after =
    (isByCursor ? await checks.run('cursor', begins, args, list) : await position('after')) ?? null;
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

/** What a statement reads for a page: one record more, which tells whether there are others behind it. */
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
  /** Whether there are others behind these, or before them where the page is read from its end. */
  readonly hasMore: boolean;
}

/** Takes the rows of a page out of those that were read for it. @param read in the order of {@link rangeOf} */
export function pageRows<Row>({ perPage, isBackward }: PageRequest, read: readonly Row[]): PageRows<Row> {
  const rows = read.length > perPage ? read.slice(0, perPage) : read;
  return { rows: isBackward ? rows.toReversed() : rows, hasMore: read.length > perPage };
}

export interface Page<R> {
  readonly rows: readonly R[];
  /** Where the rows stood that the statement of the page returned; `rows` has fewer when some were deleted since. */
  readonly positions: readonly Position[];
  /** See {@link PageRows}. */
  readonly hasMore: boolean;
  readonly request: PageRequest;
  readonly list: ListName;
  /** Counts the records of the whole list. */
  count(): Promise<number>;
  /** Whether a part of the list has records. */
  hasAny(range: Range): Promise<boolean>;
  /** Cached here by the first resolver that needs them. */
  total?: Promise<number>;
  hasNext?: Promise<boolean>;
  hasPrevious?: Promise<boolean>;
}

/** A page of whatever records. */
export type ListedPage = Page<unknown>;

/** The total is counted only when a field needs it, and not at all where it follows from the page. */
function pageTotal(page: ListedPage): Promise<number> {
  const { positions, hasMore, request } = page;
  const isWhole = !hasMore && !request.after && !request.before;
  const isLast = isWhole && (positions.length > 0 || request.offset === 0);
  page.total ??= isLast ? Promise.resolve(request.offset + positions.length) : page.count();
  return page.total;
}

/** Number of pages that hold `total` records, `perPage` (1 or more) on each; 0 when there are none. */
export const totalPages = (total: number, perPage: number): number =>
  total > 0 && perPage > 0 ? Math.ceil(total / perPage) : 0;

const ONE = { after: null, before: null, isInclusive: true, limit: 1, offset: 0 } as const;

async function findNext(page: ListedPage): Promise<boolean> {
  const { hasMore, request } = page;
  if (hasMore && !request.isBackward) return true;
  return request.before !== null && page.hasAny({ ...ONE, after: request.before, isReversed: false });
}

async function findPrevious(page: ListedPage): Promise<boolean> {
  const { hasMore, request, positions } = page;
  if (request.offset > 0) return positions.length > 0 || (await pageTotal(page)) > 0;
  if (hasMore && request.isBackward) return true;
  return request.after !== null && page.hasAny({ ...ONE, before: request.after, isReversed: true });
}

/** Whether there are records behind a page. */
function hasNextPage(page: ListedPage): Promise<boolean> {
  page.hasNext ??= findNext(page);
  return page.hasNext;
}

function hasPreviousPage(page: ListedPage): Promise<boolean> {
  page.hasPrevious ??= findPrevious(page);
  return page.hasPrevious;
}

const cursorAt = ({ list, positions }: ListedPage, at: number): string | null => {
  const position = positions.at(at);
  return position ? cursorOf(list(), position) : null;
};

/** A record of a page, and its cursor. */
interface Edge<R> {
  readonly node: R;
  readonly cursor: string;
}

function edgesOf<R extends { readonly id: number }>({ rows, positions, list }: Page<R>): Edge<R>[] {
  const byId = new Map(positions.map((position) => [position.id, position]));
  const name = list();
  const edges: Edge<R>[] = [];
  for (const node of rows) {
    const position = byId.get(node.id);
    if (position) edges.push({ node, cursor: cursorOf(name, position) });
  }
  return edges;
}

/** The records of a page. */
const nodesOf = <R>({ rows }: Page<R>): R[] => [...rows];

/** The cursor of the next page, for pages by `cursor`; null on the last one, and on pages by number. */
export const nextCursorOf = (page: ListedPage): string | null =>
  page.request.page === null && !page.request.isBackward && page.hasMore ? cursorAt(page, -1) : null;

/** Resolvers of connections that only GraphQL has. */
export const plainConnectionFields = {
  nodes: nodesOf,
  edges: edgesOf,
  pageInfo: (page: ListedPage) => page,
  totalCount: pageTotal,
};

/** Resolvers of connections that REST shows, too. */
export const connectionFields = {
  ...plainConnectionFields,
  totalPages: async (page: ListedPage) => totalPages(await pageTotal(page), page.request.perPage),
};

/** Resolvers of PageInfo. */
export const pageInfoFields = {
  hasNextPage,
  hasPreviousPage,
  startCursor: (page: ListedPage) => cursorAt(page, 0),
  endCursor: (page: ListedPage) => cursorAt(page, -1),
};

/** Where a connection has its records, as paths of fields. */
export const PATHS_TO_NODES = [['nodes'], ['edges', 'node']] as const;
