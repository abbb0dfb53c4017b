import { type RawBuilder, sql } from 'kysely';
import { assertMayListHidden, mayRead, visibility } from '../access/policy.ts';
import type { Position } from '../content/cursor.ts';
import { keyColumn, type Range } from '../content/keyset.ts';
import { FAR, listRecords } from '../content/list.ts';
import type { PageRows } from '../content/page.ts';
import { recordReaders } from '../content/readers.ts';
import { allOf, type Condition, visibleIn } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import { LARGE_PAGE, reserveLargeAnswer } from '../context/large-answer.ts';
import type { QueryEventsArgs } from '../generated/schema.ts';
import type { Checks } from '../resource/checks.ts';
import { eventConditions } from './event.filters.ts';
import { hydrateEvents } from './event.hydrate.ts';
import { eventList, eventOrder } from './event.order.ts';
import { EVENT_COLUMNS, type EventPage, type EventRecord, type HydratedEvent } from './event.record.ts';
import { rollBeforeReading } from './event.roll.ts';
import { EVERYTHING, type EventSelection } from './event.selection.ts';

const { find, findAll, findReadable } = recordReaders<EventRecord>('event', (db, condition) =>
  db.selectFrom('event').select(EVENT_COLUMNS).where(condition),
);

/** The event that an id or slug names, whatever its state. */
export const findEvent = find;

/** Events by id, in this order; null for ids that name none. */
export const findEvents = findAll;

/** Events by id, in this order, with what belongs to them; null for those that the caller may not read. */
export async function readableEvents(
  context: Context,
  ids: readonly number[],
  selection: EventSelection,
): Promise<(HydratedEvent | null)[]> {
  const readable = (await findReadable(context, ids)).filter((event) => event !== null);
  const events = await hydrateEvents(context, readable, selection);
  const byId = new Map(events.map((event) => [event.id, event]));
  return ids.map((id) => byId.get(id) ?? null);
}

/**
 * Events of no series, and of each series the first that meets the conditions of a list.
 * @param conditions which name the table `event`, as those of the statement around them do
 */
const firstOfSeries = (conditions: Condition): Condition => sql`(event.series_id is null or event.id in (
  select distinct on (event.series_id) event.id from event
  where event.series_id is not null and ${conditions} order by event.series_id, event.start_utc, event.id))`;

/**
 * The condition of a list of events. @param scope of a list inside a record, to which its events belong
 * @throws ServiceError rest_invalid_param, rest_forbidden
 */
export async function listCondition(
  context: Context,
  args: QueryEventsArgs,
  checks?: Checks,
  scope?: Condition,
): Promise<Condition> {
  if (args.hidden) assertMayListHidden(context.caller);
  const shown = visibility(context.caller, args.status);
  const conditions = await eventConditions(context, args, checks);
  if (scope) conditions.push(scope);
  // Hidden events are listed only with `hidden`, or where `include` has their ids (rules#hidden).
  if (args.hidden) conditions.push(sql`event.hide_from_listings`);
  else if (!args.include) conditions.push(sql`not event.hide_from_listings`);
  const condition = allOf([visibleIn('event', shown), ...conditions]);
  return args.series === 'first' ? allOf([condition, firstOfSeries(condition)]) : condition;
}

/** Whether events are looked for by words or in a circle, which may take long. */
export const isSearch = ({ search, geolocLat }: QueryEventsArgs): boolean =>
  Boolean(search) || typeof geolocLat === 'number';

/** Whether the statement of a page may take long: far from the beginning, in the order of titles, or a search. */
export const isSlowList = (args: QueryEventsArgs, { offset }: Pick<Range, 'offset'>): boolean =>
  offset > FAR || args.orderBy === 'title' || isSearch(args);

/** The columns of a {@link Position}. */
export const positionColumns = (args: QueryEventsArgs): RawBuilder<unknown> =>
  sql`event.id, ${keyColumn(eventOrder(args))} as key`;

/** The rows of a page of one list, and the events of this list or of several. */
export interface ListedEvents extends PageRows<Position> {
  /** By id, with what belongs to them; without those that the caller may not read any more. */
  readonly events: ReadonlyMap<number, HydratedEvent>;
}

/** Of an empty list. */
export const NO_EVENTS: ListedEvents = { rows: [], hasMore: false, events: new Map() };

/** Reads the events of pages, each once, with what belongs to them. */
export async function readEvents(
  context: Context,
  rows: readonly Position[],
  selection: EventSelection,
): Promise<ListedEvents['events']> {
  if (rows.length > LARGE_PAGE) await reserveLargeAnswer(context);
  const unique = new Set<number>();
  for (const { id } of rows) unique.add(id);
  const readable: EventRecord[] = [];
  for (const event of await findAll(context, [...unique]))
    if (event && mayRead(context.caller, event)) readable.push(event);
  const events = new Map<number, HydratedEvent>();
  for (const event of await hydrateEvents(context, readable, selection)) events.set(event.id, event);
  return events;
}

/** The page of a list, of the events that were read for it. */
export function eventPage(
  { rows: positions, hasMore, events }: ListedEvents,
  list: Pick<EventPage, 'list' | 'request' | 'count' | 'hasAny'>,
): EventPage {
  const rows: HydratedEvent[] = [];
  for (const { id } of positions) {
    const event = events.get(id);
    if (event) rows.push(event);
  }
  return { ...list, rows, positions, hasMore };
}

/**
 * A page of events, in order of their start unless the arguments say otherwise. Past the last one it is empty.
 * @throws ServiceError for bad arguments
 */
export async function listEvents(
  context: Context,
  args: QueryEventsArgs,
  selection: EventSelection = EVERYTHING,
): Promise<EventPage> {
  await rollBeforeReading(context);
  // Ids are read of indexes alone (decisions/0045).
  const { positions, hasMore, ...list } = await listRecords(context, args, {
    table: 'event',
    sorted: eventList(args),
    select: (db) => db.selectFrom('event').select('event.id'),
    condition: (checks) => listCondition(context, args, checks),
    isSlow: args.orderBy === 'title' || isSearch(args),
  });
  const events = await readEvents(context, positions, selection);
  return eventPage({ rows: positions, hasMore, events }, list);
}
