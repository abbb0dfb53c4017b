import { sql } from 'kysely';
import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { BadValue } from '../../lib/errors.ts';
import { utcOf } from '../../lib/zones.ts';
import type { Condition } from '../content/visibility.ts';

/**
 * No clock anywhere differs more from UTC, in seconds; local mean times before the railways came close to it.
 */
const FURTHEST = 16 * 3600;

/** Outside the calendar, the first or last moment that PostgreSQL knows: no event is there. */
function within<Args extends readonly unknown[]>(
  beyond: '-infinity' | 'infinity',
  moment: (...args: Args) => string,
  ...args: Args
): string {
  try {
    return moment(...args);
  } catch (error) {
    if (error instanceof BadValue) return beyond;
    throw error;
  }
}

/** The ends of events that start on a day or later: no event ends before it starts. */
export const endsSince = (day: string): Condition =>
  sql`event.end_utc >= ${within('-infinity', dateTimeFromSeconds, secondsOf(day) - FURTHEST)}::timestamp`;

/**
 * Events whose start or end lies on or after a day (`from`), or before it (`until`): timed events on the
 * clock of a zone, all-day events by their own dates (rules#days). Where the instant is further from midnight
 * than clocks can differ, it decides alone, and the indexes are sorted by it; for the others, the indexes
 * contain the dates. The condition is written as "not null" because PostgreSQL then expects it of nearly all
 * rows, which is right here. Any other form makes it expect few rows, and choose worse plans.
 * @param day `YYYY-MM-DD 00:00:00`
 */
export function dayCondition(
  end: 'start' | 'end',
  side: 'from' | 'until',
  day: string,
  zone: string,
): Condition {
  const utc = sql.ref(`event.${end}_utc`);
  const local = sql.ref(`event.${end}_local`);
  const midnight = within(side === 'from' ? '-infinity' : 'infinity', utcOf, day, zone);
  const earliest = within('-infinity', dateTimeFromSeconds, secondsOf(day) - FURTHEST);
  const latest = within('infinity', dateTimeFromSeconds, secondsOf(day) + FURTHEST);
  const [is, possible, certain] =
    side === 'from' ? [sql.raw('>='), earliest, latest] : [sql.raw('<'), latest, earliest];
  return sql`${utc} ${is} ${possible}::timestamp and case
    when ${utc} ${is} ${certain}::timestamp then true
    when event.all_day and ${local} ${is} ${day}::timestamp then true
    when not event.all_day and ${utc} ${is} ${midnight}::timestamp then true end is not null`;
}
