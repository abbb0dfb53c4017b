import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { keys, text } from '../postgres/columns.ts';

/** `public`: in public lists; `hidden`: published, but left out of lists; `restricted`: for some users only. */
export type RecordVisibility = 'public' | 'hidden' | 'restricted';

/**
 * The log of changes (decisions/0094). Only triggers write it, in the transaction of every write. Rows are kept for 30
 * days; after that the last one of each record stays. Defaults are not compared with the database, because PostgreSQL
 * writes them in another form.
 */
const ChangeEntity = defineEntity({
  name: 'Change',
  tableName: 'change',
  properties: {
    /** The transaction. No rows are added any more for those below the oldest that has not ended. */
    xid: p.string().columnType('xid8').primary().defaultRaw('pg_current_xact_id()'),
    id: p.bigint('string').primary().autoincrement().generated('by default as identity'),
    atUtc: p
      .string()
      .columnType('timestamp(3)')
      .defaultRaw(`(now() at time zone 'utc')`)
      .ignoreSchemaChanges('default'),
    /** What was changed: `event`, `venue`, `organizer`, `term`, `image`, `user`, or another table. */
    kind: text(),
    /** null: any record of the kind. */
    recordId: p.integer().nullable(),
    /** Of records: `event`, `venue`, `organizer`, `category` or `tag`. */
    type: text().nullable(),
    /** RecordVisibility of a record before the change, and after it; null where it does not exist. */
    before: p.string().columnType('text').nullable().$type<RecordVisibility>(),
    after: p.string().columnType('text').nullable().$type<RecordVisibility>(),
    /** The author of a record, after the change. */
    authorId: p.integer().nullable(),
    /**
     * `insert`, `update`, `delete`, `truncate`. Of records also `trash`, `restore`, `state` (published or
     * not, or from another time on) and `link` (what an event is linked to, or when its series repeats); of events
     * beside these `cancel` and `reinstate` (that they take place again). `count` is no change
     * of the record itself: of terms, how many events they have; of each record, its row in a log that begins anew.
     */
    operation: text(),
    /** The user who made the change; null where that is not known. */
    userId: p
      .integer()
      .nullable()
      .defaultRaw(`nullif(nullif(current_setting('calendar.user', true), ''), '0')::integer`)
      .ignoreSchemaChanges('default'),
    /** The name that the service gave its write; null where it gave none. */
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

/** How far the log of changes has been read and deleted; one row. */
const ChangeStateEntity = defineEntity({
  name: 'ChangeState',
  tableName: 'change_state',
  properties: {
    id: p.integer().primary().autoincrement(false).default(1),
    /** A random name of this history of the calendar; after a restore or a failover it is another one. */
    calendar: text(),
    /** The identifiers of the server and of its database. */
    server: text(),
    /** The timeline of the server's log; a failover or a restore to an earlier moment begins another one. */
    timeline: p.integer().default(0),
    /** The last tombstone that was deleted. */
    purgedXid: p.string().columnType('xid8').default('0'),
    purgedId: p.bigint('string').default('0'),
    /** The last row that was looked at when old rows were deleted. */
    trimmedXid: p.string().columnType('xid8').default('0'),
    trimmedId: p.bigint('string').default('0'),
    /** The snapshot up to which webhooks were told; null before the first time. */
    told: text().nullable(),
  },
});

export const changeEntities = [ChangeEntity, ChangeStateEntity] as const;

declare module '../postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof changeEntities)[number]> {}
}
