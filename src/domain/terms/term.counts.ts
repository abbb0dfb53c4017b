import { type RawBuilder, sql } from 'kysely';
import { load } from '../../platform/cache/loaders.ts';
import { Reader } from '../../platform/cache/reader.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import { Statement, type ValueOf } from '../../platform/postgres/statement.ts';
import type { Context, Loader, Transaction } from '../context/context.ts';
import { type TermRecord, termColumns } from './term.record.ts';

const selectCounts = (db: ReadDb, ids: RawBuilder<readonly number[]>) =>
  db.selectFrom('term').select(['id', 'event_count as count']).where(sql<boolean>`id = any(${ids}::int[])`);
const countReader = new Reader<number, 'id', { id: number; count: number }>(selectCounts, 'id');
const COUNTS = new Statement((db, value: ValueOf<{ ids: readonly number[] }>) =>
  selectCounts(db, value('ids')),
);

/** How many events in state `publish` terms have, by id, as it is stored at this moment of a transaction. */
export async function storedCounts(
  { db }: Transaction,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  if (ids.length === 0) return counts;
  for (const { id, count } of await COUNTS.run(db, { ids })) counts.set(id, count);
  return counts;
}

/** Events in state `publish` that carry a term. */
export const eventCounts: Loader<number, number> = {
  shared: { of: 'count' },
  async batch({ db }, ids) {
    const counts = await countReader.readAll(db.tracked, ids);
    return counts.map((row) => row?.count ?? 0);
  },
};

/** The number of published events that carry a term itself (rules#terms). */
export const countOf = (context: Context, term: TermRecord): number | Promise<number> =>
  term.eventCount ?? load(context, eventCounts, term.id);

const countedReader = new Reader<number, 'id', TermRecord & { count: number }>(
  (db, ids) =>
    db
      .selectFrom('term')
      .select([...termColumns, 'event_count as count'])
      .where(sql<boolean>`term.id = any(${ids}::int[])`),
  'id',
);

/** Terms with their `count`, by id; null for ids that name none. With one statement: for requests that cache nothing. */
export const countedTermById: Loader<number, TermRecord | null> = {
  batch: ({ db }, ids) => countedReader.readAll(db.tracked, ids),
};
