import { sql } from 'kysely';
import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { visibility } from '../access/policy.ts';
import type { Condition } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { EventFilter } from '../generated/schema.ts';
import type { Filter } from '../resource/checks.ts';
import { LONG_EVENT } from './event.indexes.ts';

/** Whether a list contains only events of the index `event_end`: published and not hidden. */
function listsOnlyPublished({ caller }: Context, filter: EventFilter): boolean {
  const { statuses, scope } = visibility(caller, filter.statuses);
  return !filter.isHidden && scope === 'published' && statuses.every((one) => one === 'publish');
}

/** Limits for the scan for past events, or for all others, in UTC. */
interface ScanBounds {
  /** No event of the list ends after this instant and before the current time. */
  readonly lastEnd: string;
  /** No event that ends after the earlier of `after` and `lastEnd` starts before this instant; null if unknown. */
  readonly firstStart: string | null;
}

/**
 * The last end is valid until the next event ends; the response expires then. The first start lets a list in the order
 * of starts skip past events. `offset 0` keeps PostgreSQL from searching for it in the order of starts.
 * @param after null if the first start is not needed
 */
async function findScanBounds(
  context: Context,
  filter: EventFilter,
  after: string | null,
): Promise<ScanBounds> {
  if (!listsOnlyPublished(context, filter)) return { lastEnd: context.clock.nowUtc, firstStart: null };
  const listed = sql`status = 'publish' and not hide_from_listings`;
  const firstStart =
    after === null
      ? sql`null`
      : sql`(
          select least(edge - make_interval(days => ${sql.lit(LONG_EVENT.days)}), (
            select min(start_utc) from (
              select start_utc from event where ${listed} and ${sql.raw(LONG_EVENT.condition)} and end_utc > edge offset 0) as long))
          from (select least(last, ${after}::timestamp) as edge offset 0) as unended)`;
  const { clock, db } = context;
  return clock.withExpiry(async (now) => {
    const nearestEnd = (edge: 'min' | 'max', side: '<=' | '>') =>
      sql`(select ${sql.raw(edge)}(end_utc) from event where ${listed} and end_utc ${sql.raw(side)} ${now}::timestamp)`;
    const query = sql<ScanBounds & { until: string | null }>`
      select last as "lastEnd", until, ${firstStart} as "firstStart"
      from (select coalesce(${nearestEnd('max', '<=')}, ${now}::timestamp) as last, ${nearestEnd('min', '>')} as until offset 0) as ends`;
    const { rows } = await query.execute(db);
    const [bounds] = rows;
    if (!bounds) throw new Error('the query for the last end of events returned no row');
    return bounds;
  });
}

/** An upper limit of the UTC offsets of all zones. */
const MAX_UTC_OFFSET_SECONDS = 16 * 3600;

/**
 * Past events, or all others, at the time of the request: timed events by their instants, all-day events by their own
 * dates on the site's day (rules#days). `include` disables the filter.
 */
export const endedFilter: Filter<boolean, Condition, EventFilter> = async (wanted, context, filter) => {
  if (filter.include) return null;
  const today = `${context.clock.today} 00:00:00`;
  const earliest = dateTimeFromSeconds(secondsOf(today) - MAX_UTC_OFFSET_SECONDS);
  const { lastEnd, firstStart } = await findScanBounds(context, filter, wanted ? null : earliest);
  // The first comparison uses an index on instants. "is not null": see `dayCondition`.
  if (wanted) {
    const latest = dateTimeFromSeconds(secondsOf(today) + MAX_UTC_OFFSET_SECONDS);
    return sql`event.start_utc <= greatest(${lastEnd}::timestamp, ${latest}::timestamp) and case
      when event.all_day and event.end_local < ${today}::timestamp then true
      when not event.all_day and event.end_utc <= ${lastEnd}::timestamp then true end is not null`;
  }
  const startLimit = firstStart === null ? sql`` : sql`event.start_utc >= ${firstStart}::timestamp and`;
  return sql`${startLimit} event.end_utc > least(${lastEnd}::timestamp, ${earliest}::timestamp) and case
    when event.all_day and event.end_local >= ${today}::timestamp then true
    when not event.all_day and event.end_utc > ${lastEnd}::timestamp then true end is not null`;
};
