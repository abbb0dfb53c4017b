import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { keys, text } from '../postgres/columns.ts';

/** `public`: in public lists; `hidden`: published, but not in lists; `restricted`: visible to some users only. */
export type RecordVisibility = 'public' | 'hidden' | 'restricted';

/**
 * The change log (decisions/0094). Only triggers write it, in the transaction of each write. Rows are retained for 30
 * days; after that only the last row of each record remains. Defaults are excluded from schema comparison, because
 * PostgreSQL rewrites them.
 */
const ChangeEntity = defineEntity({
  name: 'Change',
  tableName: 'change',
  properties: {
    /** The transaction. Ids below the oldest running transaction get no more rows. */
    xid: p.string().columnType('xid8').primary().defaultRaw('pg_current_xact_id()'),
    id: p.bigint('string').primary().autoincrement().generated('by default as identity'),
    atUtc: p
      .string()
      .columnType('timestamp(3)')
      .defaultRaw(`(now() at time zone 'utc')`)
      .ignoreSchemaChanges('default'),
    /** `event`, `venue`, `organizer`, `term`, `image`, `user`, or the name of another table. */
    kind: text(),
    /** null: any record of the kind. */
    recordId: p.integer().nullable(),
    /** Of records: `event`, `venue`, `organizer`, `category` or `tag`. */
    type: text().nullable(),
    /** Visibility of a record before and after the change; null if the record did not exist. */
    before: p.string().columnType('text').nullable().$type<RecordVisibility>(),
    after: p.string().columnType('text').nullable().$type<RecordVisibility>(),
    /** The author of a record, after the change. */
    authorId: p.integer().nullable(),
    /**
     * `insert`, `update`, `delete`, `truncate`; of records also `trash`, `restore`, `state` (publication status or
     * time) and `link` (the links of an event, or the repetition of its series); of events also `cancel` and
     * `reinstate`. `count` does not change the record itself: it is a changed number of events of a term, or the first
     * row of each record in a log that starts over.
     */
    operation: text(),
    /** The user that made the change; null if unknown. */
    userId: p
      .integer()
      .nullable()
      .defaultRaw(`nullif(nullif(current_setting('calendar.user', true), ''), '0')::integer`)
      .ignoreSchemaChanges('default'),
    /** The name that the service gave the write; null if it gave none. */
    write: text()
      .nullable()
      .defaultRaw(`nullif(current_setting('calendar.write', true), '')`)
      .ignoreSchemaChanges('default'),
  },
  indexes: [
    {
      name: 'change_record',
      properties: keys('type', 'recordId', 'xid', 'id'),
      where: 'type is not null',
    },
  ],
});

/** Progress of reading and deleting the change log; one row. */
const ChangeStateEntity = defineEntity({
  name: 'ChangeState',
  tableName: 'change_state',
  properties: {
    id: p.integer().primary().autoincrement(false).default(1),
    /** A random name of this history of the calendar; a restore or a failover starts another history. */
    calendar: text(),
    /** The identifiers of the server and of its database. */
    server: text(),
    /** The timeline of the server's WAL; a failover or a point-in-time restore starts another timeline. */
    timeline: p.integer().default(0),
    /** The last tombstone that was deleted. */
    purgedXid: p.string().columnType('xid8').default('0'),
    purgedId: p.bigint('string').default('0'),
    /** The last row that the deletion of old rows has examined. */
    trimmedXid: p.string().columnType('xid8').default('0'),
    trimmedId: p.bigint('string').default('0'),
    /** The snapshot up to which webhooks were notified; null before the first time. */
    told: text().nullable(),
  },
});

export const changeEntities = [ChangeEntity, ChangeStateEntity] as const;

declare module '../postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof changeEntities)[number]> {}
}
