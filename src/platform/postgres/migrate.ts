import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { errorCode } from '../../lib/object.ts';
import { databaseName, redactedAddress } from './address.ts';
import { migrationOptions, type Schema } from './migration-options.ts';
import { MIGRATION_TABLE } from './schema-comparison.ts';
import {
  type DatabaseConnection,
  DatabaseError,
  reason,
  type WaitOptions,
  waitForDatabase,
} from './wait-for-database.ts';

/** Oldest supported PostgreSQL. */
const OLDEST_MAJOR = 14;
/** Oldest release that this one can upgrade; the first migration creates its tables. */
const OLDEST_RELEASE = '0.2.0';
/** An arbitrary constant, the same in all instances. */
const MIGRATION_LOCK = 4_202_611;
/** Longest wait for another instance, or for transactions that use a table, in milliseconds. */
const LONGEST_WAIT_MS = 10 * 60_000;
const PAUSE_MS = 1_000;

interface ServerFacts {
  version: string;
  encoding: string;
  role: string;
}

/** @throws DatabaseError if the version or the encoding is not supported */
function assertUsable({ version, encoding }: ServerFacts, url: string): void {
  if (Number.parseInt(version, 10) < OLDEST_MAJOR)
    throw new DatabaseError(
      `The database at ${redactedAddress(url)} is PostgreSQL ${version}; version ${OLDEST_MAJOR} or later is needed.`,
    );
  if (encoding !== 'UTF8') {
    throw new DatabaseError(
      `The database at ${redactedAddress(url)} has the encoding ${encoding}; UTF8 is needed. ` +
        `Create one: createdb --encoding=UTF8 --template=template0 ${databaseName(url)}`,
    );
  }
}

/** Names of the applied migrations. */
async function appliedMigrations(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    MIGRATION_TABLE,
  ]);
  if (rows[0]?.exists !== true) return new Set();
  const { rows: applied } = await client.query<{ name: string }>(`select name from ${MIGRATION_TABLE}`);
  return new Set(applied.map(({ name }) => name));
}

/** The migrations that have not been applied. Usually there are none, and MikroORM need not be initialised. */
async function pendingMigrations(
  client: pg.Client,
  { entities, migrations }: Schema,
  url: string,
): Promise<Schema['migrations']> {
  const applied = await appliedMigrations(client);
  const pending = migrations.filter(({ name }) => !applied.has(name));
  if (applied.size > 0 && pending[0] !== undefined && pending[0] === migrations[0])
    throw new DatabaseError(
      `The tables at ${redactedAddress(url)} are from a release before ${OLDEST_RELEASE}. ` +
        `Start release ${OLDEST_RELEASE} with this database once, then this release.`,
    );
  // Returns no rows, but fails without the right to read a table.
  if (pending.length === 0 && entities.length > 0)
    await client.query(`select from ${entities.map(({ tableName }) => tableName).join(', ')} where false`);
  return pending;
}

/** Repeats an attempt until it succeeds; reports once that it waits. @throws DatabaseError after ten minutes */
async function retryUntilDone(
  attempt: () => Promise<boolean>,
  { onWait, waiting, tooLong }: { onWait: WaitOptions['onWait']; waiting: string; tooLong: string },
): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS;
  for (let isFirst = true; !(await attempt()); isFirst = false) {
    if (performance.now() > end) throw new DatabaseError(tooLong);
    if (isFirst) onWait?.(waiting);
    await pause(PAUSE_MS);
  }
}

/**
 * Runs the migrations, one instance at a time. The lock belongs to a transaction, because a pooler may give the
 * connection of a session lock to another client. Waiting instances poll: a statement that waits for the lock would
 * hold a snapshot, and concurrent index creation waits until older snapshots are released.
 */
async function migrateUnderLock(
  { client, acceptsSettings }: DatabaseConnection,
  url: string,
  schema: Schema,
  onWait: WaitOptions['onWait'],
): Promise<void> {
  const lock = async (): Promise<boolean> => {
    // This transaction is idle during the migrations, and the role may have an idle timeout.
    await client.query(
      'begin isolation level read committed; set local idle_in_transaction_session_timeout = 0',
    );
    const { rows } = await client.query<{ isLocked: boolean }>(
      'select pg_try_advisory_xact_lock($1) as "isLocked"',
      [MIGRATION_LOCK],
    );
    if (rows[0]?.isLocked === true) return true;
    await client.query('rollback');
    return false;
  };
  await retryUntilDone(lock, {
    onWait,
    waiting: `Waiting for another instance that is upgrading the database at ${redactedAddress(url)}.`,
    tooLong:
      `Another instance has been upgrading the tables at ${redactedAddress(url)} for ten minutes. ` +
      'Check what it is doing, then start again.',
  });
  try {
    const pending = await pendingMigrations(client, schema, url);
    // Closes the portal of the last statement, which releases its snapshot.
    await client.query('select');
    if (pending.length > 0) await runMigrations(url, pending, acceptsSettings, onWait);
  } finally {
    await client.query('commit').catch(() => {});
  }
}

/** `lock_not_available`, `deadlock_detected`: other transactions use the same tables. */
const isLockedOut = (error: unknown): boolean =>
  errorCode(error) === '55P03' ||
  errorCode(error) === '40P01' ||
  (error instanceof Error && isLockedOut(error.cause));

/**
 * Runs migrations one after another; if one fails, the earlier ones stay applied. Changing a table waits for the
 * transactions that use it, and later requests queue behind that wait. So each attempt waits for 0.3 s only, and the
 * next one starts after a second.
 * @param acceptsSettings whether the server accepts connection settings
 * @throws DatabaseError if transactions use a table for too long
 */
export async function runMigrations(
  url: string,
  migrations: Schema['migrations'],
  acceptsSettings: boolean,
  onWait: WaitOptions['onWait'],
): Promise<void> {
  const orm = await MikroORM.init(migrationOptions(url, { entities: [], migrations }, acceptsSettings));
  const run = (name: string): Promise<boolean> =>
    orm.migrator.up(name).then(
      () => true,
      (error) => (isLockedOut(error) ? false : Promise.reject(error)),
    );
  try {
    for (const { name } of migrations)
      await retryUntilDone(() => run(name), {
        onWait,
        waiting: `Waiting for transactions that use the tables at ${redactedAddress(url)}, to upgrade the tables.`,
        tooLong:
          `Transactions have been using the tables at ${redactedAddress(url)} for ten minutes, so the tables cannot be ` +
          'upgraded. Look for old transactions in pg_stat_activity, then start again.',
      });
  } finally {
    await orm.close();
  }
}

/** `insufficient_privilege`, or `invalid_schema_name` if the role may not even see the schema. */
const isForbidden = (error: unknown): boolean => errorCode(error) === '42501' || errorCode(error) === '3F000';

/** The error for a role without the necessary rights, with the statements that grant them. */
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
  /** The error message for a database without the service's tables; undefined: create the tables. */
  readonly messageIfMissing?: string | undefined;
}

/**
 * Migrates a database. Instances that start at the same time wait for each other.
 * @param schema the role must have the right to read the tables of its entities
 * @returns whether the server accepts connection settings, which poolers do not
 * @throws DatabaseError if the database cannot be reached, has an unsupported version or encoding, or refuses access
 */
export async function migrateDatabase(
  url: string,
  schema: Schema,
  options: MigrateOptions = {},
): Promise<{ acceptsSettings: boolean }> {
  const connection = await waitForDatabase(url, options);
  const { client, acceptsSettings } = connection;
  let role = '';
  try {
    const { rows } = await client.query<ServerFacts>(`
      select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
        current_user as role`);
    const [facts] = rows;
    if (!facts) throw new Error('the server returned no row about itself');
    role = facts.role;
    assertUsable(facts, url);
    if (options.messageIfMissing !== undefined && (await appliedMigrations(client)).size === 0)
      throw new DatabaseError(options.messageIfMissing);
    const pending = await pendingMigrations(client, schema, url);
    if (pending.length > 0) await migrateUnderLock(connection, url, schema, options.onWait);
    return { acceptsSettings };
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    if (isForbidden(error)) throw missingRights(error, url, role);
    throw new DatabaseError(`The database at ${redactedAddress(url)} cannot be upgraded: ${reason(error)}.`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => {});
  }
}
