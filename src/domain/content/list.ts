import { type SelectQueryBuilder, sql } from 'kysely';
import { groupedLoader, load } from '../../platform/cache/loaders.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { Context } from '../context/context.ts';
import { LARGE_PAGE, reserveLargeAnswer } from '../context/large-answer.ts';
import { slowRead } from '../context/slow-read.ts';
import { Checks } from '../resource/checks.ts';
import type { Position } from './cursor.ts';
import { keyColumn, orderBy, type Range, within } from './keyset.ts';
import {
  type ListName,
  type Page,
  type PageArgs,
  pageRows,
  rangeOf,
  requestedPage,
  type SortedList,
} from './page.ts';
import { allOf, type Condition } from './visibility.ts';

/** The offset in rows from which the total is counted first, and a list is expected to take long. */
const FAR = 5_000;

/** One list of the records of a table. */
interface RecordList {
  readonly sorted: SortedList & { readonly name: ListName };
  /** The condition of its records; problems with its arguments go to `checks`. @throws ServiceError rest_invalid_param */
  condition(checks: Checks): Promise<Condition>;
  /** Whether its statements are expected to take long. */
  readonly isSlow?: boolean;
  /** The record that has the list; the condition names its id `scope.id`. */
  readonly scope?: Scope;
}

/** A record that has a list. Equal lists of several are read by one statement. */
interface Scope {
  readonly id: number;
  /** What these lists have in common besides their arguments. */
  readonly kind: unknown;
}

/** The list of a scope. */
interface ListKey extends Scope {
  readonly args: PageArgs;
  readonly list: RecordList;
}

/** A part of it. */
interface PartKey extends ListKey {
  readonly range: Range;
}

/** The rows of a part of a list. */
interface Part<Row> {
  readonly rows: readonly Row[];
  /** Those that the same statement read for all scopes, but for the last ones, which only show that there are more. */
  readonly together: readonly Row[];
}

/**
 * Makes the function that reads a page of a list of a table. Past the end of the list it is empty.
 * @param select selects all records of the table
 */
export function listsOf<Table extends keyof Tables, R extends { readonly id: number }>(
  table: Table,
  select: (db: ReadDb) => SelectQueryBuilder<Tables, Table, R>,
) {
  type Row = R & Position;

  const partOf = ({ db }: Context, { sorted: { order } }: RecordList, condition: Condition, range: Range) =>
    select(db)
      .select(keyColumn(order).as('key'))
      .where(allOf([condition, ...within(order, range)]))
      .orderBy(orderBy(order, range.isReversed))
      .limit(range.limit)
      .offset(range.offset);
  const totalOf = (condition: Condition) =>
    sql<{ total: number }>`select count(*)::int as total from ${sql.table(table)} where ${condition}`;
  const shownOf = (rows: readonly Row[], { limit }: Range): Row[] => rows.slice(0, limit - 1);
  const inTurn = <T>(context: Context, { isSlow = false }: RecordList, read: () => Promise<T>, offset = 0) =>
    slowRead(context, read, isSlow || offset > FAR);

  const partsInScopes = groupedLoader(
    ({ kind, args, range }: PartKey) => [kind, args, range],
    async (context: Context, { list, range }, ids) => {
      const order = orderBy(list.sorted.order, range.isReversed);
      // By position, so that PostgreSQL begins with what a scope has, and not with all that could come first.
      const part = partOf(context, list, await list.condition(new Checks()), range)
        .select(sql`row_number() over (order by ${order})`.as('position'))
        .clearOrderBy()
        .orderBy('position');
      const query = sql<Row & { readonly scopeId: number }>`
        select scope.id as "scopeId", page.*
        from unnest(${[...ids]}::int[]) as scope (id) cross join lateral ${part} as page
        order by scope.id, page.position`;
      const { rows } = await inTurn(context, list, () => query.execute(context.db), range.offset);
      const byScope = Map.groupBy(rows, ({ scopeId }) => scopeId);
      const together = [...byScope.values()].flatMap((ofScope) => shownOf(ofScope, range));
      if (together.length > LARGE_PAGE) await reserveLargeAnswer(context);
      return new Map([...byScope].map(([id, ofScope]) => [id, { rows: ofScope, together }]));
    },
  );

  const totalsInScopes = groupedLoader(
    ({ kind, args }: ListKey) => [kind, args],
    async (context: Context, { list }, ids) => {
      const query = sql<{ id: number; total: number }>`
        select id, (${totalOf(await list.condition(new Checks()))}) as total from unnest(${[...ids]}::int[]) as scope (id)`;
      const { rows } = await inTurn(context, list, () => query.execute(context.db));
      return new Map(rows.map(({ id, total }) => [id, total]));
    },
  );

  /** Reads and counts a list of a scope. */
  const inScope = (context: Context, key: ListKey) => ({
    read: async (range: Range): Promise<Part<Row>> =>
      (await load(context, partsInScopes, { ...key, range })) ?? { rows: [], together: [] },
    count: async () => (await load(context, totalsInScopes, key)) ?? 0,
  });

  /** Reads and counts any other list. */
  const byItself = (context: Context, list: RecordList, condition: Condition) => ({
    async read(range: Range): Promise<Part<Row>> {
      const query = partOf(context, list, condition, range);
      const rows = await inTurn(context, list, () => query.execute(), range.offset);
      return { rows, together: shownOf(rows, range) };
    },
    async count() {
      const query = totalOf(condition);
      const { rows } = await inTurn(context, list, () => query.execute(context.db));
      return rows[0]?.total ?? 0;
    },
  });

  /** @throws ServiceError for bad arguments */
  return async (
    context: Context,
    args: PageArgs,
    list: RecordList,
  ): Promise<Page<Row> & Pick<Part<Row>, 'together'>> => {
    const { sorted, scope } = list;
    const checks = new Checks();
    const request = await requestedPage(context, checks, sorted, args);
    const { read, ...counting } = scope
      ? inScope(context, { ...scope, args, list })
      : byItself(context, list, await list.condition(checks));
    // All that is wrong is named at once.
    if (scope && Object.keys(checks.problems).length > 0) await list.condition(checks);
    checks.done();
    let total: Promise<number> | undefined;
    const count = (): Promise<number> => (total ??= counting.count());
    if (!scope && request.perPage > LARGE_PAGE) await reserveLargeAnswer(context);
    // Counting is cheaper than skipping this many rows only to find none after them.
    const isPast = request.offset > FAR && request.offset >= (await count());
    const { rows: found, together } = isPast ? { rows: [], together: [] } : await read(rangeOf(request));
    const { rows, hasMore } = pageRows(request, found);
    return {
      rows,
      positions: rows,
      together,
      hasMore,
      request,
      list: sorted.name,
      count,
      hasAny: async (range) => (await read(range)).rows.length > 0,
    };
  };
}
