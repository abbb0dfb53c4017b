import type { QueryResult } from 'kysely';
import pg from 'pg';
import { errorCode } from '../../lib/object.ts';
import { isUnavailable } from '../../lib/service-error.ts';
import { endsConnection } from './client.ts';
import { Connection } from './connection.ts';
import type { ConnectionSource } from './driver.ts';
import type { PoolPart } from './pool.ts';
import type { PreparingClient } from './prepared.ts';
import { PrimaryAway, type PrimaryWatch } from './primary-watch.ts';

/** What is read from while no primary answers. */
export interface StandIns {
  readonly areReachable: boolean;
  /** @throws PrimaryAway when none can be reached */
  connect(): Promise<Connection>;
}

interface ReadConnectionsOptions {
  readonly primary: PoolPart;
  readonly watch: PrimaryWatch;
  /** Whether what was stored last may be missing from answers, because no primary answers. */
  readonly mayBeStale: () => boolean;
  readonly standIns: () => StandIns | undefined;
  /** Whether statements wait for the primary all the same where there is nothing else to read from. */
  readonly isPatient: boolean;
}

/**
 * Whether a connection could not be made, or was lost, so that another one may do better. A limit of time says
 * nothing of the kind.
 */
function isLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return endsConnection(error);
  return error instanceof PrimaryAway || (isUnavailable(error) && errorCode(error) !== 'ETIMEDOUT');
}

/**
 * Connections by which anonymous callers read: to the primary, and while none answers to a replica, whatever it
 * lacks. A statement that waits for the primary when that goes away is run by a replica; one whose connection was
 * lost is run once more.
 */
export class ReadConnections implements ConnectionSource {
  readonly #options: ReadConnectionsOptions;

  constructor(options: ReadConnectionsOptions) {
    this.#options = options;
  }

  async connect(): Promise<Connection> {
    if (this.#givesUp) return this.#standIn();
    const connecting = this.#options.primary.connect();
    try {
      return new ReadConnection(await this.unlessAway(connecting), this);
    } catch (error) {
      const release = (client: PreparingClient): void => client.release();
      connecting.then(release, () => {});
      return this.#another(error);
    }
  }

  /** The answer of a connection to the primary, unless that goes away. @throws PrimaryAway */
  unlessAway<T>(work: Promise<T>): Promise<T> {
    return this.#options.watch.unlessAway(work, () => this.#givesUp);
  }

  /** Whether nobody waits for the primary. */
  get #givesUp(): boolean {
    const { mayBeStale, standIns, isPatient } = this.#options;
    return mayBeStale() && (!isPatient || standIns()?.areReachable === true);
  }

  /** Runs a statement again for which a connection to the primary was lost. */
  async runAgain<R>(error: unknown, text: string, values: readonly unknown[]): Promise<QueryResult<R>> {
    const connection = await this.#another(error);
    try {
      return await connection.run<R>(text, values);
    } finally {
      connection.release();
    }
  }

  /** A connection in place of one that has failed. @throws the error when nothing can be done about it */
  async #another(error: unknown): Promise<Connection> {
    const { primary, watch } = this.#options;
    if (!isLost(error)) throw error;
    await watch.decided();
    if (this.#givesUp) return this.#standIn();
    if (watch.isAway) throw error;
    return primary.connect();
  }

  async #standIn(): Promise<Connection> {
    const standIns = this.#options.standIns();
    if (!standIns) throw new PrimaryAway();
    return standIns.connect();
  }

  end(): Promise<void> {
    return this.#options.primary.end();
  }
}

class ReadConnection extends Connection {
  readonly #client: PreparingClient;
  readonly #connections: ReadConnections;
  #isLost = false;

  constructor(client: PreparingClient, connections: ReadConnections) {
    super();
    this.#client = client;
    this.#connections = connections;
  }

  override async cancel(): Promise<boolean> {
    return !this.#isLost && this.#client.cancel();
  }

  override async run<R>(text: string, values: readonly unknown[] = []): Promise<QueryResult<R>> {
    const answer = this.#client.run<R>(text, values);
    try {
      return await this.#connections.unlessAway(answer);
    } catch (error) {
      if (!isLost(error)) throw error;
      // The next one may need its place.
      this.release(true);
      return this.#connections.runAgain(error, text, values);
    }
  }

  override release(isLost = false): void {
    if (!this.#isLost) this.#client.release(isLost);
    this.#isLost ||= isLost;
  }
}
