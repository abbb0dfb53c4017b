import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { flagColumn, keys, text, timestamp } from '../../platform/postgres/columns.ts';

/** Where a record stands in the change feed: once, by its last change (decisions/0078). */
const FeedItemEntity = defineEntity({
  name: 'FeedItem',
  tableName: 'feed_item',
  properties: {
    /** The number of its last change. */
    number: p.bigint('string').primary().autoincrement(false),
    /** `event`, `venue`, `organizer`, `category` or `tag`. */
    kind: text(),
    recordId: p.integer(),
    /** Whether lists show it to everybody. */
    isPublic: flagColumn(false),
    /** Whether they ever did: then everybody is told when it goes. */
    wasPublic: flagColumn(false),
    /** From when on it is public, unless something changes; null for what has no date or is not published. */
    publishedUtc: timestamp().nullable(),
    /** null while the record exists. */
    erasedUtc: timestamp().nullable(),
  },
  uniques: [{ name: 'feed_item_record', properties: ['recordId', 'kind'] }],
  indexes: [
    {
      name: 'feed_item_due',
      properties: keys('publishedUtc'),
      where: 'not is_public and published_utc is not null',
    },
    { name: 'feed_item_erased', properties: keys('number'), where: 'erased_utc is not null' },
  ],
});

/** How far the change feed has come; one row. */
const FeedStateEntity = defineEntity({
  name: 'FeedState',
  tableName: 'feed_state',
  properties: {
    id: p.integer().primary().autoincrement(false).default(1),
    /** The name of this calendar in positions. */
    calendar: text(),
    /** The server and its database, and the timeline of its log: after a failover or a restore they are others. */
    server: text(),
    timeline: p.integer().default(0),
    /** The snapshot of PostgreSQL in which the log of changes was read last; null before the first time. */
    seen: text().nullable(),
    /** The last number that was given. */
    last: p.bigint('string').default('0'),
    /** The highest number of a tombstone that is no longer kept. */
    purged: p.bigint('string').default('0'),
    /** Numbers that were given on a timeline which this one does not continue: `[[after, before], …]`. */
    lost: p.json<[number, number][]>().default('[]'),
    /** Whether all records have a number. */
    isComplete: flagColumn(false),
    atUtc: p.string().columnType('timestamp(3)'),
  },
});

/** Records that remain to be numbered, in parts, because something that they show has changed. */
const FeedBacklogEntity = defineEntity({
  name: 'FeedBacklog',
  tableName: 'feed_backlog',
  properties: {
    /** `venue`, `organizer`, `term`, `image`; with 0 as id all of `event`, `venue`, `organizer`, `term`, or `item`. */
    kind: p.string().columnType('text').primary(),
    recordId: p.integer().primary(),
    /** The id, or of items the number, up to which it is done. */
    after: p.bigint('string').default('0'),
  },
});

export const feedEntities = [FeedItemEntity, FeedStateEntity, FeedBacklogEntity] as const;

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof feedEntities)[number]> {}
}
