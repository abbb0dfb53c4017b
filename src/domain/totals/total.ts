import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StoredStatus } from '../../lib/statuses.ts';
import type { Context } from '../context/context.ts';
import { lastPublication } from '../context/scheduled.ts';
import { isSmall, requestTotals } from './maintenance.ts';
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

/** Events that several scopes of a list have, or that its scopes have and the list has not. */
export interface Surplus {
  /** Rows of `event_id`, each once, and `n`: how many times too often the event is in the scopes, more than 0. */
  readonly rows: RawBuilder<unknown>;
  /** Whether they are expected to be fewer than the events of the list. */
  readonly areFew: RawBuilder<SqlBool>;
  /** The conditions of the list besides that of the scopes, on `event`. */
  readonly others: RawBuilder<SqlBool>;
}

/** A list of events whose total can be put together from materialized ones. */
export interface TotalledList {
  /** All of its events are in one of these at least. */
  readonly scopes: readonly TotalScope[];
  /** null where each is in one, and these have no others. */
  readonly surplus: Surplus | null;
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

/** The number of events of a list in one of its scopes; null where it has no materialized totals. */
function totalIn(
  scope: TotalScope,
  { statuses, publishedBy, featured, bounds }: TotalledList,
): RawBuilder<number | null> {
  const ofList = sql`status = any(${[...statuses]}::text[])
    and featured = any(${featured === null ? [false, true] : [featured]}::boolean[])`;
  const [allDay, timed] = [wholeDays(bounds, true), wholeDays(bounds, false)];
  const onWholeDays = sql`(${allDay} or ${timed})`;
  const materialized = (days: RawBuilder<SqlBool>) =>
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
    materialized(allDay),
    materialized(timed),
    sql`(select coalesce(sum(n), 0) from event_total_delta where ${ofList} and ${wasInScope(scope)} and ${onWholeDays})`,
    counted(sql`event_unmerged join event on event.id = event_id where true`),
    ...atEdges,
  ];
  const scheduled = sql`case when ${lastPublication} > ${publishedBy}::timestamp then ${counted(
    sql`event where status = 'publish' and published_utc > ${publishedBy}::timestamp`,
  )} else 0 end`;
  return sql`(
    select ${sql.join(parts, sql` + `)} ${publishedBy === null ? sql`` : sql`- ${scheduled}`}
    from event_total_scope as scope where kind = ${scope.kind} and refs = ${[...scope.refs]}::int[])`;
}

/** How often a list has events in its scopes, and nowhere else. Each is looked up by its id. */
const surplusOf = ({ rows, others }: Surplus): RawBuilder<number> => sql`(
  select coalesce(sum(surplus.n), 0) from (${rows}) as surplus
  cross join lateral (select from event where event.id = surplus.event_id and ${others} offset 0) as listed)`;

/** Of bounds that leave less of the events than this part, they are counted: a surplus is looked for among all. */
const LEAST = 4;

/** The sum of the scopes without a surplus; null where it takes longer to find that than to count. */
function withoutSurplus(
  list: TotalledList,
  surplus: Surplus,
  sum: RawBuilder<number | null>,
): RawBuilder<number | null> {
  const all = list.scopes.map(
    ({
      kind,
      refs,
    }) => sql`(select coalesce(sum(n), 0) from event_total join event_total_scope on id = scope_id
      where kind = ${kind} and refs = ${[...refs]}::int[])`,
  );
  return sql`(
    select case when total * ${sql.lit(LEAST)} >= ${sql.join(all, sql` + `)} and ${surplus.areFew}
      then total - ${surplusOf(surplus)} end
    from (select ${sum} as total offset 0) as list)`;
}

function totalQuery(list: TotalledList): RawBuilder<{ total: number | null; isMissing: boolean }> {
  const sum = sql<number | null>`${sql.join(
    list.scopes.map((scope) => totalIn(scope, list)),
    sql` + `,
  )}`;
  const missing = list.scopes.map(
    ({ kind, refs }) =>
      sql`not exists (select from event_total_scope where kind = ${kind} and refs = ${[...refs]}::int[])`,
  );
  return sql`
    select ${sql.join(missing, sql` or `)} as "isMissing", case when (select count(*) from (select from event_unmerged limit ${sql.lit(MOST_UNMERGED + 1)}) as one)
        <= ${sql.lit(MOST_UNMERGED)}
      then (${list.surplus ? withoutSurplus(list, list.surplus, sum) : sum})::int end as total`;
}

/**
 * The number of events of a list, from materialized totals; cached until the data changes. The caller has added what the list
 * depends on to `dependencies`.
 * @returns null when no totals are materialized for the list, or too much has changed just now: then it has to be counted
 */
export async function materializedTotal(context: Context, list: TotalledList): Promise<number | null> {
  const { cache, limits } = context;
  const { orm } = context.primary;
  if (list.scopes.some((scope) => isSmall(orm, scope))) return null;
  const db = context.db.tracked;
  const query = totalQuery(list);
  const compiled = list.surplus ? query.compile(db) : null;
  return cache.memoize(`total ${JSON.stringify(compiled ? [compiled.sql, compiled.parameters] : list)}`, () =>
    limits.run('lists', async () => {
      const { rows } = await query.execute(db);
      const [{ total, isMissing } = { total: null, isMissing: false }] = rows;
      if (isMissing) for (const scope of list.scopes) requestTotals(orm, scope);
      return total;
    }),
  );
}
