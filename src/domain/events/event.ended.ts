import { sql } from 'kysely';
import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { nextDay, startOfDay } from '../../lib/dates.ts';
import { localDateTimeOf, utcOf } from '../../lib/zones.ts';
import { visibility } from '../access/policy.ts';
import type { Condition } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { QueryEventsArgs } from '../generated/schema.ts';
import type { Filter } from '../resource/checks.ts';
import type { EventCondition } from './event.total.ts';

/** Whether a list has nothing but what `event_end` contains. */
function isPublic({ caller }: Context, { status, hidden }: QueryEventsArgs): boolean {
  const { statuses, scope } = visibility(caller, status);
  return !hidden && scope === 'published' && statuses.every((one) => one === 'publish');
}

/**
 * A moment, in UTC, between which and the present no event of a list ends. It stays the same until the next one
 * ends, and the answer expires then; so what is cached need not be computed anew each second.
 */
async function lastEnd(context: Context, args: QueryEventsArgs): Promise<string> {
  if (!isPublic(context, args)) return context.clock.nowUtc;
  const now = context.clock.steadyNowUtc;
  const end = (edge: 'min' | 'max', side: '<=' | '>') =>
    sql<string | null>`(select ${sql.raw(edge)}(end_utc) from event
      where status = 'publish' and not hide_from_listings and end_utc ${sql.raw(side)} ${now}::timestamp)`;
  const query = sql<{ last: string | null; next: string | null }>`
    select ${end('max', '<=')} as last, ${end('min', '>')} as next`;
  const { rows } = await context.limits.run('lists', () => query.execute(context.db.tracked), {
    signal: context.signal,
  });
  const { last, next } = rows[0] ?? {};
  if (next) context.dependencies.expireAt(next);
  return last ?? now;
}

/** No clock anywhere differs more from UTC, in seconds. */
const FURTHEST = 16 * 3600;

/**
 * Events that have ended at the moment of the request, or all others: timed events by their instants, all-day
 * events by their own dates on the site's day (rules#days). `include` lifts it.
 */
export const endedFilter: Filter<boolean, EventCondition, QueryEventsArgs> = async (
  wanted,
  context,
  args,
) => {
  if (args.include) return null;
  const { timezone } = context.settings;
  const moment = await lastEnd(context, args);
  const today = startOfDay(localDateTimeOf(context.clock.steadyNowUtc, timezone));
  context.dependencies.expireAt(utcOf(nextDay(today), timezone));
  const bound = {
    end: 'end',
    side: wanted ? 'until' : 'from',
    day: today,
    utc: dateTimeFromSeconds(secondsOf(moment) + 1),
  } as const;
  // For the indexes, which are sorted by instants. "is not null" makes PostgreSQL expect this of nearly all rows.
  if (wanted) {
    const latest = dateTimeFromSeconds(secondsOf(today) + FURTHEST);
    const condition: Condition = sql`event.start_utc <= greatest(${moment}::timestamp, ${latest}::timestamp) and case
      when event.all_day and event.end_local < ${today}::timestamp then true
      when not event.all_day and event.end_utc <= ${moment}::timestamp then true end is not null`;
    return { condition, bound };
  }
  const earliest = dateTimeFromSeconds(secondsOf(today) - FURTHEST);
  const condition: Condition = sql`event.end_utc > least(${moment}::timestamp, ${earliest}::timestamp) and case
    when event.all_day and event.end_local >= ${today}::timestamp then true
    when not event.all_day and event.end_utc > ${moment}::timestamp then true end is not null`;
  return { condition, bound };
};
