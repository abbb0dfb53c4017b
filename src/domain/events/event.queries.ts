import { sql } from 'kysely';
import { groupedLoader } from '../../platform/cache/loaders.ts';
import { assertMayListHidden, visibility } from '../access/policy.ts';
import type { Position } from '../content/cursor.ts';
import { listsOf } from '../content/list.ts';
import { recordReaders } from '../content/readers.ts';
import { allOf, type Condition, visibleIn } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { QueryEventsArgs } from '../generated/schema.ts';
import type { Checks } from '../resource/checks.ts';
import { eventConditions } from './event.filters.ts';
import { among, byId, hydrateEvents } from './event.hydrate.ts';
import { eventList } from './event.order.ts';
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

/** Events by id, with what belongs to them; without those that the caller may not read. */
async function readTogether(
  context: Context,
  ids: readonly number[],
  selection: EventSelection,
): Promise<ReadonlyMap<number, HydratedEvent>> {
  const readable = (await findReadable(context, ids)).filter((event) => event !== null);
  return byId(await hydrateEvents(context, readable, selection));
}

/** Events by id, in this order, with what belongs to them; null for those that the caller may not read. */
export async function readableEvents(
  context: Context,
  ids: readonly number[],
  selection: EventSelection,
): Promise<(HydratedEvent | null)[]> {
  const events = await readTogether(context, ids, selection);
  return ids.map((id) => events.get(id) ?? null);
}

/** An event by its id, and what is selected of it. */
interface SelectedEvent {
  readonly id: number;
  readonly selection: EventSelection;
}

/** Events that others name; null for one that does not exist, is in the trash, or that the caller may not read. */
export const selectedEvent = groupedLoader(
  ({ selection }: SelectedEvent) => selection,
  async (context: Context, { selection }, ids) => {
    const events = [...(await readTogether(context, ids, selection)).values()];
    return byId(events.filter(({ status }) => status !== 'trash'));
  },
);

/**
 * Events of no series, and of each series the first that meets the conditions of a list.
 * @param conditions which name the table `event`, as those of the statement around them do
 */
const firstOfSeries = (conditions: Condition): Condition => sql`(event.series_id is null or event.id in (
  select distinct on (event.series_id) event.id from event
  where event.series_id is not null and ${conditions} order by event.series_id, event.start_utc, event.id))`;

/** A record with a list of events. */
export interface ListScope {
  readonly kind: string;
  readonly id: number;
  /** The condition of its events. */
  readonly condition: Condition;
  /** Whether a list without dates is from now to two years ahead. */
  readonly hasWindow: boolean;
}

/**
 * The condition of a list of events. @param scope of a list inside a record
 * @throws ServiceError rest_invalid_param, rest_forbidden
 */
export async function listCondition(
  context: Context,
  args: Pick<QueryEventsArgs, 'filter' | 'orderBy'>,
  checks?: Checks,
  scope?: ListScope,
): Promise<Condition> {
  const { isHidden, statuses, include, series } = args.filter ?? {};
  if (isHidden) assertMayListHidden(context.caller);
  const shown = visibility(context.caller, statuses);
  const conditions = await eventConditions(context, args, scope?.hasWindow ?? true, checks);
  if (scope) conditions.push(scope.condition);
  // Hidden events are listed only with `isHidden`, or where `include` names them (rules#hidden).
  if (isHidden) conditions.push(sql`event.hide_from_listings`);
  else if (!include) conditions.push(sql`not event.hide_from_listings`);
  const condition = allOf([visibleIn('event', shown), ...conditions]);
  return series === 'first' ? allOf([condition, firstOfSeries(condition)]) : condition;
}

/** Ids are read of indexes alone (decisions/0045). */
const listIds = listsOf('event', (db) => db.selectFrom('event').select('event.id'));

/** The events of pages that were read together, by their rows. */
const hydratedTogether = new WeakMap<readonly Position[], Promise<ReadonlyMap<number, HydratedEvent>>>();

/**
 * A page of events, in order of their start unless the arguments say otherwise. Past the last one it is empty.
 * @param scope the record that the list belongs to
 * @throws ServiceError for bad arguments
 */
export async function listEvents(
  context: Context,
  args: QueryEventsArgs,
  selection: EventSelection = EVERYTHING,
  scope?: ListScope,
): Promise<EventPage> {
  await rollBeforeReading(context);
  const { search, near } = args.filter ?? {};
  const { together, ...page } = await listIds(context, args, {
    sorted: eventList(args, scope && `${scope.kind} ${scope.id}`),
    condition: (checks) => listCondition(context, args, checks, scope),
    // Words and circles may take long.
    isSlow: args.orderBy?.field === 'title' || Boolean(search) || Boolean(near),
    ...(scope && { scope: { id: scope.id, kind: [scope.kind, selection] } }),
  });
  const events = await hydratedTogether.getOrInsertComputed(together, async (rows) => {
    const ids = new Set(rows.map(({ id }) => id));
    return readTogether(context, [...ids], selection);
  });
  const ids = page.positions.map(({ id }) => id);
  return { ...page, rows: among(events, ids) };
}
