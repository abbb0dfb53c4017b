import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../lib/object.ts';
import { databaseName, redactedAddress } from './address.ts';
import { type Client, timedOut } from './client.ts';
import type { Schema } from './migration-options.ts';
import { runMigrations } from './run-migrations.ts';
import { MIGRATION_TABLE } from './schema-comparison.ts';
import {
  type DatabaseConnection,
  DatabaseError,
  reason,
  type WaitOptions,
  waitForDatabase,
} from './wait-for-database.ts';

/** Oldest PostgreSQL that the service runs on. */
const OLDEST_MAJOR = 14;
/** Any constant will do, as long as every instance uses the same. */
const MIGRATION_LOCK = 4_202_611;
/** How long the first statements may take together, in milliseconds: they read next to nothing. */
const CHECK_MS = 10_000;
/**
 * How long to wait for another instance that is changing the tables, and how often to look, in milliseconds.
 */
const OTHERS_MS = 10 * 60_000;
const LOOK_MS = 500;

interface ServerFacts {
  version: string;
  encoding: string;
  role: string;
}

/**
 * Refuses a database that the service cannot work with, and says what to do.
 * @throws DatabaseError
 */
function assertUsable({ version, encoding }: ServerFacts, url: string): void {
  if (Number.parseInt(version, 10) < OLDEST_MAJOR)
    throw new DatabaseError(
      `The database at ${redactedAddress(url)} is PostgreSQL ${version}; version ${OLDEST_MAJOR} or later is needed.`,
    );
  if (encoding !== 'UTF8') {
    throw new DatabaseError(
      `The database at ${redactedAddress(url)} has the encoding ${encoding}; UTF8 is needed. ` +
        `Make one: createdb --encoding=UTF8 --template=template0 ${databaseName(url)}`,
    );
  }
}

/** Whether all migrations have run. They have at nearly every start; then nothing else needs to be opened. */
async function isUpToDate(client: Client, { entities, migrations }: Schema): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    MIGRATION_TABLE,
  ]);
  if (rows[0]?.exists !== true) return false;
  const { rows: applied } = await client.query<{ name: string }>(`select name from ${MIGRATION_TABLE}`);
  if (!migrations.every((migration) => applied.some(({ name }) => name === migration.name))) return false;
  // It returns nothing, but fails unless we may read every table.
  if (entities.length > 0)
    await client.query(`select from ${entities.map(({ tableName }) => tableName).join(', ')} where false`);
  return true;
}

/**
 * Runs the migrations, one instance at a time. The lock belongs to a transaction, because a pooler may give the
 * connection of a session lock to somebody else.
 */
async function migrateUnderLock(
  { client, acceptsSettings }: DatabaseConnection,
  url: string,
  schema: Schema,
  onWait: WaitOptions['onWait'],
): Promise<void> {
  const end = performance.now() + OTHERS_MS;
  for (let isFirst = true; ; isFirst = false) {
    // The role may have a limit for requests; this transaction does nothing while the tables are changed.
    await client.query(
      'begin isolation level read committed; set local idle_in_transaction_session_timeout = 0',
    );
    const { rows } = await client.query<{ isLocked: boolean }>(
      'select pg_try_advisory_xact_lock($1) as "isLocked"',
      [MIGRATION_LOCK],
    );
    if (rows[0]?.isLocked === true) break;
    await client.query('rollback');
    if (performance.now() > end)
      throw new DatabaseError(
        `Another instance has been changing the tables at ${redactedAddress(url)} for ten minutes. ` +
          'See what it does, then start again.',
      );
    if (isFirst)
      onWait?.(
        `Waiting for another instance that brings the database at ${redactedAddress(url)} up to date.`,
      );
    await pause(LOOK_MS);
    if (await isUpToDate(client, schema)) return;
  }
  try {
    if (await isUpToDate(client, schema)) return;
    // Ends the portal of the last statement: an index would be made only after its snapshot is gone.
    await client.query('select');
    await runMigrations(url, schema, acceptsSettings, onWait);
  } finally {
    await client.query('commit').catch(() => {});
  }
}

/** `insufficient_privilege`, and `invalid_schema_name` when the schema may not even be seen. */
const isForbidden = (error: unknown): boolean => errorCode(error) === '42501' || errorCode(error) === '3F000';

/** The error for a role without the necessary rights; it says what to grant. */
function missingRights(error: unknown, url: string, role: string): DatabaseError {
  const name = `"${role.replaceAll('"', '""')}"`;
  const grants = [
    `GRANT USAGE, CREATE ON SCHEMA public TO ${name};`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name};`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${name};`,
  ];
  return new DatabaseError(
    `The role ${name} lacks rights that the service needs in the database at ${redactedAddress(url)}: ${reason(error)}. ` +
      `Its owner has to run:\n${grants.map((grant) => `  ${grant}`).join('\n')}`,
  );
}

interface MigrateOptions extends WaitOptions {
  /** What to say of a database without our tables, which are not made then; they are where it is left out. */
  readonly whereNone?: string | undefined;
}

/** @throws DatabaseError with the sentence, for a database that has none of our migrations */
async function assertTables(client: Client, whereNone: string): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    MIGRATION_TABLE,
  ]);
  if (rows[0]?.exists !== true) throw new DatabaseError(whereNone);
}

/**
 * Brings the tables of a database up to date. Instances that start at once wait for each other.
 * @param schema the service must be allowed to read the tables of its entities
 * @returns whether the server takes settings for a connection, which poolers do not
 * @throws DatabaseError when the database cannot be reached, is too old or has another encoding, or does not
 * let us
 */
export async function migrateDatabase(
  url: string,
  schema: Schema,
  options: MigrateOptions = {},
): Promise<{ acceptsSettings: boolean }> {
  const connection = await waitForDatabase(url, options);
  const { client, acceptsSettings } = connection;
  let role = '';
  const timer = setTimeout(() => client.abort(timedOut('it does not answer')), CHECK_MS);
  try {
    const { rows } = await client.query<ServerFacts>(`
      select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
        current_user as role`);
    const [facts] = rows;
    if (!facts) throw new Error('the server returned no row about itself');
    role = facts.role;
    assertUsable(facts, url);
    if (options.whereNone !== undefined) await assertTables(client, options.whereNone);
    const isDone = await isUpToDate(client, schema);
    clearTimeout(timer);
    if (!isDone) await migrateUnderLock(connection, url, schema, options.onWait);
    return { acceptsSettings };
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    if (isForbidden(error)) throw missingRights(error, url, role);
    throw new DatabaseError(
      `The database at ${redactedAddress(url)} cannot be brought up to date: ${reason(error)}.`,
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
    await client.end().catch(() => {});
  }
}
