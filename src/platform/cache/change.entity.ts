import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { text } from '../postgres/columns.ts';

/**
 * The log of changes (decisions/0048). Only triggers write it, in the transaction of every write; old
 * rows are deleted. Defaults are not compared with the database, because PostgreSQL writes them in another
 * form.
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
    /**
     * `insert`, `update`, `delete`, `truncate`. Of records also `trash`, `restore`, `state` (published or
     * not, or from another time on) and `link` (what an event is linked to, or when its series repeats); of events
     * beside these `cancel` and `reinstate` (that they take place again). Of terms also `count` (how many events they
     * have).
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
});

export const changeEntities = [ChangeEntity] as const;

declare module '../postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof changeEntities)[number]> {}
}
