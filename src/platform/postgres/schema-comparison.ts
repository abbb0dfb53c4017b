import type { MikroORM } from '@mikro-orm/postgresql';

/** The table that records which migrations have run. */
export const MIGRATION_TABLE = 'migration';

/** Tables that instances of release 0.2.0 use while they are replaced; the next release drops them. */
export const TABLES_OF_RELEASE_BEFORE = [
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
 * What migrations make but entities do not describe. Every other difference between a migrated database and
 * the entities means that a migration is missing (`npm run migration:check`). Changes of what is listed here
 * are written by hand.
 */

/**
 * - Functions and triggers: they count the events of a term, and log each change. What a trigger does is a program,
 *   and reads better as one.
 * - The table of migrations, and tables that only the release before reads.
 * - Not compared at all by MikroORM, so not listed: the sequences that records and terms draw their ids from,
 *   statistics of `event.search_text`. The storage parameters of the search indexes are not compared either, but
 *   entities have them, and a test compares.
 */
export const SCHEMA_COMPARISON = {
  ignoreRoutines: true,
  ignoreTriggers: true,
  skipTables: [MIGRATION_TABLE, ...TABLES_OF_RELEASE_BEFORE],
};

/** Statements that MikroORM generates although there is no difference, with the reason. */
const NO_DIFFERENCE: readonly { statement: RegExp; because: string }[] = [
  {
    statement: /^alter table "venue" (drop|add) constraint "venue_geo_(lat|lng)_check"/,
    because: 'PostgreSQL writes `::double precision` into the check, of which MikroORM strips one word only',
  },
  {
    statement:
      /^(create sequence if not exists "|select setval\('|alter table "\w+" alter column "id" set default nextval\(')\w+_id_seq/,
    because: 'MikroORM takes each id that a sequence gives for one with a sequence of its own',
  },
  {
    statement: /^create (or replace function|trigger) /,
    because:
      'to undo a difference, MikroORM makes functions and triggers that `ignoreTriggers` keeps it from dropping',
  },
];

/** Whether a statement that MikroORM generates would change anything. */
const isDifference = (statement: string): boolean =>
  !NO_DIFFERENCE.some(({ statement: pattern }) => pattern.test(statement));

/** Statements that would make a database match the entities, and those that would undo them. */
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
