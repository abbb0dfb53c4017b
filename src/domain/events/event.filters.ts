import { sql } from 'kysely';
import { BadValue } from '../../lib/errors.ts';
import type { LinkedKind } from '../../lib/kinds.ts';
import { EVENT_STATUSES } from '../../lib/statuses.ts';
import { PLAN_EACH_TIME } from '../../platform/postgres/statement-names.ts';
import { findReadableEvent, idsOfEvents, readableEventId } from '../content/readable-event.ts';
import { idsOfRefs } from '../content/refs.ts';
import { searchCondition } from '../content/search.ts';
import { type Condition, isBy } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type {
  CategoryBy,
  EventStatus,
  OrganizerBy,
  QueryEventsArgs,
  TagBy,
  VenueBy,
} from '../generated/schema.ts';
import { type Checks, type Filter, type Filters, filterConditions } from '../resource/checks.ts';
import { findTermIds, type TermKind } from '../terms/index.ts';
import { endedFilter } from './event.ended.ts';
import { isFree } from './event.free.ts';
import { hasVenueWithCoordinates, isNear } from './event.geo.ts';
import { findVenuesInCity, linkedSearch } from './event.search.ts';
import { dateFilter, defaultWindow, type ListFilter, modifiedFilter, ongoingFilter } from './event.window.ts';

const flag = (column: 'featured' | 'ticketed', wanted: boolean): Condition =>
  wanted ? sql`${sql.ref(`event.${column}`)}` : sql`not ${sql.ref(`event.${column}`)}`;

/** All events except a few that have their own index: index-only scans still count whole lists. */
const except = (few: Condition): Condition => sql`event.id not in (select id from event where ${few})`;
/** With literals instead of parameters, so that PostgreSQL considers the partial index `event_unscheduled`. */
const hasStatus = (words: readonly EventStatus[]): Condition =>
  sql`event_status in (${sql.join(words.map((word) => sql.lit(word)))})`;

/** Rejects an empty list, which would match no event. @throws BadValue */
function nonEmptyList<T>(values: readonly T[]): readonly T[] {
  if (values.length === 0) throw new BadValue('must not be empty');
  return values;
}

const LINK_COLUMNS = {
  venue: { table: sql.table('event_venue'), column: sql.ref('venue_id') },
  organizer: { table: sql.table('event_organizer'), column: sql.ref('organizer_id') },
  category: { table: sql.table('event_term'), column: sql.ref('term_id') },
  tag: { table: sql.table('event_term'), column: sql.ref('term_id') },
} as const;

/** Events that are linked to any of these records. */
function linkedTo(kind: keyof typeof LINK_COLUMNS, ids: readonly number[]): Condition {
  const { table, column } = LINK_COLUMNS[kind];
  // An event has a link only once: `=` for a single id lets PostgreSQL skip removing duplicates. That halves the work.
  const wanted = ids.length === 1 ? sql`= ${ids[0]}` : sql`= any(${[...ids]}::int[])`;
  return sql`${PLAN_EACH_TIME} event.id in (select event_id from ${table} where ${column} ${wanted})`;
}

const termFilter =
  (kind: TermKind): Filter<readonly (CategoryBy | TagBy)[], Condition> =>
  async (terms, context) =>
    linkedTo(kind, await findTermIds(context, kind, nonEmptyList(terms)));

const linkFilter =
  (kind: LinkedKind): Filter<readonly (VenueBy | OrganizerBy)[], Condition> =>
  async (records, context) =>
    linkedTo(kind, await idsOfRefs(context, kind, nonEmptyList(records)));

/** One entry for each filter field; `null` for fields that other code or other filters read. */
const FILTERS: Filters<ListFilter, Condition> = {
  exact: null,
  isByEnd: null,
  statuses: null,
  isHidden: null,
  searchLinked: null,
  series: null,
  startsFrom: dateFilter('startsFrom'),
  startsUntil: dateFilter('startsUntil'),
  endsUntil: dateFilter('endsUntil'),
  startsBefore: dateFilter('startsBefore'),
  startsAfter: dateFilter('startsAfter'),
  endsBefore: dateFilter('endsBefore'),
  endsAfter: dateFilter('endsAfter'),
  isOngoing: ongoingFilter,
  hasEnded: endedFilter,
  modifiedSince: modifiedFilter,
  authorId: isBy('event'),
  search: (search, context, { searchLinked }) =>
    searchLinked ? linkedSearch(context, search) : searchCondition('event', search),
  categories: termFilter('category'),
  tags: termFilter('tag'),
  venues: linkFilter('venue'),
  organizers: linkFilter('organizer'),
  isFeatured: (wanted) => flag('featured', wanted),
  isTicketed: (wanted) => flag('ticketed', wanted),
  scheduleStatuses: (words) => {
    const wanted = nonEmptyList(words);
    const others = EVENT_STATUSES.filter((word) => !wanted.includes(word));
    if (others.length === 0) return null;
    return wanted.includes('scheduled') ? except(hasStatus(others)) : hasStatus(wanted);
  },
  isOnline: (wanted) => (wanted ? sql`event.is_virtual` : except(sql`is_virtual`)),
  isFree: async (wanted, context) => (wanted ? isFree(context) : sql`not (${await isFree(context)})`),
  city: async (city, context) => linkedTo('venue', await findVenuesInCity(context, city)),
  hasCoordinates: (wanted, context) =>
    wanted ? hasVenueWithCoordinates(context) : sql`not (${hasVenueWithCoordinates(context)})`,
  near: (place, context) => isNear(context, place),
  include: async (events, context) =>
    sql`event.id = any(${await idsOfEvents(context, nonEmptyList(events))}::int[])`,
  parent: async (by, context) => sql`event.post_parent = ${await readableEventId(context, by)}`,
  seriesOf: async (by, context) => {
    const { id, seriesId } = await findReadableEvent(context, by);
    return seriesId === null ? sql`event.id = ${id}` : sql`event.series_id = ${seriesId}`;
  },
};

/**
 * The conditions of a list of events, except the caller's rights and hidden events.
 * @param hasWindow whether a list without dates covers the next two years only
 * @throws ServiceError rest_invalid_param
 */
export async function eventConditions(
  context: Context,
  { filter, orderBy }: Pick<QueryEventsArgs, 'filter' | 'orderBy'>,
  hasWindow: boolean,
  checks?: Checks,
): Promise<Condition[]> {
  const wanted: ListFilter = { ...filter, isByEnd: orderBy?.field === 'end_date' };
  const conditions = await filterConditions(context, FILTERS, wanted, checks);
  return hasWindow ? [...defaultWindow(context, wanted), ...conditions] : conditions;
}
