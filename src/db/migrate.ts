import { Client } from 'pg';
import { openOrm } from './orm.ts';

/** Oldest PostgreSQL that the service runs on. */
const OLDEST_MAJOR = 14;
/** Any constant will do, as long as every instance uses the same. */
const MIGRATION_LOCK = 4_202_611;

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
    const orm = await openOrm(url, 1);
    try {
      await orm.migrator.up();
    } finally {
      await orm.close();
    }
  } finally {
    // Ending the connection releases the lock.
    await client.end();
  }
}
