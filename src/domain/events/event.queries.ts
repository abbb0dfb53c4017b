import { sql } from 'kysely';
import { assertMayListHidden, mayRead, visibility } from '../access/policy.ts';
import { countRows } from '../content/count.ts';
import { type PageOf, requestedPage } from '../content/page.ts';
import { recordReaders } from '../content/readers.ts';
import { owned } from '../content/record.ts';
import { isSlowSearch } from '../content/search.ts';
import { allOf, type Condition, visibleIn } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { QueryEventsArgs } from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import { eventConditions } from './event.filters.ts';
import { hydrateEvents, reserveLinked } from './event.hydrate.ts';
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

const { find, findAll } = recordReaders<EventRecord>('event', (db, named) =>
  db.selectFrom('event').select(EVENT_COLUMNS).where(named),
);

/** The event that an id or slug names, whatever its state. */
export const findEvent = find;

/** What a list of events shows the caller. @throws ServiceError rest_invalid_param, rest_forbidden */
export async function listCondition(
  context: Context,
  args: QueryEventsArgs,
  checks?: Checks,
): Promise<Condition> {
  if (args.hidden) assertMayListHidden(context.caller);
  // Filters depend on what events are linked to.
  context.dependencies.dependsOnEverything = true;
  const shown = visibleIn('event', visibility(context.caller, args.status), context.published.by);
  return allOf([shown, await eventConditions(context, args, checks)]);
}

/** The offset in rows from which the total is looked at first, and a list is expected to take long. */
const FAR = 5_000;

/**
 * Whether finding the events of a page is expected to take long: rows far from the beginning, titles, which are
 * sorted by what is made of them, many words.
 */
export const isSlowList = ({ orderBy, search }: QueryEventsArgs, { offset }: PageOf): boolean =>
  offset > FAR || orderBy === 'title' || isSlowSearch(search);

/** How many events to find for a page: with a cursor one more tells whether there is another page. */
export const countFor = ({ cursor }: QueryEventsArgs, { perPage }: PageOf): number =>
  typeof cursor === 'string' ? perPage + 1 : perPage;

/** Events of one list or several. */
export interface ListedEvents {
  readonly found: readonly SortedId[];
  /** By id, with what belongs to them; without those that the caller may not read any more. */
  readonly events: ReadonlyMap<number, HydratedEvent>;
}

/** Of an empty list. */
export const NO_EVENTS: ListedEvents = { found: [], events: new Map() };

/** Reads events that were found, each once, with what belongs to them. */
export async function hydratePage(
  context: Context,
  found: readonly SortedId[],
  asked: EventSelection,
): Promise<ListedEvents> {
  await context.reserve(found.length);
  const ids = new Set<number>();
  for (const { id } of found) ids.add(id);
  const readable: EventRecord[] = [];
  for (const event of await findAll(context, [...ids]))
    if (event && mayRead(context.caller, owned(context, event))) readable.push(event);
  await reserveLinked(context, readable, asked);
  const events = new Map<number, HydratedEvent>();
  for (const event of await hydrateEvents(context, readable, asked)) events.set(event.id, event);
  return { found, events };
}

/** How the list of a page goes on. */
interface ListOfEvents {
  readonly args: QueryEventsArgs;
  readonly of: PageOf;
  count(): Promise<number>;
  /** The record whose list it is, if it is one. */
  readonly scope?: string;
}

/** The page of the events that were found for it. */
export function eventPage(
  { found, events }: ListedEvents,
  { args, of, count, scope }: ListOfEvents,
): EventPage {
  const shown = found.slice(0, of.perPage);
  const rows: HydratedEvent[] = [];
  for (const { id } of shown) {
    const event = events.get(id);
    if (event) rows.push(event);
  }
  const page = { rows, found: shown.length, of, count };
  if (typeof args.cursor !== 'string') return page;
  const last = shown.at(-1);
  return { ...page, nextCursor: last && found.length > shown.length ? cursorOf(args, last, scope) : null };
}

/**
 * A page of events, in order of their start unless asked otherwise. Past the last one it is empty. @throws
 * ServiceError for bad arguments
 */
export async function listEvents(
  context: Context,
  args: QueryEventsArgs,
  asked: EventSelection = EVERYTHING,
): Promise<EventPage> {
  const checks = typeof args.cursor === 'string' ? new Checks() : undefined;
  const after = await checks?.run('cursor', pageStart, args);
  const condition = await listCondition(context, args, checks);
  const of = requestedPage(context, args);
  const count = (): Promise<number> => countRows(context, 'event', condition, isSlowSearch(args.search));
  const list = { args, of, count };
  // Counting, which memory usually saves, is cheaper than skipping this many rows only to find none afterPosition
  // them.
  if (of.offset > FAR && of.offset >= (await count())) return eventPage(NO_EVENTS, list);
  // Indexes alone tell which events they are; these are remembered (decisions/0045).
  const query = sql<SortedId>`
    select ${sortedIdColumns(args)} from event where ${after ? allOf([condition, afterPosition(args, after)]) : condition}
    order by ${eventOrder(args)} limit ${countFor(args, of)} offset ${of.offset}`;
  const statement = { signal: context.signal, isSlow: isSlowList(args, of) };
  const { rows } = await context.readLimiter.run('lists', () => query.execute(context.db), statement);
  return eventPage(await hydratePage(context, rows, asked), list);
}
