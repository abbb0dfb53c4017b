import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../lib/object.ts';
import { databaseName, redactedAddress } from './address.ts';
import { Client } from './client.ts';

/** The database cannot be used; the message is meant for whoever starts the service. */
export class DatabaseError extends Error {}

export interface WaitOptions {
  /** How long to wait for a database that is not there yet, in milliseconds. */
  readonly waitMs?: number;
  /** How long one connection may take, in milliseconds. */
  readonly connectMs?: number;
  /** Called once with what the start is waiting for. */
  readonly onWait?: (line: string) => void;
}

const CONNECT_MS = 10_000;
const RETRY_MS = 500;
/** A wrong password, a role that may not log in, no such database: waiting changes nothing. */
const PERMANENT = /^(28\w{3}|3D000)$/;

export const reason = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(String).join('; ')
    : error instanceof Error && error.message === 'timeout expired'
      ? 'it accepts connections but does not answer'
      : error instanceof Error && error.message !== ''
        ? error.message
        : String(error);

/** Advice on a database that cannot be reached. */
function advice(error: unknown, url: string): string {
  if (errorCode(error) !== '3D000') return 'Check DATABASE_URL and that PostgreSQL is running.';
  return `Make it: createdb --encoding=UTF8 --template=template0 ${databaseName(url)}`;
}

/** A fresh connection, and whether the server accepts settings for it. */
export interface DatabaseConnection {
  readonly client: Client;
  /** False behind a pooler, whose connections are not ours to configure. */
  readonly acceptsSettings: boolean;
}

async function connect(
  url: string,
  connectMs: number,
  acceptsSettings: boolean,
): Promise<DatabaseConnection> {
  // A setting that has no effect here, to see whether it is accepted.
  const client = new Client({ url, connectMs, ...(acceptsSettings && { lock_timeout: 600_000 }) });
  try {
    await client.connect();
    return { client, acceptsSettings };
  } catch (error) {
    if (acceptsSettings && errorCode(error) === '08P01' && /startup parameter/.test(reason(error)))
      return connect(url, connectMs, false);
    throw error;
  }
}

/**
 * Connects to a database, waiting for one that is not there yet.
 * @throws DatabaseError when it cannot be reached in time, or not with this user, password and name
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
