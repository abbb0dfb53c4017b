import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { PoolPart } from './pool.ts';
import type { PreparingClient } from './prepared.ts';

interface ReplicaConnectionsOptions {
  /** The server whose position is known; undefined while nothing may be read there. */
  readonly server: () => string | undefined;
  readonly onFailure: () => void;
}

const WHICH = 'select pg_postmaster_start_time()::text as server';

async function serverOf(client: PreparingClient): Promise<string> {
  const { rows } = await client.query<{ server: string }>(WHICH, []);
  return rows[0]?.server ?? '';
}

/**
 * Errors that the primary would report as well: wrong values (22), constraints (23) and statements (42); and a
 * statement that took too long, or was cancelled because the client has disconnected (57014). A standby that
 * cancels a statement because of what it replays reports another error.
 */
const FINAL = /^(22|23|42)\w{3}$|^57014$/;
const isFinal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && FINAL.test(error.code);

/**
 * Connections to a replica, only for reading; what cannot be read there is read from the primary. Each must
 * lead to the server whose position is known, whatever else answers at the same address.
 */
export class ReplicaConnections implements PostgresPool {
  readonly options = {};
  readonly #own: PoolPart;
  readonly #primary: PostgresPool;
  readonly #options: ReplicaConnectionsOptions;
  readonly #servers = new WeakMap<PreparingClient, string>();
  answered = 0;
  failed = 0;

  constructor(own: PoolPart, primary: PostgresPool, options: ReplicaConnectionsOptions) {
    this.#own = own;
    this.#primary = primary;
    this.#options = options;
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#options.server() === undefined) return this.#primary.connect();
    try {
      return new ReplicaClient(await this.#verified(), this);
    } catch {
      this.fail();
      return this.#primary.connect();
    }
  }

  async #verified(): Promise<PreparingClient> {
    const client = await this.#own.connect();
    try {
      const server = this.#servers.get(client) ?? (await serverOf(client));
      if (server !== this.#options.server()) throw new Error('another server answers at this address');
      this.#servers.set(client, server);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  fail(): void {
    this.failed += 1;
    this.#options.onFailure();
  }

  /** Reads from the primary what has failed here. */
  async instead<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    this.fail();
    const client = await this.#primary.connect();
    try {
      return await client.query<R>(statement, parameters);
    } finally {
      client.release();
    }
  }

  end(): Promise<void> {
    return this.#own.end();
  }
}

class ReplicaClient implements PostgresPoolClient {
  readonly #client: PreparingClient;
  readonly #connections: ReplicaConnections;

  constructor(client: PreparingClient, connections: ReplicaConnections) {
    this.#client = client;
    this.#connections = connections;
  }

  get processID(): number {
    return this.#client.processID;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string') throw new TypeError('cursors are not used here');
    return this.#read<R>(statement, parameters);
  }

  async #read<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    try {
      const result = await this.#client.query<R>(statement, parameters);
      this.#connections.answered += 1;
      return result;
    } catch (error) {
      if (isFinal(error)) throw error;
      return this.#connections.instead(statement, parameters);
    }
  }

  release(): void {
    this.#client.release();
  }
}
