import type { GraphQLResolveInfo } from 'graphql';
import { sql } from 'kysely';
import type { LinkedKind } from '../../lib/kinds.ts';
import { groupedLoader } from '../../platform/cache/loaders.ts';
import { assertMayListHidden, visibility } from '../access/policy.ts';
import type { Position } from '../content/cursor.ts';
import { pageReader } from '../content/list.ts';
import { recordReaders } from '../content/readers.ts';
import { LONG_TEXTS } from '../content/record.ts';
import { allOf, type Condition, visibleIn } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { QueryEventsArgs } from '../generated/schema.ts';
import type { Checks } from '../resource/checks.ts';
import { eventConditions } from './event.filters.ts';
import { hydrateEvents, indexById, pickById } from './event.hydrate.ts';
import { eventList } from './event.order.ts';
import { EVENT_COLUMNS, type EventPage, type EventRecord, type HydratedEvent } from './event.record.ts';
import { rollBeforeListing } from './event.roll.ts';
import { EVERYTHING, type EventSelection, eventListSelection } from './event.selection.ts';

const { find, findAll, findReadable } = recordReaders<EventRecord>('event', (db, condition) =>
  db.selectFrom('event').select(EVENT_COLUMNS).where(condition),
);

/** Finds an event by id or slug, with any status. */
export const findEvent = find;

/** Events by id, in this order; null for unknown ids. */
export const findEvents = findAll;

/** The readable events with these ids, with their linked records. */
async function readTogether(
  context: Context,
  ids: readonly number[],
  selection: EventSelection,
): Promise<ReadonlyMap<number, HydratedEvent>> {
  const readable = (await findReadable(context, ids)).filter((event) => event !== null);
  return indexById(await hydrateEvents(context, readable, selection));
}

/** Events by id, in this order, with their linked records; null for events that the caller may not read. */
export async function readableEvents(
  context: Context,
  ids: readonly number[],
  selection: EventSelection,
): Promise<(HydratedEvent | null)[]> {
  const events = await readTogether(context, ids, selection);
  return ids.map((id) => events.get(id) ?? null);
}

interface SelectedEvent {
  readonly id: number;
  readonly selection: EventSelection;
}

/** Loads an event that another refers to; null if it is missing, in the trash, or unreadable for the caller. */
export const selectedEvent = groupedLoader(
  ({ selection }: SelectedEvent) => selection,
  async (context: Context, { selection }, ids) => {
    const events = [...(await readTogether(context, ids, selection)).values()];
    return indexById(events.filter(({ status }) => status !== 'trash'));
  },
);

/**
 * Events without a series, and the first event of each series that meets the conditions of a list.
 * @param conditions on the table `event`, like the conditions of the surrounding statement
 */
const firstOfSeries = (conditions: Condition): Condition => sql`(event.series_id is null or event.id in (
  select distinct on (event.series_id) event.id from event
  where event.series_id is not null and ${conditions} order by event.series_id, event.start_utc, event.id))`;

/** A record that has a nested list of events. */
export interface ListScope {
  readonly kind: string;
  readonly id: number;
  /** Selects the events of the record, `scope.id`. */
  readonly condition: Condition;
  /** Whether a list without dates covers the next two years only. */
  readonly hasWindow: boolean;
}

/**
 * @param scope the record of a nested list
 * @throws ServiceError rest_invalid_param, rest_forbidden
 */
export async function listCondition(
  context: Context,
  args: Pick<QueryEventsArgs, 'filter' | 'orderBy'>,
  checks?: Checks,
  scope?: ListScope,
): Promise<Condition> {
  const { isHidden, statuses, include, series, authorId = null } = args.filter ?? {};
  if (isHidden) assertMayListHidden(context.caller, authorId);
  const shown = visibility(context.caller, statuses);
  const conditions = await eventConditions(context, args, scope?.hasWindow ?? true, checks);
  if (scope) conditions.push(scope.condition);
  // Lists include hidden events only with `isHidden`, or if `include` names them (rules#hidden).
  if (isHidden) conditions.push(sql`event.hide_from_listings`);
  else if (!include) conditions.push(sql`not event.hide_from_listings`);
  const condition = allOf([visibleIn('event', shown), ...conditions]);
  return series === 'first' ? allOf([condition, firstOfSeries(condition)]) : condition;
}

/** Reads ids with index-only scans (decisions/0045). */
const listIds = pageReader('event', (db) => db.selectFrom('event').select('event.id'), LONG_TEXTS);

/** Hydrated events of pages that were loaded together, by the rows of these pages. */
const hydratedEvents = new WeakMap<readonly Position[], Promise<ReadonlyMap<number, HydratedEvent>>>();

/**
 * A page of events, by default in the order of their starts; empty after the last page.
 * @param scope the record of a nested list
 * @throws ServiceError rest_invalid_param, rest_forbidden
 */
export async function listEvents(
  context: Context,
  args: QueryEventsArgs,
  selection: EventSelection = EVERYTHING,
  scope?: ListScope,
): Promise<EventPage> {
  await rollBeforeListing(context);
  const { search, near } = args.filter ?? {};
  const { batchRows, ...page } = await listIds(context, args, {
    sorted: eventList(args, scope && `${scope.kind} ${scope.id}`),
    condition: (checks) => listCondition(context, args, checks, scope),
    // Searches for words and places may take long.
    isSlow: args.orderBy?.field === 'title' || Boolean(search) || Boolean(near),
    ...(scope && { scope: { id: scope.id, kind: [scope.kind, selection] } }),
  });
  const ids = page.positions.map(({ id }) => id);
  // Only if they are selected, and at the same time as the total.
  const events = (): Promise<ReadonlyMap<number, HydratedEvent>> =>
    hydratedEvents.getOrInsertComputed(batchRows, (rows) =>
      readTogether(context, [...new Set(rows.map(({ id }) => id))], selection),
    );
  return { ...page, rows: async () => pickById(await events(), ids) };
}

type ListOwner = LinkedKind | 'term' | 'parent' | 'series';

const linked = (kind: LinkedKind): Condition =>
  sql`event.id in (select event_id from ${sql.table(`event_${kind}`)} where ${sql.ref(`${kind}_id`)} = scope.id)`;

const OWNER_CONDITIONS: Readonly<Record<ListOwner, Condition>> = {
  venue: linked('venue'),
  organizer: linked('organizer'),
  parent: sql`event.post_parent = scope.id`,
  series: sql`event.series_id = scope.id`,
  // A category includes the categories below it. The array makes PostgreSQL find the terms before the events.
  term: sql`event.id in (select event_id from event_term where term_id = any(array(
    with recursive below (id) as (select scope.id union select term.id from below join term on term.parent_id = below.id)
    select id from below)))`,
};

/**
 * A page of the events of a venue, organizer, term, parent or series, batched with the lists of sibling records.
 * @throws ServiceError rest_invalid_param
 */
export const listEventsOf = (
  context: Context,
  kind: ListOwner,
  id: number,
  args: QueryEventsArgs,
  info: GraphQLResolveInfo,
): Promise<EventPage> =>
  listEvents(context, args, eventListSelection.get(info), {
    kind,
    id,
    condition: OWNER_CONDITIONS[kind],
    hasWindow: kind !== 'parent' && kind !== 'series',
  });
