import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { text } from '../database/base.ts';

/**
 * The log of changes (docs/decisions/0048). Written by triggers alone, in the transaction of every write;
 * trimmed by age. Defaults are not compared: PostgreSQL writes them in other words.
 */
export const ChangeEntity = defineEntity({
  name: 'Change',
  tableName: 'change',
  properties: {
    /** The transaction. Those below the oldest that is under way get no rows any more. */
    xid: p.string().columnType('xid8').primary().defaultRaw('pg_current_xact_id()'),
    id: p.bigint('string').primary().autoincrement().generated('by default as identity'),
    atUtc: p
      .string()
      .columnType('timestamp(3)')
      .defaultRaw(`(now() at time zone 'utc')`)
      .ignoreSchemaChanges('default'),
    /** What was changed: `event`, `venue`, `organizer`, `term`, `image`, `user`, or a table. */
    kind: text(),
    /** null: any of them. */
    recordId: p.integer().nullable(),
    /**
     * `insert`, `update`, `delete`, `truncate`; of records also `trash`, `restore`, `state` (published or not, or
     * at another time) and `link` (what an event is linked to); of terms also `count` (of their events).
     */
    operation: text(),
    /** Who was logged in; null where that is not known. */
    userId: p
      .integer()
      .nullable()
      .defaultRaw(`nullif(nullif(current_setting('calendar.user', true), ''), '0')::integer`)
      .ignoreSchemaChanges('default'),
    /** The name that a service gave its write; null where it gave none. */
    write: text()
      .nullable()
      .defaultRaw(`nullif(current_setting('calendar.write', true), '')`)
      .ignoreSchemaChanges('default'),
  },
});

export const changeEntities = [ChangeEntity] as const;

declare module '../database/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof changeEntities)[number]> {}
}
