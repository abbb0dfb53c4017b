import { type RawBuilder, sql } from 'kysely';
import { assertMayListHidden, visibility } from '../access/policy.ts';
import type { Context } from '../context.ts';
import type { ReadDb } from '../database/orm.ts';
import type { QueryEventsArgs } from '../generated/schema.ts';
import { Checks } from '../records/checks.ts';
import { countRows } from '../records/count.ts';
import { type PageOf, requestedPage } from '../records/page.ts';
import { calledSo, postReaders } from '../records/readers.ts';
import type { Target } from '../records/resource.ts';
import { allOf, type Condition, visibleIn } from '../records/visibility.ts';
import { eventConditions } from './event.filters.ts';
import { behind, cursorOf, eventOrder, pageStart } from './event.order.ts';
import { eventColumns, type Projection, WHOLE } from './event.projection.ts';
import type { EventPage, EventRecord, WholeEvent } from './event.record.ts';
import { wholeEvents } from './event.whole.ts';

const select = (db: ReadDb, projection: Projection = WHOLE) =>
  db.selectFrom('event').select(eventColumns(projection));

const { byId, bySlug } = postReaders<EventRecord>('event', (db, named) => select(db).where(named));

/** The event that an id or slug names, whatever its state. */
export async function findEvent(context: Context, { id, slug }: Target): Promise<EventRecord | null> {
  if (typeof id !== 'number') return calledSo(context, 'event', bySlug, slug);
  context.reads.record('event', id);
  return byId.read(context.noted, id);
}

/** What a list of events shows the caller. @throws ServiceError rest_invalid_param, rest_forbidden */
export async function listCondition(
  context: Context,
  args: QueryEventsArgs,
  checks?: Checks,
): Promise<Condition> {
  if (args.hidden) assertMayListHidden(context.caller);
  // Filters depend on what events are linked to.
  context.reads.isAnything = true;
  const shown = visibleIn('event', visibility(context.caller, args.status), context.published.by);
  return allOf([shown, await eventConditions(context, args, checks)]);
}

const columns = new Map<string, RawBuilder<unknown>>();

/**
 * The columns of a projection, compiled once: there are so many that this costs as much as building the rest
 * of the statement.
 */
function columnsFor(db: ReadDb, projection: Projection): RawBuilder<unknown> {
  const key = JSON.stringify(projection);
  const known = columns.get(key);
  if (known) return known;
  const made = sql.raw(
    select(db, projection)
      .compile()
      .sql.replace(/^select | from "event"$/g, ''),
  );
  columns.set(key, made);
  return made;
}

/** The offset in rows from which the total is looked at first. */
const FAR = 5_000;

/** How many rows to read for a page: with a cursor one more tells whether there is another page. */
export const rowsFor = ({ cursor }: QueryEventsArgs, { perPage }: PageOf): number =>
  typeof cursor === 'string' ? perPage + 1 : perPage;

/** The page made of such rows. @param scope the record whose list it is */
export function eventPage(
  rows: readonly WholeEvent[],
  of: PageOf,
  count: () => Promise<number>,
  args: QueryEventsArgs,
  scope?: string,
): EventPage {
  if (typeof args.cursor !== 'string') return { rows, of, count };
  const shown = rows.slice(0, of.perPage);
  const last = shown.at(-1);
  const next = last && rows.length > shown.length ? cursorOf(args, last, scope) : null;
  return { rows: shown, of, count, nextCursor: next };
}

/**
 * A page of events, in order of their start unless asked otherwise. Past the last one it is empty. @throws
 * ServiceError for bad arguments
 */
export async function listEvents(
  context: Context,
  args: QueryEventsArgs,
  projection: Projection = WHOLE,
): Promise<EventPage> {
  const checks = typeof args.cursor === 'string' ? new Checks() : undefined;
  const after = await checks?.run('cursor', pageStart, args);
  const condition = await listCondition(context, args, checks);
  const of = requestedPage(context, args);
  const count = (): Promise<number> => countRows(context, 'event', condition);
  // Counting, which memory usually saves, is cheaper than skipping this many rows only to find none behind
  // them.
  if (of.offset > FAR && of.offset >= (await count())) return { rows: [], of, count };
  const order = eventOrder(args);
  // The inner select finds the rows of the page by index alone; only those are then read in full.
  const query = sql<EventRecord>`
    select ${columnsFor(context.db, projection)} from event join (
      select event.id from event where ${after ? allOf([condition, behind(args, after)]) : condition}
      order by ${order} limit ${rowsFor(args, of)} offset ${of.offset}
    ) as page on page.id = event.id order by ${order}`;
  const { rows } = await context.turns.take('lists', () => query.execute(context.db), context.signal);
  return eventPage(await wholeEvents(context, rows, projection), of, count, args);
}
