import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { migrationsList } from './migrations/index.ts';
import { ormOptions } from './orm.ts';

/** Oldest PostgreSQL that the service runs on. */
const OLDEST_MAJOR = 14;
/** Any constant will do, as long as every instance uses the same. */
const MIGRATION_LOCK = 4_202_611;
/** Where it is noted which migrations have run. */
const TABLE = 'migration';

/** The database cannot be used; the message is meant for whoever starts the service. */
export class DatabaseError extends Error {}

const reason = (error: unknown): string =>
  error instanceof Error && error.message !== ''
    ? error.message
    : error instanceof AggregateError
      ? error.errors.map(String).join('; ')
      : String(error);

/** Where a database is, without user and password, for messages. */
export function whereIs(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? (hostname || 'localhost')}${port && `:${port}`}${pathname}`;
}

/** Whether all migrations have run, which is so at nearly every start: then nothing else need be opened. */
async function isUpToDate(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [TABLE]);
  if (rows[0]?.exists !== true) return false;
  const { rows: done } = await client.query<{ name: string }>(`select name from ${TABLE}`);
  return migrationsList.every((migration) => done.some(({ name }) => name === migration.name));
}

async function runMigrations(url: string): Promise<void> {
  const orm = await MikroORM.init({
    ...ormOptions(url, 1),
    extensions: [Migrator],
    // Listed in code, so that nothing is searched for.
    migrations: { migrationsList, transactional: true, allOrNothing: true, snapshot: false, silent: true, tableName: TABLE },
  });
  try {
    await orm.migrator.up();
  } finally {
    await orm.close();
  }
}

/**
 * Brings the tables of a database up to date. Instances that start at once wait for each other.
 * @throws DatabaseError when the database cannot be reached or is too old
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseError(
      `The database at ${whereIs(url)} cannot be reached: ${reason(error)}. Check DATABASE_URL and that PostgreSQL is running.`,
    );
  }
  try {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
    const version = rows[0]?.version ?? 'unknown';
    if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
      throw new DatabaseError(`The database at ${whereIs(url)} is PostgreSQL ${version}; version ${OLDEST_MAJOR} or later is needed.`);
    }
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (await isUpToDate(client)) return;
    await runMigrations(url);
  } finally {
    // Ending the connection releases the lock.
    await client.end();
  }
}
