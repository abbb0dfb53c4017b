import { sql } from 'kysely';
import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { visibility } from '../access/policy.ts';
import type { Condition } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { EventFilter } from '../generated/schema.ts';
import type { Filter } from '../resource/checks.ts';
import { LONG } from './event.indexes.ts';

/** Whether a list has nothing but what `event_end` contains. */
function isPublic({ caller }: Context, filter: EventFilter): boolean {
  const { statuses, scope } = visibility(caller, filter.statuses);
  return !filter.isHidden && scope === 'published' && statuses.every((one) => one === 'publish');
}

/** Where to look for the events of a list that have ended, or have not; times in UTC. */
interface Edges {
  /** A moment between which and the present no event of the list ends. */
  readonly lastEnd: string;
  /** No event of the list that ends after `after`, or after `lastEnd` if that is earlier, begins before; null if unknown. */
  readonly firstStart: string | null;
}

/**
 * The last end stays the same until the next event ends, and the answer expires then. The first start spares a list in the order of starts all that is over;
 * without `offset` PostgreSQL would look for it in that order, too.
 * @param after null where the first start is not wanted
 */
async function edgesOf(context: Context, filter: EventFilter, after: string | null): Promise<Edges> {
  if (!isPublic(context, filter)) return { lastEnd: context.clock.nowUtc, firstStart: null };
  const listed = sql`status = 'publish' and not hide_from_listings`;
  const firstStart =
    after === null
      ? sql`null`
      : sql`(
          select least(edge - make_interval(days => ${sql.lit(LONG.days)}), (
            select min(start_utc) from (
              select start_utc from event where ${listed} and ${sql.raw(LONG.condition)} and end_utc > edge offset 0) as long))
          from (select least(last, ${after}::timestamp) as edge offset 0) as unended)`;
  const { clock, db } = context;
  return clock.until(async (now) => {
    const end = (edge: 'min' | 'max', side: '<=' | '>') =>
      sql`(select ${sql.raw(edge)}(end_utc) from event where ${listed} and end_utc ${sql.raw(side)} ${now}::timestamp)`;
    const query = sql<Edges & { until: string | null }>`
      select last as "lastEnd", until, ${firstStart} as "firstStart"
      from (select coalesce(${end('max', '<=')}, ${now}::timestamp) as last, ${end('min', '>')} as until offset 0) as ends`;
    const { rows } = await query.execute(db);
    const [edges] = rows;
    if (!edges) throw new Error('the last end of events has no row');
    return edges;
  });
}

/** No clock anywhere differs more from UTC, in seconds. */
const FURTHEST = 16 * 3600;

/**
 * Events that have ended at the moment of the request, or all others: timed events by their instants, all-day
 * events by their own dates on the site's day (rules#days). `include` lifts it.
 */
export const endedFilter: Filter<boolean, Condition, EventFilter> = async (wanted, context, filter) => {
  if (filter.include) return null;
  const today = `${context.clock.today} 00:00:00`;
  const earliest = dateTimeFromSeconds(secondsOf(today) - FURTHEST);
  const { lastEnd: moment, firstStart } = await edgesOf(context, filter, wanted ? null : earliest);
  // For the indexes, which are sorted by instants. "is not null" makes PostgreSQL expect this of nearly all rows.
  if (wanted) {
    const latest = dateTimeFromSeconds(secondsOf(today) + FURTHEST);
    return sql`event.start_utc <= greatest(${moment}::timestamp, ${latest}::timestamp) and case
      when event.all_day and event.end_local < ${today}::timestamp then true
      when not event.all_day and event.end_utc <= ${moment}::timestamp then true end is not null`;
  }
  const begins = firstStart === null ? sql`` : sql`event.start_utc >= ${firstStart}::timestamp and`;
  return sql`${begins} event.end_utc > least(${moment}::timestamp, ${earliest}::timestamp) and case
    when event.all_day and event.end_local >= ${today}::timestamp then true
    when not event.all_day and event.end_utc > ${moment}::timestamp then true end is not null`;
};
