import { sql } from 'kysely';
import { BadValue } from '../../lib/errors.ts';
import type { LinkedKind, RecordRef } from '../../lib/kinds.ts';
import { EVENT_STATUSES } from '../../lib/statuses.ts';
import { PLAN_EACH_TIME } from '../../platform/postgres/statement-names.ts';
import { PAGING } from '../content/page.ts';
import { readableEvent } from '../content/readable-event.ts';
import { idsOfRefs } from '../content/refs.ts';
import { searchCondition } from '../content/search.ts';
import type { Condition } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { EventStatus, QueryEventsArgs } from '../generated/schema.ts';
import { type Checks, type Filter, type Filters, foldFilters } from '../resource/checks.ts';
import { findTerms, type TermKind, type TermRef } from '../terms/index.ts';
import { endedFilter } from './event.ended.ts';
import { near, venueHasCoordinates } from './event.geo.ts';
import { linkedSearch } from './event.search.ts';
import { dateFilter, defaultWindow, modifiedFilter, ongoingFilter } from './event.window.ts';

const flag = (column: 'featured' | 'ticketed', wanted: boolean): Condition =>
  wanted ? sql`${sql.ref(`event.${column}`)}` : sql`not ${sql.ref(`event.${column}`)}`;

/** All events but a few, which an index of their own has: whole lists are still counted by indexes alone. */
const except = (few: Condition): Condition => sql`event.id not in (select id from event where ${few})`;
/** Written out, so that the index of what is not scheduled is considered. */
const hasStatus = (words: readonly EventStatus[]): Condition =>
  sql`event_status in (${sql.join(words.map((word) => sql.lit(word)))})`;

/** REST and GraphQL both refuse an empty list: nobody means "none of all events". @throws BadValue */
function nonEmptyList<T>(values: readonly T[]): readonly T[] {
  if (values.length === 0) throw new BadValue('must not be empty');
  return values;
}

/** Where the links of events are. */
const LINKS = {
  venue: { table: sql.table('event_venue'), column: sql.ref('venue_id') },
  organizer: { table: sql.table('event_organizer'), column: sql.ref('organizer_id') },
  category: { table: sql.table('event_term'), column: sql.ref('term_id') },
  tag: { table: sql.table('event_term'), column: sql.ref('term_id') },
} as const;

/** Events that are linked to one of some records. */
function linkedTo(kind: keyof typeof LINKS, ids: readonly number[]): Condition {
  const { table, column } = LINKS[kind];
  // An event has a record only once, so for a single one duplicates need not be removed. That halves the work.
  const wanted = ids.length === 1 ? sql`= ${ids[0]}` : sql`= any(${[...ids]}::int[])`;
  return sql`${PLAN_EACH_TIME} event.id in (select event_id from ${table} where ${column} ${wanted})`;
}

const termFilter =
  (kind: TermKind): Filter<readonly TermRef[], Condition> =>
  async (refs, context) =>
    linkedTo(kind, await findTerms(context, kind, nonEmptyList(refs)));

const linkFilter =
  (kind: LinkedKind): Filter<readonly RecordRef[], Condition> =>
  async (refs, context) =>
    linkedTo(kind, await idsOfRefs(context, kind, nonEmptyList(refs)));

/**
 * @throws BadValue when an argument that this one needs is absent; if it is there but wrong, that problem is
 * enough
 */
function needs(name: 'geolocLat' | 'geolocLng', checks: Checks): null {
  if (!checks.failed(name))
    throw new BadValue(name === 'geolocLat' ? 'needs the latitude too' : 'needs the longitude too');
  return null;
}

/**
 * One entry for each argument of `Query.events`; `null` for those that are read elsewhere: paging, and what
 * only changes how other arguments are read.
 */
const FILTERS: Filters<QueryEventsArgs, Condition> = {
  ...PAGING,
  cursor: null,
  strictDates: null,
  status: null,
  hidden: null,
  geolocRadius: null,
  orderBy: null,
  order: null,
  searchLinked: null,
  series: null,
  startDate: dateFilter('startDate'),
  endDate: dateFilter('endDate'),
  startsBefore: dateFilter('startsBefore'),
  startsAfter: dateFilter('startsAfter'),
  endsBefore: dateFilter('endsBefore'),
  endsAfter: dateFilter('endsAfter'),
  ongoing: ongoingFilter,
  ended: endedFilter,
  modifiedAfter: modifiedFilter,
  search: (search, context, { searchLinked }) =>
    searchLinked ? linkedSearch(context, search) : searchCondition('event', search),
  categories: termFilter('category'),
  tags: termFilter('tag'),
  venues: linkFilter('venue'),
  organizers: linkFilter('organizer'),
  venue: linkFilter('venue'),
  organizer: linkFilter('organizer'),
  featured: (wanted) => flag('featured', wanted),
  ticketed: (wanted) => flag('ticketed', wanted),
  eventStatus: (words) => {
    const wanted = nonEmptyList(words);
    const others = EVENT_STATUSES.filter((word) => !wanted.includes(word));
    if (others.length === 0) return null;
    return wanted.includes('scheduled') ? except(hasStatus(others)) : hasStatus(wanted);
  },
  isVirtual: (wanted) => (wanted ? sql`event.is_virtual` : except(sql`is_virtual`)),
  geoloc: (wanted, context) =>
    wanted ? venueHasCoordinates(context) : sql`not (${venueHasCoordinates(context)})`,
  geolocLat: (lat, context, { geolocLng, geolocRadius }, checks) => {
    if (typeof geolocLng !== 'number') return needs('geolocLng', checks);
    return near(context, lat, geolocLng, geolocRadius);
  },
  geolocLng: (_lng, _context, { geolocLat }, checks) =>
    typeof geolocLat === 'number' ? null : needs('geolocLat', checks),
  include: (ids) => sql`event.id = any(${[...nonEmptyList(ids)]}::int[])`,
  parentId: async (id, context) => sql`event.post_parent = ${await readableEvent(context, id)}`,
};

/**
 * The conditions of a list of events, apart from what the caller may see, and that hidden events are not listed.
 * @throws ServiceError rest_invalid_param
 */
export async function eventConditions(
  context: Context,
  args: QueryEventsArgs,
  checks?: Checks,
): Promise<Condition[]> {
  const filters = await foldFilters(context, FILTERS, args, checks);
  return [...defaultWindow(context, args), ...filters];
}
