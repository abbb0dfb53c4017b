import type { MikroORM } from '@mikro-orm/postgresql';

/** The table of applied migrations. */
export const MIGRATION_TABLE = 'migration';

/** Tables that instances of release 0.2.0 use during a rolling upgrade; the next release drops them. */
export const PREVIOUS_RELEASE_TABLES = [
  'event_total',
  'event_total_scope',
  'event_unmerged',
  'event_total_delta',
  'event_total_merge',
  'feed_item',
  'feed_state',
  'feed_backlog',
];

/**
 * Objects that migrations create but entities do not describe; their migrations are written manually. Any other
 * difference between a migrated database and the entities means that a migration is missing (`npm run
 * migration:check`).
 *
 * - Functions and triggers: they count the events of a term, and log each change. They read better as SQL.
 * - The table of migrations, and tables that only the previous release reads.
 * - Not compared by MikroORM, so not listed: the sequences of ids of records and terms, and the statistics of
 *   `event.search_text`. The storage parameters of the search indexes are not compared either, but entities have them,
 *   and a test compares them.
 */
export const SCHEMA_COMPARISON = {
  ignoreRoutines: true,
  ignoreTriggers: true,
  skipTables: [MIGRATION_TABLE, ...PREVIOUS_RELEASE_TABLES],
};

/** Statements that MikroORM generates without an actual difference. */
const NO_DIFFERENCE: readonly { statement: RegExp; because: string }[] = [
  {
    statement: /^alter table "venue" (drop|add) constraint "venue_geo_(lat|lng)_check"/,
    because: 'PostgreSQL adds `::double precision` to the check, and MikroORM strips only one word of it',
  },
  {
    statement:
      /^(create sequence if not exists "|select setval\('|alter table "\w+" alter column "id" set default nextval\(')\w+_id_seq/,
    because: 'MikroORM treats each id from a sequence as one with its own sequence',
  },
  {
    statement: /^create (or replace function|trigger) /,
    because:
      'to undo a difference, MikroORM creates functions and triggers, although `ignoreTriggers` keeps it from dropping them',
  },
];

/** Whether a statement that MikroORM generates would change anything. */
const isDifference = (statement: string): boolean =>
  !NO_DIFFERENCE.some(({ statement: pattern }) => pattern.test(statement));

/** Statements that would make a database match the entities, and statements that would undo them. */
export interface Differences {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

const statementsOf = (sql: string): string[] =>
  sql
    .split(/;\n+/)
    .map((statement) => statement.trim().replace(/;$/, ''))
    .filter((statement) => statement !== '' && isDifference(statement));

/** Compares a database with the entities. */
export async function differences(orm: MikroORM): Promise<Differences> {
  const { up, down } = await orm.schema.getUpdateSchemaMigrationSQL({ wrap: false });
  return { up: statementsOf(up), down: statementsOf(down) };
}
