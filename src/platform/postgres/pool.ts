import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pools, statements } from './monitoring.ts';
import type { StatementNames } from './statement-names.ts';
import { GRACE_MS, startupSettings, type Timeouts } from './timeouts.ts';

/** Idle time before the system sends TCP keep-alive probes, in milliseconds. */
const KEEP_ALIVE_MS = 10_000;
/** Interval of checking whether a closing pool is idle, in milliseconds. */
const DRAIN_MS = 10;
/** `date`, `timestamp`, `timestamptz`: not parsed, but returned as PostgreSQL's text (decisions/0002). */
const TEXT_TYPES = [1082, 1114, 1184];
const types = new pg.TypeOverrides();
for (const id of TEXT_TYPES) types.setTypeParser(id, 'text', String);

/** Statements fail on their own when a connection breaks; without a listener the error would also end the process. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

export interface PoolOptions {
  readonly size: number;
  readonly timeouts: Timeouts;
  /** False behind a pooler that refuses connection settings. */
  readonly acceptsSettings?: boolean;
}

/** pg's options of a pool. All waits are limited, unless a timeout is 0. */
export const poolConfig = (
  url: string,
  { size, timeouts, acceptsSettings = true }: PoolOptions,
): pg.PoolConfig => ({
  // Kysely also uses this class for the connections that cancel statements.
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
 * Names and measures the statements of a pool, and closes connections whose server does not respond.
 * @param names undefined: statements are not prepared
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
        // Otherwise the next statement would wait behind this one.
        if (isReadTimeout(error) && client instanceof Client) void client.end();
        throw error;
      } finally {
        statements.emit('end', { text, ms: performance.now() - start, client });
      }
    };
    Object.assign(client, { query });
  });
}

/** Whether pg stopped waiting for a response (`query_timeout`). */
const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** Waits until no connection of a pool is in use: Kysely leaks a connection that is being opened during a close. */
export async function drain(pool: pg.Pool): Promise<void> {
  while (pool.totalCount > pool.idleCount || pool.waitingCount > 0) await pause(DRAIN_MS);
}
