import { sql } from 'kysely';
import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { BadValue } from '../../lib/errors.ts';
import { utcOf } from '../../lib/zones.ts';
import type { Condition } from '../content/visibility.ts';

/** An upper limit of the UTC offsets of all zones; historical local mean times come close to it. */
const MAX_UTC_OFFSET_SECONDS = 16 * 3600;

/** Computes a UTC date-time; an infinite timestamp of PostgreSQL if the result is outside the calendar. */
function orInfinity<Args extends readonly unknown[]>(
  beyond: '-infinity' | 'infinity',
  compute: (...args: Args) => string,
  ...args: Args
): string {
  try {
    return compute(...args);
  } catch (error) {
    if (error instanceof BadValue) return beyond;
    throw error;
  }
}

/** A condition on the ends of events that start on a day or later: no event ends before it starts. */
export const endsOnOrAfter = (day: string): Condition =>
  sql`event.end_utc >= ${orInfinity('-infinity', dateTimeFromSeconds, secondsOf(day) - MAX_UTC_OFFSET_SECONDS)}::timestamp`;

/**
 * Events whose start or end is on or after a day (`from`), or before it (`until`): timed events in `zone`,
 * all-day events by their own dates (rules#days). An instant further from midnight than the maximum UTC offset decides
 * alone: the indexes are sorted by it. For other events the indexes include the dates. "is not null" makes PostgreSQL
 * estimate that nearly all rows match, which is correct here. Any other form makes it estimate few rows, and choose
 * worse plans.
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
  const midnight = orInfinity(side === 'from' ? '-infinity' : 'infinity', utcOf, day, zone);
  const earliest = orInfinity('-infinity', dateTimeFromSeconds, secondsOf(day) - MAX_UTC_OFFSET_SECONDS);
  const latest = orInfinity('infinity', dateTimeFromSeconds, secondsOf(day) + MAX_UTC_OFFSET_SECONDS);
  const [comparison, possible, certain] =
    side === 'from' ? [sql.raw('>='), earliest, latest] : [sql.raw('<'), latest, earliest];
  return sql`${utc} ${comparison} ${possible}::timestamp and case
    when ${utc} ${comparison} ${certain}::timestamp then true
    when event.all_day and ${local} ${comparison} ${day}::timestamp then true
    when not event.all_day and ${utc} ${comparison} ${midnight}::timestamp then true end is not null`;
}
