import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pools, statements } from './monitoring.ts';
import type { StatementNames } from './statement-names.ts';
import { GRACE_MS, startupSettings, type Timeouts } from './timeouts.ts';

/** How long a connection is silent before the system checks that the other side is still there. */
const KEEP_ALIVE_MS = 10_000;
/** How often a pool that is being closed is looked at, in milliseconds. */
const DRAIN_MS = 10;
/** `date`, `timestamp`, `timestamptz`: left as the text that PostgreSQL sends (decisions/0002). */
const TEXT_TYPES = [1082, 1114, 1184];
const types = new pg.TypeOverrides();
for (const id of TEXT_TYPES) types.setTypeParser(id, 'text', String);

/** A connection whose statements fail by themselves when it breaks; without a listener the error would end the process. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

export interface PoolOptions {
  readonly size: number;
  readonly timeouts: Timeouts;
  /** False behind a pooler that refuses settings for a connection. */
  readonly acceptsSettings?: boolean;
}

/** The options of pg for a pool. No wait is unlimited, unless there are no timeouts. */
export const poolConfig = (
  url: string,
  { size, timeouts, acceptsSettings = true }: PoolOptions,
): pg.PoolConfig => ({
  // Kysely makes connections for cancelling by the same class.
  Client,
  connectionString: url,
  max: size,
  types,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  connectionTimeoutMillis: timeouts.wait,
  query_timeout: timeouts.statement > 0 ? timeouts.statement + GRACE_MS : 0,
  ...(acceptsSettings && startupSettings(timeouts)),
});

/**
 * Names and measures the statements of a pool, and closes a connection whose server does not answer.
 * @param names none are given without it
 */
export function watchPool(pool: pg.Pool, names?: StatementNames): void {
  pools.add(pool);
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    const send = client.query.bind(client);
    const query = async (text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
      const name = values.length > 0 ? names?.of(text) : undefined;
      const start = performance.now();
      try {
        return await send({ text, values, ...(name !== undefined && { name }) });
      } catch (error) {
        // The next statement would wait behind this one.
        if (isReadTimeout(error) && client instanceof Client) void client.end();
        throw error;
      } finally {
        statements.emit('end', { text, ms: performance.now() - start, client });
      }
    };
    Object.assign(client, { query });
  });
}

/** pg gave up waiting for an answer (`query_timeout`). */
const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** Resolves once no connection of a pool is in use: Kysely loses one that is being opened while it is closed. */
export async function drained(pool: pg.Pool): Promise<void> {
  while (pool.totalCount > pool.idleCount || pool.waitingCount > 0) await pause(DRAIN_MS);
}
