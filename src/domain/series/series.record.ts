import { sql } from 'kysely';
import type { RuleStart } from '../../lib/recurrence.ts';
import { Reader } from '../../platform/cache/reader.ts';
import type { Loader } from '../context/context.ts';

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

const seriesReader = new Reader<number, 'id', SeriesRecord>(
  (db, ids) =>
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
      ])
      .where(sql<boolean>`id = any(${ids}::int[])`),
  'id',
);

/** Series by id; null for ids that name none. */
export const seriesById: Loader<number, SeriesRecord | null> = {
  shared: { of: 'series' },
  batch: ({ db }, ids) => seriesReader.readAll(db.tracked, ids),
};
