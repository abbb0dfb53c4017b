import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { text } from '../../platform/postgres/columns.ts';
import type { TotalScope } from './scope.ts';

/** The day of an event: of one that takes whole days its own, of any other that in UTC. */
const day = () => p.string().columnType('date');
const ids = () => p.array((id) => Number(id)).columnType('int[]');

/**
 * What totals are materialized of: all events, those with a venue, or those of one venue, one organizer, one tag, or one category
 * and all below it.
 */
const EventTotalScopeEntity = defineEntity({
  name: 'EventTotalScope',
  tableName: 'event_total_scope',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    /** `all`, `placed`, `venue`, `organizer`, `tag`, `category`. */
    kind: p.string().columnType('text').$type<TotalScope['kind']>(),
    /** The id of the record, of a category also those of all below it, in order; none of the first two. */
    refs: ids(),
  },
  uniques: [{ name: 'event_total_scope_refs', properties: ['kind', 'refs'] }],
});

/** How many merged events of a scope begin and end on two days; hidden ones are not counted (decisions/0088). */
const EventTotalEntity = defineEntity({
  name: 'EventTotal',
  tableName: 'event_total',
  properties: {
    scopeId: p.integer().primary(),
    status: text().primary(),
    featured: p.boolean().primary(),
    allDay: p.boolean().primary(),
    ends: day().primary(),
    starts: day().primary(),
    n: p.integer(),
  },
});

/** Events that are in no total, because they are new or have changed: they are counted one by one. */
const EventUnmergedEntity = defineEntity({
  name: 'EventUnmerged',
  tableName: 'event_unmerged',
  properties: { eventId: p.integer().primary().autoincrement(false) },
});

/** What is to be added to totals: -1 for an event as it was before it became unmerged. */
const EventTotalDeltaEntity = defineEntity({
  name: 'EventTotalDelta',
  tableName: 'event_total_delta',
  properties: {
    id: p.bigint('string').primary().autoincrement().generated('by default as identity'),
    n: p.integer(),
    status: text(),
    featured: p.boolean(),
    allDay: p.boolean(),
    starts: day(),
    ends: day(),
    venues: ids().default([]),
    organizers: ids().default([]),
    categories: ids().default([]),
    tags: ids().default([]),
  },
});

/** One row, which each merge changes: so whoever writes by a snapshot that is older than a merge is refused. */
const EventTotalMergeEntity = defineEntity({
  name: 'EventTotalMerge',
  tableName: 'event_total_merge',
  properties: { id: p.integer().primary().autoincrement(false), merges: p.bigint('string') },
});

export const totalEntities = [
  EventTotalScopeEntity,
  EventTotalEntity,
  EventUnmergedEntity,
  EventTotalDeltaEntity,
  EventTotalMergeEntity,
] as const;

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof totalEntities)[number]> {}
}
