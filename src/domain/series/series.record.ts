import { type RawBuilder, sql } from 'kysely';
import type { RuleStart } from '../../lib/recurrence.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import { rowsByKey } from '../../platform/postgres/rows-by-key.ts';
import { readVisibility } from '../access/policy.ts';
import { visibleIn } from '../content/visibility.ts';
import type { Context, Loader } from '../context/context.ts';

/** The plan of a series. Dates are planned starts in its zone, `YYYY-MM-DD HH:MM:SS`. */
export interface Plan extends RuleStart {
  /** An RRULE of RFC 5545; null for a list of dates. */
  readonly rule?: string | null | undefined;
  /** Empty if the series has a rule; the first is its start. */
  readonly dates: readonly string[];
  readonly exceptions: readonly string[];
  /** The duration of occurrences in local seconds. */
  readonly duration: number;
}

export interface SeriesRecord extends Plan {
  readonly id: number;
  /** The event that shows the rule. */
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
const hasIdAmong = (ids: RawBuilder<readonly number[]>) => sql<boolean>`id = any(${ids}::int[])`;

const readById = rowsByKey<number, 'id', SeriesRecord>((db, ids) => select(db).where(hasIdAmong(ids)), 'id');

/** Series by id; null for unknown ids. */
export const seriesById: Loader<number, SeriesRecord | null> = {
  batch: ({ db }, ids) => readById(db, ids),
};

/** Series by id, in this order; null for unknown ids, and for series without events that the caller may read. */
export async function readShownSeries(
  context: Context,
  ids: readonly number[],
): Promise<(SeriesRecord | null)[]> {
  const condition = visibleIn('event', readVisibility(context.caller));
  const series = await select(context.db)
    .where(hasIdAmong(sql`${[...ids]}`))
    .where(sql<boolean>`exists (select from event where series_id = series.id and ${condition})`)
    .execute();
  const byId = new Map(series.map((one) => [one.id, one]));
  return ids.map((id) => byId.get(id) ?? null);
}
