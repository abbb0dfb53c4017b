import { sql } from 'kysely';
import { assertMayListHidden, mayRead, visibility } from '../access/policy.ts';
import { countRows } from '../content/count.ts';
import { type PageRequest, requestedPage } from '../content/page.ts';
import { recordReaders } from '../content/readers.ts';
import { owned } from '../content/record.ts';
import { isSlowSearch } from '../content/search.ts';
import { allOf, type Condition, visibleIn } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { QueryEventsArgs } from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import { eventConditions } from './event.filters.ts';
import { hydrateEvents } from './event.hydrate.ts';
import {
  afterPosition,
  cursorOf,
  eventOrder,
  pageStart,
  type SortedId,
  sortedIdColumns,
} from './event.order.ts';
import { EVENT_COLUMNS, type EventPage, type EventRecord, type HydratedEvent } from './event.record.ts';
import { EVERYTHING, type EventSelection } from './event.selection.ts';

const { find, findAll } = recordReaders<EventRecord>('event', (db, condition) =>
  db.selectFrom('event').select(EVENT_COLUMNS).where(condition),
);

/** The event that an id or slug names, whatever its state. */
export const findEvent = find;

/** The condition of a list of events. @throws ServiceError rest_invalid_param, rest_forbidden */
export async function listCondition(
  context: Context,
  args: QueryEventsArgs,
  checks?: Checks,
): Promise<Condition> {
  if (args.hidden) assertMayListHidden(context.caller);
  // Filters depend on what events are linked to.
  context.dependencies.dependsOnEverything = true;
  const visible = visibleIn('event', visibility(context.caller, args.status), context.clock.published.by);
  return allOf([visible, await eventConditions(context, args, checks)]);
}

/** The offset in rows from which the total is counted first, and a list is expected to take long. */
const FAR = 5_000;

/**
 * Whether the statement of a page is expected to take long: rows far from the beginning, titles, which are
 * sorted by what is made of them, many words.
 */
export const isSlowList = ({ orderBy, search }: QueryEventsArgs, { offset }: PageRequest): boolean =>
  offset > FAR || orderBy === 'title' || isSlowSearch(search);

/** How many ids to read for a page: with a cursor one more, which says whether there is another page. */
export const countFor = ({ cursor }: QueryEventsArgs, { perPage }: PageRequest): number =>
  typeof cursor === 'string' ? perPage + 1 : perPage;

/** Events of one list or several. */
export interface ListedEvents {
  readonly ids: readonly SortedId[];
  /** By id, with what belongs to them; without those that the caller may not read any more. */
  readonly events: ReadonlyMap<number, HydratedEvent>;
}

/** Of an empty list. */
export const NO_EVENTS: ListedEvents = { ids: [], events: new Map() };

/** Reads the events of pages of ids, each once, with what belongs to them. */
export async function hydratePage(
  context: Context,
  ids: readonly SortedId[],
  selection: EventSelection,
): Promise<ListedEvents> {
  await context.limits.reserve(ids.length);
  const unique = new Set<number>();
  for (const { id } of ids) unique.add(id);
  const readable: EventRecord[] = [];
  for (const event of await findAll(context, [...unique]))
    if (event && mayRead(context.caller, owned(context, event))) readable.push(event);
  const events = new Map<number, HydratedEvent>();
  for (const event of await hydrateEvents(context, readable, selection)) events.set(event.id, event);
  return { ids, events };
}

/** The list that a page belongs to. */
interface ListOfEvents {
  readonly args: QueryEventsArgs;
  readonly request: PageRequest;
  count(): Promise<number>;
  /** The record whose list it is, if it is one. */
  readonly scope?: string;
}

/** The page of a list, of the events that were read for it. */
export function eventPage(
  { ids, events }: ListedEvents,
  { args, request, count, scope }: ListOfEvents,
): EventPage {
  const shown = ids.slice(0, request.perPage);
  const rows: HydratedEvent[] = [];
  for (const { id } of shown) {
    const event = events.get(id);
    if (event) rows.push(event);
  }
  const page = { rows, size: shown.length, request, count };
  if (typeof args.cursor !== 'string') return page;
  const last = shown.at(-1);
  return { ...page, nextCursor: last && ids.length > shown.length ? cursorOf(args, last, scope) : null };
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
  const checks = typeof args.cursor === 'string' ? new Checks() : undefined;
  const after = await checks?.run('cursor', pageStart, args);
  const condition = await listCondition(context, args, checks);
  const request = requestedPage(context, args);
  const count = (): Promise<number> => countRows(context, 'event', condition, isSlowSearch(args.search));
  const list = { args, request, count };
  // Counting, whose result is usually cached, is cheaper than skipping this many rows only to find none after
  // them.
  if (request.offset > FAR && request.offset >= (await count())) return eventPage(NO_EVENTS, list);
  // Ids are read of indexes alone; the records of ids may be cached (decisions/0045).
  const query = sql<SortedId>`
    select ${sortedIdColumns(args)} from event where ${after ? allOf([condition, afterPosition(args, after)]) : condition}
    order by ${eventOrder(args)} limit ${countFor(args, request)} offset ${request.offset}`;
  const statement = { signal: context.signal, isSlow: isSlowList(args, request) };
  const { rows } = await context.limits.run('lists', () => query.execute(context.db.tracked), statement);
  return eventPage(await hydratePage(context, rows, selection), list);
}
