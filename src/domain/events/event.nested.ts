import type { GraphQLResolveInfo } from 'graphql';
import { type RawBuilder, sql } from 'kysely';
import type { LinkedKind } from '../../lib/kinds.ts';
import { load } from '../../platform/cache/loaders.ts';
import type { CursorPosition } from '../content/cursor.ts';
import { requestedPage } from '../content/page.ts';
import { isSlowSearch } from '../content/search.ts';
import { allOf, type Condition } from '../content/visibility.ts';
import type { Context, Loader } from '../context/context.ts';
import type { QueryEventsArgs } from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import { afterPosition, eventOrder, pageStart, type SortedId, sortedIdColumns } from './event.order.ts';
import {
  countFor,
  eventPage,
  hydratePage,
  isSlowList,
  type ListedEvents,
  listCondition,
  NO_EVENTS,
} from './event.queries.ts';
import type { EventPage } from './event.record.ts';
import { type EventSelection, eventListSelection } from './event.selection.ts';

/** What the events of a nested list belong to. A category stands for those below it too. */
type Scope = LinkedKind | 'term';

interface Key {
  kind: Scope;
  id: number;
  args: QueryEventsArgs;
  selection: EventSelection;
  /** Where the page begins, if not at the first event. */
  after: CursorPosition | null;
}

const groupKey = ({ kind, args, selection }: Key): string => JSON.stringify([kind, args, selection]);
const cacheKey = (key: Key): string => `${key.id} ${groupKey(key)}`;

/** Events of one scope, inside a lateral join over `scope(id)`. */
const inScope = (kind: Scope): Condition =>
  kind === 'term'
    ? sql`event.id in (select link.event_id from event_term link join below on below.term_id = link.term_id
        where below.scope_id = scope.id)`
    : sql`event.id in (select event_id from ${sql.table(`event_${kind}`)} where ${sql.ref(`${kind}_id`)} = scope.id)`;

/** Terms with all terms below them; empty for other scopes. */
const withTerms = (kind: Scope, ids: readonly number[]): RawBuilder<unknown> =>
  kind === 'term'
    ? sql`with recursive below (scope_id, term_id) as (
        select id, id from unnest(${[...ids]}::int[]) as id
        union select below.scope_id, term.id from below join term on term.parent_id = below.term_id)`
    : sql``;

/**
 * Reads all keys with one statement for each kind of scope and set of arguments: lists inside a list cost
 * no more than one.
 */
async function inGroups<V>(
  keys: readonly Key[],
  read: (group: Key, ids: readonly number[]) => Promise<Map<number, V>>,
): Promise<Map<string, V>> {
  const values = new Map<string, V>();
  const groups = [...Map.groupBy(keys, groupKey).values()];
  await Promise.all(
    groups.map(async (group) => {
      const [first] = group;
      const byId = first ? await read(first, [...new Set(group.map((key) => key.id))]) : new Map<number, V>();
      for (const key of group) {
        const value = byId.get(key.id);
        if (value !== undefined) values.set(cacheKey(key), value);
      }
    }),
  );
  return values;
}

const listedIn: Loader<Key, ListedEvents> = {
  cacheKey,
  async batch(context, keys) {
    const pages = await inGroups(keys, async ({ kind, args, selection, after }, ids) => {
      const condition = await listCondition(context, args);
      const request = requestedPage(context, args);
      const order = eventOrder(args);
      const query = sql<SortedId & { scopeId: number }>`
        ${withTerms(kind, ids)}
        select scope.id as "scopeId", page.*
        from unnest(${[...ids]}::int[]) as scope (id) cross join lateral (
          select ${sortedIdColumns(args)}, row_number() over (order by ${order}) as position from event
          where ${after ? allOf([condition, afterPosition(args, after)]) : condition} and ${inScope(kind)}
          order by position limit ${countFor(args, request)} offset ${request.offset}
        ) as page order by scope.id, page.position`;
      const statement = { signal: context.signal, isSlow: isSlowList(args, request) };
      const { rows } = await context.limits.run('lists', () => query.execute(context.db.tracked), statement);
      const { events } = await hydratePage(context, rows, selection);
      const scopes = new Map<number, ListedEvents>();
      for (const [scope, page] of Map.groupBy(rows, ({ scopeId }) => scopeId))
        scopes.set(scope, { ids: page, events });
      return scopes;
    });
    return keys.map((key) => pages.get(cacheKey(key)) ?? NO_EVENTS);
  },
};

const totalOf: Loader<Key, number> = {
  cacheKey,
  async batch(context, keys) {
    const totals = await inGroups(keys, async ({ kind, args }, ids) => {
      const condition = await listCondition(context, args);
      const query = sql<{ scopeId: number; total: number }>`
        ${withTerms(kind, ids)}
        select scope.id as "scopeId", (select count(*)::int from event where ${condition} and ${inScope(kind)}) as total
        from unnest(${[...ids]}::int[]) as scope (id)`;
      const statement = { signal: context.signal, isSlow: isSlowSearch(args.search) };
      const { rows } = await context.limits.run('lists', () => query.execute(context.db.tracked), statement);
      return new Map(rows.map((row) => [row.scopeId, row.total]));
    });
    return keys.map((key) => totals.get(cacheKey(key)) ?? 0);
  },
};

/**
 * A page of the events of a venue, organizer or term, batched with those of its siblings. Past the end it is
 * empty. @throws ServiceError rest_invalid_param
 */
export async function eventsOf(
  context: Context,
  kind: Scope,
  id: number,
  args: QueryEventsArgs,
  info: GraphQLResolveInfo,
): Promise<EventPage> {
  const checks = new Checks();
  const scope = `${kind} ${id}`;
  const after = (await checks.run('cursor', () => pageStart(args, scope))) ?? null;
  checks.done();
  const key: Key = { kind, id, args, selection: eventListSelection.of(info), after };
  const count = async (): Promise<number> => load(context, totalOf, key);
  const list = { args, request: requestedPage(context, args), count, scope };
  return eventPage(await load(context, listedIn, key), list);
}
