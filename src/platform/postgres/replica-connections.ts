import type { QueryResult } from 'kysely';
import { errorCode } from '../../lib/object.ts';
import { Connection } from './connection.ts';
import type { ConnectionSource } from './driver.ts';
import type { PoolPart } from './pool.ts';
import type { PreparingClient } from './prepared.ts';

interface ReplicaConnectionsOptions {
  /** The server whose position is known; undefined while nothing may be read there. */
  readonly server: () => string | undefined;
  readonly onFailure: () => void;
}

const SERVER = 'select pg_postmaster_start_time()::text as server';

async function serverOf(client: PreparingClient): Promise<string> {
  const { rows } = await client.run<{ server: string }>(SERVER);
  return rows[0]?.server ?? '';
}

/**
 * Errors that the primary would report as well: wrong values (22), constraints (23) and statements (42); and a
 * statement that took too long, or was cancelled because the client has disconnected (57014). A standby that
 * cancels a statement because of what it replays reports another error.
 */
const FINAL = /^(22|23|42)\w{3}$|^57014$/;
const isFinal = (error: unknown): boolean => FINAL.test(String(errorCode(error)));

/**
 * Connections to a replica, only for reading; what cannot be read there is read from the primary. Each must
 * lead to the server whose position is known, whatever else answers at the same address.
 */
export class ReplicaConnections implements ConnectionSource {
  readonly #pool: PoolPart;
  readonly #primary: ConnectionSource;
  readonly #options: ReplicaConnectionsOptions;
  readonly #servers = new WeakMap<PreparingClient, string>();
  completed = 0;
  failed = 0;

  constructor(pool: PoolPart, primary: ConnectionSource, options: ReplicaConnectionsOptions) {
    this.#pool = pool;
    this.#primary = primary;
    this.#options = options;
  }

  async connect(): Promise<Connection> {
    if (this.#options.server() === undefined) return this.#primary.connect();
    try {
      return new ReplicaClient(await this.#verified(), this);
    } catch {
      this.fail();
      return this.#primary.connect();
    }
  }

  async #verified(): Promise<PreparingClient> {
    const client = await this.#pool.connect();
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

  /** Runs a statement that has failed here. */
  async runOnPrimary<R>(text: string, values: readonly unknown[]): Promise<QueryResult<R>> {
    this.fail();
    const client = await this.#primary.connect();
    try {
      return await client.run<R>(text, values);
    } finally {
      client.release();
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

class ReplicaClient extends Connection {
  readonly #client: PreparingClient;
  readonly #connections: ReplicaConnections;

  constructor(client: PreparingClient, connections: ReplicaConnections) {
    super();
    this.#client = client;
    this.#connections = connections;
  }

  override cancel(): Promise<boolean> {
    return this.#client.cancel();
  }

  override async run<R>(text: string, values: readonly unknown[] = []): Promise<QueryResult<R>> {
    try {
      const result = await this.#client.run<R>(text, values);
      this.#connections.completed += 1;
      return result;
    } catch (error) {
      if (isFinal(error)) throw error;
      return this.#connections.runOnPrimary(text, values);
    }
  }

  override release(): void {
    this.#client.release();
  }
}
