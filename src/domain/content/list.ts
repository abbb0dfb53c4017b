import type { SelectQueryBuilder } from 'kysely';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { Context } from '../context/context.ts';
import { LARGE_PAGE, reserveLargeAnswer } from '../context/large-answer.ts';
import { slowRead } from '../context/slow-read.ts';
import { Checks } from '../resource/checks.ts';
import { countRows } from './count.ts';
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
export const FAR = 5_000;

/** A list whose records are read by one statement. */
interface RecordList<Table extends keyof Tables, R> {
  readonly table: Table;
  readonly sorted: SortedList & { readonly name: ListName };
  /** Selects all records of the table. */
  select(db: ReadDb): SelectQueryBuilder<Tables, Table, R>;
  /** Those of the list; problems with its arguments go to `checks`. @throws ServiceError rest_invalid_param */
  condition(checks: Checks): Promise<Condition>;
  /** Whether its statements are expected to take long. */
  readonly isSlow?: boolean;
}

/** A page of a list. Past the last one it is empty. @throws ServiceError for bad arguments */
export async function listRecords<Table extends keyof Tables, R extends { readonly id: number }>(
  context: Context,
  args: PageArgs,
  { table, sorted, select, condition: conditionOf, isSlow = false }: RecordList<Table, R>,
): Promise<Page<R>> {
  const { name, order } = sorted;
  const checks = new Checks();
  const request = await requestedPage(context, checks, sorted, args);
  const condition = await conditionOf(checks);
  checks.done();
  const read = async (range: Range): Promise<readonly (R & Position)[]> => {
    const query = select(context.db)
      .select(keyColumn(order).as('key'))
      .where(allOf([condition, ...within(order, range)]))
      .orderBy(orderBy(order, range.isReversed))
      .limit(range.limit)
      .offset(range.offset);
    return slowRead(context, () => query.execute(), isSlow || range.offset > FAR);
  };
  let total: Promise<number> | undefined;
  const count = (): Promise<number> => (total ??= countRows(context, table, condition, isSlow));
  if (request.perPage > LARGE_PAGE) await reserveLargeAnswer(context);
  // Counting is cheaper than skipping this many rows only to find none after them.
  const isPast = request.offset > FAR && request.offset >= (await count());
  const { rows, hasMore } = isPast
    ? { rows: [], hasMore: false }
    : pageRows(request, await read(rangeOf(request)));
  return {
    rows,
    positions: rows,
    hasMore,
    request,
    list: name,
    count,
    hasAny: async (range) => (await read(range)).length > 0,
  };
}
