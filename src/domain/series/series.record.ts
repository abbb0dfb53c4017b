import { type RawBuilder, sql } from 'kysely';
import type { RuleStart } from '../../lib/recurrence.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import { rowsByKey } from '../../platform/postgres/rows-by-key.ts';
import { readability } from '../access/policy.ts';
import { visibleIn } from '../content/visibility.ts';
import type { Context, Loader } from '../context/context.ts';

/** What a series plans. Dates are planned starts on its clock, `YYYY-MM-DD HH:MM:SS`. */
export interface Plan extends RuleStart {
  /** Of RFC 5545; null for a list of dates. */
  readonly rule?: string | null | undefined;
  /** Of a series without a rule; the first is its start. */
  readonly dates: readonly string[];
  readonly exceptions: readonly string[];
  /** How long occurrences take, in seconds of the clock. */
  readonly duration: number;
}

/** A series as it is read. */
export interface SeriesRecord extends Plan {
  readonly id: number;
  /** The event that has the rule. */
  readonly parentId: number;
  readonly rule: string | null;
  readonly dates: string[];
  readonly exceptions: string[];
}

const select = (db: ReadDb) =>
  db
    .selectFrom('series')
    .select([
      'id',
      'parent_id as parentId',
      'rule',
      'dates',
      'exceptions',
      'start_local as startLocal',
      'duration',
      'all_day as allDay',
      'timezone',
    ]);
const isAmong = (ids: RawBuilder<readonly number[]>) => sql<boolean>`id = any(${ids}::int[])`;

const readById = rowsByKey<number, 'id', SeriesRecord>((db, ids) => select(db).where(isAmong(ids)), 'id');

/** Series by id; null for ids that name none. */
export const seriesById: Loader<number, SeriesRecord | null> = {
  batch: ({ db }, ids) => readById(db, ids),
};

/** Series by id, in this order; null for ids that name none, and for series of which the caller may read no event. */
export async function readShownSeries(
  context: Context,
  ids: readonly number[],
): Promise<(SeriesRecord | null)[]> {
  const condition = visibleIn('event', readability(context.caller));
  const series = await select(context.db)
    .where(isAmong(sql`${[...ids]}`))
    .where(sql<boolean>`exists (select from event where series_id = series.id and ${condition})`)
    .execute();
  const byId = new Map(series.map((one) => [one.id, one]));
  return ids.map((id) => byId.get(id) ?? null);
}
