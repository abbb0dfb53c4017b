import type { GraphQLResolveInfo } from 'graphql';
import { type RawBuilder, sql } from 'kysely';
import type { LinkedKind } from '../../lib/kinds.ts';
import { load } from '../../platform/cache/loaders.ts';
import type { Position } from '../content/cursor.ts';
import { orderBy, type Range, within } from '../content/keyset.ts';
import { type PageRequest, pageRows, rangeOf, requestedPage } from '../content/page.ts';
import { allOf, type Condition } from '../content/visibility.ts';
import type { Context, Loader } from '../context/context.ts';
import { slowRead } from '../context/slow-read.ts';
import type { QueryEventsArgs } from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import { eventList, eventOrder } from './event.order.ts';
import {
  eventPage,
  isSearch,
  isSlowList,
  type ListedEvents,
  listCondition,
  NO_EVENTS,
  positionColumns,
  readEvents,
} from './event.queries.ts';
import type { EventPage } from './event.record.ts';
import { rollBeforeReading } from './event.roll.ts';
import { type EventSelection, eventListSelection } from './event.selection.ts';

/** What the events of a nested list belong to: an event to its parent and its series. A category stands for those below it too. */
type Scope = LinkedKind | 'term' | 'parent' | 'series';

/** The list of one scope. */
interface Key {
  readonly kind: Scope;
  readonly id: number;
  readonly args: QueryEventsArgs;
}

/** A page of it. */
interface PageKey extends Key {
  readonly selection: EventSelection;
  readonly request: PageRequest;
}

/** A part of it. */
interface RangeKey extends Key {
  readonly range: Range;
}

const groupKey = ({ id: _id, ...group }: Key): string => JSON.stringify(group);
const cacheKey = (key: Key): string => `${key.id} ${groupKey(key)}`;

/** Events of one scope, inside a lateral join over `scope(id)`. */
function inScope(kind: Scope): Condition {
  if (kind === 'parent') return sql`event.post_parent = scope.id`;
  if (kind === 'series') return sql`event.series_id = scope.id`;
  return kind === 'term'
    ? sql`event.id in (select link.event_id from event_term link join below on below.term_id = link.term_id
        where below.scope_id = scope.id)`
    : sql`event.id in (select event_id from ${sql.table(`event_${kind}`)} where ${sql.ref(`${kind}_id`)} = scope.id)`;
}

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
async function inGroups<K extends Key, V>(
  keys: readonly K[],
  read: (group: K, ids: readonly number[]) => Promise<Map<number, V>>,
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

type ScopedPosition = Position & { readonly scopeId: number };

/** Reads the same part of the lists of several scopes of a kind, by scope. */
async function readRange(
  context: Context,
  { kind, args, range }: Omit<RangeKey, 'id'>,
  ids: readonly number[],
): Promise<Map<number, ScopedPosition[]>> {
  const condition = await listCondition(context, args, undefined, inScope(kind));
  const sorted = eventOrder(args);
  const order = orderBy(sorted, range.isReversed);
  const query = sql<ScopedPosition>`
    ${withTerms(kind, ids)}
    select scope.id as "scopeId", page.*
    from unnest(${[...ids]}::int[]) as scope (id) cross join lateral (
      select ${positionColumns(args)}, row_number() over (order by ${order}) as position from event
      where ${allOf([condition, ...within(sorted, range)])}
      order by position limit ${range.limit} offset ${range.offset}
    ) as page order by scope.id, page.position`;
  const { rows } = await slowRead(context, () => query.execute(context.db), isSlowList(args, range));
  return Map.groupBy(rows, ({ scopeId }) => scopeId);
}

const listedIn: Loader<PageKey, ListedEvents> = {
  cacheKey,
  async batch(context, keys) {
    const pages = await inGroups(keys, async ({ kind, args, selection, request }, ids) => {
      const read = await readRange(context, { kind, args, range: rangeOf(request) }, ids);
      const scopes = [...read].map(([scope, rows]) => [scope, pageRows(request, rows)] as const);
      const events = await readEvents(
        context,
        scopes.flatMap(([, { rows }]) => rows),
        selection,
      );
      return new Map(scopes.map(([scope, page]) => [scope, { ...page, events }]));
    });
    return keys.map((key) => pages.get(cacheKey(key)) ?? NO_EVENTS);
  },
};

const anyIn: Loader<RangeKey, boolean> = {
  cacheKey,
  async batch(context, keys) {
    const present = await inGroups(keys, async (group, ids) => readRange(context, group, ids));
    return keys.map((key) => present.has(cacheKey(key)));
  },
};

const totalOf: Loader<Key, number> = {
  cacheKey,
  async batch(context, keys) {
    const totals = await inGroups(keys, async ({ kind, args }, ids) => {
      const condition = await listCondition(context, args, undefined, inScope(kind));
      const query = sql<{ scopeId: number; total: number }>`
        ${withTerms(kind, ids)}
        select scope.id as "scopeId", (select count(*)::int from event where ${condition}) as total
        from unnest(${[...ids]}::int[]) as scope (id)`;
      const { rows } = await slowRead(context, () => query.execute(context.db), isSearch(args));
      return new Map(rows.map((row) => [row.scopeId, row.total]));
    });
    return keys.map((key) => totals.get(cacheKey(key)) ?? 0);
  },
};

/**
 * A page of the events of a venue, organizer, term or parent, batched with those of its siblings. Past the end it is
 * empty. @throws ServiceError rest_invalid_param
 */
export async function eventsOf(
  context: Context,
  kind: Scope,
  id: number,
  args: QueryEventsArgs,
  info: GraphQLResolveInfo,
): Promise<EventPage> {
  await rollBeforeReading(context);
  const checks = new Checks();
  const list = eventList(args, `${kind} ${id}`);
  const request = await requestedPage(context, checks, list, args);
  checks.done();
  const key: Key = { kind, id, args };
  const page: PageKey = { ...key, selection: eventListSelection.of(info), request };
  return eventPage(await load(context, listedIn, page), {
    list: list.name,
    request,
    count: async () => load(context, totalOf, key),
    hasAny: async (range) => load(context, anyIn, { ...key, range }),
  });
}
