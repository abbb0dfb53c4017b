import { type RawBuilder, sql } from 'kysely';
import { load } from '../../platform/cache/loaders.ts';
import { Reader } from '../../platform/cache/reader.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import { Statement, type ValueOf } from '../../platform/postgres/statement.ts';
import type { Context, Loader, Transaction } from '../context/context.ts';
import { lastPublication, scheduledTerms } from '../context/scheduled.ts';
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

const NOTHING: ReadonlyMap<number, number> = new Map();

/** By the moment until which events count as published. */
const scheduledAfter: Loader<string, ReadonlyMap<number, number>> = {
  batch: ({ db }, moments) =>
    Promise.all(
      moments.map(async (moment) => {
        const { rows } = await sql<{ last: string | null }>`select ${lastPublication} as last`.execute(
          db.tracked,
        );
        const last = rows[0]?.last;
        return last && last > moment ? scheduledTerms(db.tracked, moment) : NOTHING;
      }),
    ),
};

/**
 * How many of the events in state `publish` have a date to come, for each term that has any. Requests that
 * cache nothing look it up.
 */
const scheduledOf = (context: Context): ReadonlyMap<number, number> | Promise<ReadonlyMap<number, number>> =>
  context.clock.published.scheduled ?? load(context, scheduledAfter, context.clock.published.by);

/** How many published events carry a term itself (rules#terms). */
export async function countOf(context: Context, term: TermRecord): Promise<number> {
  const scheduled = await scheduledOf(context);
  const all = term.eventCount ?? (await load(context, eventCounts, term.id));
  return all - (scheduled.get(term.id) ?? 0);
}

/** The same as {@link countOf}, as SQL for each term of a query. */
export async function publishedEvents(context: Context): Promise<RawBuilder<number>> {
  const scheduled = await scheduledOf(context);
  if (scheduled.size === 0) return sql<number>`term.event_count`;
  const later = JSON.stringify(Object.fromEntries(scheduled));
  return sql<number>`(term.event_count - coalesce((${later}::jsonb ->> term.id::text)::int, 0))`;
}

const countedReader = new Reader<number, 'id', TermRecord & { eventCount: number; last: string | null }>(
  (db, ids) =>
    db
      .selectFrom('term')
      .select([...termColumns, lastPublication.as('last')])
      .where(sql<boolean>`term.id = any(${ids}::int[])`),
  'id',
);

/**
 * Terms with their `count`, by id; null for ids that name none. With one statement where nothing is
 * scheduled: for requests that cache nothing.
 */
export const countedTermById: Loader<number, TermRecord | null> = {
  async batch({ db, clock }, ids) {
    const { by } = clock.published;
    const terms = await countedReader.readAll(db.tracked, ids);
    const last = terms.find((term) => term !== null)?.last;
    const scheduled = last && last > by ? await scheduledTerms(db.tracked, by) : NOTHING;
    return terms.map((term) => term && { ...term, count: term.eventCount - (scheduled.get(term.id) ?? 0) });
  },
};
