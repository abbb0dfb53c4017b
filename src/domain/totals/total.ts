import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StoredStatus } from '../../lib/statuses.ts';
import type { Context } from '../context/context.ts';
import { lastPublication } from '../context/scheduled.ts';
import { isSmall, wantTotals } from './keep.ts';
import { dayOf, inScope, type TotalScope, wasInScope } from './scope.ts';

/** More unmerged events than this are not counted one by one: that would take longer than counting all by an index. */
const MOST_UNMERGED = 2_000;

/** A bound of a list by date, between two days (rules#days). */
export interface Bound {
  /** Which end of an event it is about. */
  readonly end: 'start' | 'end';
  /** Whether that end lies at the bound or after it, or before it. */
  readonly side: 'from' | 'until';
  /** Of events that take whole days, by their own dates: a day, as its beginning. */
  readonly day: string;
  /** Of all others: a moment in UTC, or `infinity`, `-infinity`. */
  readonly utc: string;
}

/** A list of events whose total can be put together from kept ones. */
export interface TotalledList {
  readonly scope: TotalScope;
  /** As they are stored. */
  readonly statuses: readonly StoredStatus[];
  /** The moment by which events must have been published; null where those to come are listed, too. */
  readonly publishedBy: string | null;
  /** null for both. */
  readonly featured: boolean | null;
  readonly bounds: readonly Bound[];
}

const COMPARISONS = { from: sql.raw('>='), until: sql.raw('<') } as const;
const and = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;

/** The first day in UTC that lies wholly on the right side of a bound, or of `until` the first that does not. */
const wholeDay = ({ side, utc }: Bound): RawBuilder<string> => {
  const day = sql<string>`${utc.slice(0, 10)}::date`;
  return side === 'until' || isMidnight(utc) ? day : sql`(${day} + 1)`;
};
const isMidnight = (utc: string): boolean => !utc.includes(' ') || utc.endsWith(' 00:00:00');

/** Days `starts` and `ends` that lie wholly within some bounds. */
function wholeDays(bounds: readonly Bound[], allDay: boolean): RawBuilder<SqlBool> {
  const conditions = bounds.flatMap((bound) => {
    const day = allDay ? sql`${bound.day}::date` : wholeDay(bound);
    const within = sql`${sql.ref(`${bound.end}s`)} ${COMPARISONS[bound.side]} ${day}`;
    // What follows for the end is what the rows are sorted by.
    return bound.end === 'start' && bound.side === 'from' ? [within, sql`ends >= ${day}`] : [within];
  });
  return and([allDay ? sql`all_day` : sql`not all_day`, ...conditions]);
}

/** Events with times in the part of a day that a bound cuts off; none where it lies between two days in UTC. */
function restOfDay(bounds: readonly Bound[], at: number): RawBuilder<SqlBool>[] {
  const bound = bounds[at];
  if (!bound || isMidnight(bound.utc)) return [];
  const column = ({ end }: Bound) => sql.ref(`${end}_utc`);
  const edges = [sql`${bound.utc}::timestamp`, wholeDay(bound)];
  const [first, end] = bound.side === 'from' ? edges : edges.toReversed();
  // Each event once: those that an earlier bound cuts off are counted there.
  const others = bounds.flatMap((other, place) => {
    if (place === at) return [];
    const limit = place < at ? wholeDay(other) : sql`${other.utc}::timestamp`;
    return [sql`${column(other)} ${COMPARISONS[other.side]} ${limit}`];
  });
  return [and([sql`not all_day and ${column(bound)} >= ${first} and ${column(bound)} < ${end}`, ...others])];
}

function totalQuery({
  scope,
  statuses,
  publishedBy,
  featured,
  bounds,
}: TotalledList): RawBuilder<{ total: number | null }> {
  const ofList = sql`status = any(${[...statuses]}::text[])
    and featured = any(${featured === null ? [false, true] : [featured]}::boolean[])`;
  const [allDay, timed] = [wholeDays(bounds, true), wholeDays(bounds, false)];
  const onWholeDays = sql`(${allDay} or ${timed})`;
  const kept = (days: RawBuilder<SqlBool>) =>
    sql`(select coalesce(sum(n), 0) from event_total where scope_id = scope.id and ${ofList} and ${days})`;
  const listed = sql`not hide_from_listings and ${ofList} and ${inScope(scope)}`;
  const counted = (among: RawBuilder<unknown>) => sql`(
    select count(*) from (
      select all_day, ${dayOf('start')} as starts, ${dayOf('end')} as ends from ${among} and ${listed}
    ) as event where ${onWholeDays})`;
  // By their indexes, which have either what is published or what is not.
  const indexed = statuses.includes('publish')
    ? [
        publishedBy === null
          ? sql`status = 'publish'`
          : sql`status = 'publish' and published_utc <= ${publishedBy}::timestamp`,
      ]
    : [];
  if (statuses.some((status) => status !== 'publish')) indexed.push(sql`status <> 'publish'`);
  const atEdges = bounds
    .flatMap((_, at) => restOfDay(bounds, at))
    .flatMap((days) =>
      indexed.map((index) => sql`(select count(*) from event where ${index} and ${days} and ${listed})`),
    );
  const parts = [
    kept(allDay),
    kept(timed),
    sql`(select coalesce(sum(n), 0) from event_total_delta where ${ofList} and ${wasInScope(scope)} and ${onWholeDays})`,
    counted(sql`event_unmerged join event on event.id = event_id where true`),
    ...atEdges,
  ];
  const scheduled = sql`case when ${lastPublication} > ${publishedBy}::timestamp then ${counted(
    sql`event where status = 'publish' and published_utc > ${publishedBy}::timestamp`,
  )} else 0 end`;
  return sql`
    select case when (select count(*) from (select from event_unmerged limit ${sql.lit(MOST_UNMERGED + 1)}) as one)
        <= ${sql.lit(MOST_UNMERGED)}
      then (${sql.join(parts, sql` + `)} ${publishedBy === null ? sql`` : sql`- ${scheduled}`})::int end as total
    from event_total_scope as scope where kind = ${scope.kind} and refs = ${[...scope.refs]}::int[]`;
}

/**
 * The number of events of a list, from kept totals; cached until the data changes. The caller has added what the list
 * depends on to `dependencies`.
 * @returns null when no totals are kept of the list, or too much has changed just now: then it has to be counted
 */
export async function keptTotal(context: Context, list: TotalledList): Promise<number | null> {
  const { cache, limits } = context;
  const { orm } = context.primary;
  if (isSmall(orm, list.scope)) return null;
  const db = context.db.tracked;
  return cache.memoize(`total ${JSON.stringify(list)}`, () =>
    limits.run('lists', async () => {
      const { rows } = await totalQuery(list).execute(db);
      const [row] = rows;
      if (!row) wantTotals(orm, list.scope);
      return row?.total ?? null;
    }),
  );
}
