import { type SelectQueryBuilder, sql } from 'kysely';
import { groupedLoader, load } from '../../platform/cache/loaders.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { Context } from '../context/context.ts';
import { LARGE_PAGE_SIZE, LARGE_TEXT_CHARACTERS, reserveLargeResponse } from '../context/large-response.ts';
import { slowRead } from '../context/slow-read.ts';
import { Checks } from '../resource/checks.ts';
import type { Position } from './cursor.ts';
import { keyColumn, orderBy, type Range, rangeConditions } from './keyset.ts';
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

/** Offset in rows above which a read is treated as slow, and the total is counted first. */
const FAR_OFFSET = 5_000;

/** Pages with up to this number of records are read without measuring their texts. */
const SMALL_PAGE_SIZE = 10;

/** A list of records of one table. */
interface RecordList {
  readonly sorted: SortedList & { readonly name: ListName };
  /** Adds problems with the arguments to `checks`. @throws ServiceError rest_invalid_param */
  condition(checks: Checks): Promise<Condition>;
  /** Whether its statements may take long. */
  readonly isSlow?: boolean;
  /** The record that contains the list; the condition refers to its id as `scope.id`. */
  readonly scope?: Scope;
}

/** A record that contains a list. One statement reads the same list of many records. */
interface Scope {
  readonly id: number;
  /** Groups the lists that one statement may read, together with their arguments. */
  readonly kind: unknown;
}

interface ListKey extends Scope {
  readonly args: PageArgs;
  readonly list: RecordList;
}

interface RangeKey extends ListKey {
  readonly range: Range;
}

interface RangeRows<Row> {
  readonly rows: readonly Row[];
  /** The rows of all scopes from the same statement, without the extra row of each that only shows that more exist. */
  readonly batchRows: readonly Row[];
}

/**
 * Creates a function that reads a page of a list; the page is empty after the end of the list.
 * @param select selects all records of the table
 * @param longTexts columns that are read later and may have long texts: then the page reserves a slot before
 */
export function pageReader<Table extends keyof Tables, R extends { readonly id: number }>(
  table: Table,
  select: (db: ReadDb) => SelectQueryBuilder<Tables, Table, R>,
  longTexts: readonly string[] = [],
) {
  type Row = R & Position;

  const rangeQuery = (
    { db }: Context,
    { sorted: { order } }: RecordList,
    condition: Condition,
    range: Range,
  ) =>
    select(db)
      .select(keyColumn(order).as('key'))
      .where(allOf([condition, ...rangeConditions(order, range)]))
      .orderBy(orderBy(order, range.isReversed))
      .limit(range.limit)
      .offset(range.offset);
  const totalQuery = (condition: Condition) =>
    sql<{ total: number }>`select count(*)::int as total from ${sql.table(table)} where ${condition}`;
  /**
   * Adds the `bytes` of its long texts to each row; PostgreSQL knows them without reading the texts. The rows keep the
   * order of the query.
   */
  const withBytes = (query: ReturnType<typeof rangeQuery>) => {
    const bytes = longTexts.map((column) => sql`octet_length(${sql.ref(column)})`);
    return sql<Row & { readonly bytes: number }>`
      select page.*, (select ${sql.join(bytes, sql` + `)} from ${sql.table(table)} where id = page.id) as bytes
      from (${query}) as page`;
  };
  const withoutExtraRow = (rows: readonly Row[], { limit }: Range): Row[] => rows.slice(0, limit - 1);
  const runWithLimit = <T>(
    context: Context,
    { isSlow = false }: RecordList,
    read: () => Promise<T>,
    offset = 0,
  ) => slowRead(context, read, isSlow || offset > FAR_OFFSET);

  const rowsByScope = groupedLoader(
    ({ kind, args, range }: RangeKey) => [kind, args, range],
    async (context: Context, { list, range }, ids) => {
      const order = orderBy(list.sorted.order, range.isReversed);
      // Sorting by position makes PostgreSQL start from the rows of a scope instead of from the sort index.
      const page = rangeQuery(context, list, await list.condition(new Checks()), range)
        .select(sql`row_number() over (order by ${order})`.as('position'))
        .clearOrderBy()
        .orderBy('position');
      const query = sql<Row & { readonly scopeId: number }>`
        select scope.id as "scopeId", page.*
        from unnest(${[...ids]}::int[]) as scope (id) cross join lateral ${page} as page
        order by scope.id, page.position`;
      const { rows } = await runWithLimit(context, list, () => query.execute(context.db), range.offset);
      const byScope = Map.groupBy(rows, ({ scopeId }) => scopeId);
      const batchRows = [...byScope.values()].flatMap((scopeRows) => withoutExtraRow(scopeRows, range));
      if (batchRows.length > LARGE_PAGE_SIZE) await reserveLargeResponse(context);
      return new Map([...byScope].map(([id, scopeRows]) => [id, { rows: scopeRows, batchRows }]));
    },
  );

  const totalsByScope = groupedLoader(
    ({ kind, args }: ListKey) => [kind, args],
    async (context: Context, { list }, ids) => {
      const query = sql<{ id: number; total: number }>`
        select id, (${totalQuery(await list.condition(new Checks()))}) as total from unnest(${[...ids]}::int[]) as scope (id)`;
      const { rows } = await runWithLimit(context, list, () => query.execute(context.db));
      return new Map(rows.map(({ id, total }) => [id, total]));
    },
  );

  /** Reads and counts the list of a scope, batched with others. */
  const inScope = (context: Context, key: ListKey) => ({
    read: async (range: Range): Promise<RangeRows<Row>> =>
      (await load(context, rowsByScope, { ...key, range })) ?? { rows: [], batchRows: [] },
    count: async () => (await load(context, totalsByScope, key)) ?? 0,
  });

  /** Reads and counts a list without a scope. */
  const standalone = (context: Context, list: RecordList, condition: Condition) => ({
    async read(range: Range): Promise<RangeRows<Row>> {
      const query = rangeQuery(context, list, condition, range);
      if (longTexts.length > 0 && range.limit > SMALL_PAGE_SIZE + 1) {
        const measured = withBytes(query);
        const { rows } = await runWithLimit(context, list, () => measured.execute(context.db), range.offset);
        const size = rows.reduce((sum, row) => sum + row.bytes, 0);
        if (size > LARGE_TEXT_CHARACTERS) await reserveLargeResponse(context);
        return { rows, batchRows: withoutExtraRow(rows, range) };
      }
      const rows = await runWithLimit(context, list, () => query.execute(), range.offset);
      return { rows, batchRows: withoutExtraRow(rows, range) };
    },
    async count() {
      const query = totalQuery(condition);
      const { rows } = await runWithLimit(context, list, () => query.execute(context.db));
      return rows[0]?.total ?? 0;
    },
  });

  /** @throws ServiceError for invalid arguments */
  return async (
    context: Context,
    args: PageArgs,
    list: RecordList,
  ): Promise<Page<Row> & Pick<RangeRows<Row>, 'batchRows'>> => {
    const { sorted, scope } = list;
    const checks = new Checks();
    const request = await requestedPage(context, checks, sorted, args);
    const { read, ...counting } = scope
      ? inScope(context, { ...scope, args, list })
      : standalone(context, list, await list.condition(checks));
    // Reports the problems of the condition together with those of the page.
    if (scope && Object.keys(checks.problems).length > 0) await list.condition(checks);
    checks.assertValid();
    let total: Promise<number> | undefined;
    const count = (): Promise<number> => (total ??= counting.count());
    if (!scope && request.perPage > LARGE_PAGE_SIZE) await reserveLargeResponse(context);
    // Counting is cheaper than skipping many rows to find none after them.
    const isPastEnd = request.offset > FAR_OFFSET && request.offset >= (await count());
    const { rows: found, batchRows } = isPastEnd ? { rows: [], batchRows: [] } : await read(rangeOf(request));
    const { rows, hasMore } = pageRows(request, found);
    return {
      rows: () => rows,
      positions: rows,
      batchRows,
      hasMore,
      request,
      list: sorted.name,
      count,
      hasAny: async (range) => (await read(range)).rows.length > 0,
    };
  };
}
