import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '../../lib/object.ts';
import { databaseName, redactedAddress } from './address.ts';

/** The database cannot be used; the message is intended for the operator. */
export class DatabaseError extends Error {}

export interface WaitOptions {
  /** How long to wait for a database that is not reachable yet, in milliseconds. */
  readonly waitMs?: number;
  /** Timeout of one connection attempt, in milliseconds. */
  readonly connectMs?: number;
  /** Called once with a message about the wait. */
  readonly onWait?: (line: string) => void;
}

const CONNECT_MS = 10_000;
/** Timeout of statements on this connection, in milliseconds; they read almost no data. */
const CHECK_MS = 10_000;
const RETRY_MS = 500;
/** Wrong password, a role without login, no such database: waiting does not help. */
const PERMANENT = /^(28\w{3}|3D000)$/;

export const reason = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(String).join('; ')
    : error instanceof Error && /^(timeout expired|Query read timeout)$/.test(error.message)
      ? 'it accepts connections but does not respond'
      : error instanceof Error && error.message !== ''
        ? error.message
        : String(error);

/** The remedy for a database that cannot be reached. */
function advice(error: unknown, url: string): string {
  if (errorCode(error) !== '3D000') return 'Check DATABASE_URL and that PostgreSQL is running.';
  return `Create it: createdb --encoding=UTF8 --template=template0 ${databaseName(url)}`;
}

export interface DatabaseConnection {
  readonly client: pg.Client;
  /** False behind a pooler that refuses connection settings. */
  readonly acceptsSettings: boolean;
}

async function connect(
  url: string,
  connectMs: number,
  acceptsSettings: boolean,
): Promise<DatabaseConnection> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: CHECK_MS,
    keepAlive: true,
    // Has no effect here, but shows whether connection settings are accepted.
    ...(acceptsSettings && { lock_timeout: 600_000 }),
  });
  // Running statements fail on their own.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only === 'on')
      throw new Error('it does not accept writes; it may be a standby');
    return { client, acceptsSettings };
  } catch (error) {
    void client.end();
    if (acceptsSettings && errorCode(error) === '08P01' && /startup parameter/.test(reason(error)))
      return connect(url, connectMs, false);
    throw error;
  }
}

/**
 * Connects to a database, and waits for one that is not reachable yet.
 * @throws DatabaseError if it cannot be reached in time, or refuses the user, the password or the database name
 */
export async function waitForDatabase(
  url: string,
  { waitMs = 0, connectMs = CONNECT_MS, onWait }: WaitOptions,
): Promise<DatabaseConnection> {
  const end = performance.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await connect(url, connectMs, true);
    } catch (error) {
      const code = errorCode(error);
      const isOver = performance.now() >= end || (typeof code === 'string' && PERMANENT.test(code));
      if (isOver)
        throw new DatabaseError(
          `The database at ${redactedAddress(url)} cannot be reached: ${reason(error)}. ${advice(error, url)}`,
        );
      if (isFirst) onWait?.(`Waiting for the database at ${redactedAddress(url)}: ${reason(error)}.`);
      await pause(RETRY_MS);
    }
  }
}
