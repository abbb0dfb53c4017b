import pg from 'pg';
import { Semaphore } from '../../lib/semaphore.ts';
import { Client, timedOut } from './client.ts';
import { ConnectionDialect, type ConnectionSource } from './driver.ts';
import { type PoolState, pools } from './monitoring.ts';
import { PreparingClient, StatementNames } from './prepared.ts';
import { GRACE_MS, NO_TIMEOUTS, startupSettings, type Timeouts, transactionSettings } from './timeouts.ts';

/** `date`, `timestamp`, `timestamptz`: left as the text that PostgreSQL sends (decisions/0002). */
const TEXT_TYPES = [1082, 1114, 1184];
const types = new pg.TypeOverrides();
for (const id of TEXT_TYPES) types.setTypeParser(id, 'text', String);

/** How often statements that take too long are looked for, in milliseconds. */
const WATCH_MS = 250;
/** How long a broken connection may stay in use before the pool takes it back, in milliseconds. */
const RELEASE_MS = 1_000;
/** Most statements that wait for a connection. */
const MOST_WAITING = 1_000;

export interface PoolOptions {
  readonly size: number;
  readonly timeouts: Timeouts;
  /**
   * False behind a pooler that takes no settings for a connection: then each transaction sets them for
   * itself.
   */
  readonly acceptsSettings?: boolean;
  /** Limits of transactions, where other statements have others. */
  readonly inTransactions?: Partial<Timeouts>;
  /** Whether statements may be prepared under names. */
  readonly prepare?: boolean;
  /** Shared by pools for the same server, so that all know when one has turned them off. */
  readonly names?: StatementNames;
  /** Connections to the same server by which statements are cancelled, so that this waits for no free one. */
  readonly cancelBy?: ConnectionSource | undefined;
  /** Warns the operator. */
  readonly warn?: (line: string) => void;
}

const UNKNOWN_NAME =
  'The pooler that DATABASE_URL leads to does not keep prepared statements, so none are used from now on. ' +
  'Set DATABASE_PREPARE=off.';

/** A part of the connections of a pool. */
export interface PoolPart extends ConnectionSource {
  connect(): Promise<PreparingClient>;
}

/** Cancels what a process of the server runs. @returns whether there is such a process */
async function cancel(connections: ConnectionSource, processId: number): Promise<boolean> {
  const connection = await connections.connect();
  try {
    const { rows } = await connection.run<{ known: boolean }>('select pg_cancel_backend($1) as known', [
      processId,
    ]);
    return rows[0]?.known === true;
  } finally {
    connection.release();
  }
}

interface Lease {
  readonly client: PreparingClient;
  /** Of the part that it belongs to. */
  readonly places: Semaphore;
}

/**
 * Connections to one database. No wait is unlimited: neither for a free connection, nor for a new one, nor
 * for a server that does not answer.
 */
export class Pool implements PoolState {
  readonly #pool: pg.Pool;
  readonly #clients = new Map<pg.PoolClient, PreparingClient>();
  readonly #leases = new Map<pg.PoolClient, Lease>();
  readonly #watch: NodeJS.Timeout | undefined;
  readonly #options: ConstructorParameters<typeof PreparingClient>[1];
  readonly #size: number;
  readonly #timeouts: Timeouts;
  readonly #parts: Semaphore[] = [];

  constructor(
    url: string,
    {
      size,
      timeouts,
      acceptsSettings = true,
      inTransactions = {},
      prepare = true,
      names,
      cancelBy,
      warn = () => {},
    }: PoolOptions,
  ) {
    this.#size = size;
    this.#timeouts = timeouts;
    this.#options = {
      names: names ?? new StatementNames(prepare),
      transactionSettings: transactionSettings({
        ...(acceptsSettings ? NO_TIMEOUTS : timeouts),
        ...inTransactions,
      }),
      cancel: cancel.bind(null, cancelBy ?? this.part()),
      onUnknownName: () => warn(UNKNOWN_NAME),
    };
    const { wait, connect } = timeouts;
    const clientOptions = {
      url,
      connectMs: connect,
      types,
      ...(acceptsSettings && startupSettings(timeouts)),
    };
    this.#pool = new pg.Pool({
      Client: class extends Client {
        constructor() {
          super(clientOptions);
        }
      },
      max: size,
      // The time until a connection is free; making one has a limit of its own.
      connectionTimeoutMillis: wait > 0 ? Math.max(wait, connect) : 0,
    });
    this.#pool.on('error', () => {});
    pools.add(this);
    this.#pool.on('connect', (client) => this.#returnBroken(client));
    this.#pool.on('release', (_error, client) => {
      const lease = this.#leases.get(client);
      this.#leases.delete(client);
      lease?.places.release();
    });
    if (timeouts.statement > 0) this.#watch = setInterval(() => this.#abortOverdue(), WATCH_MS).unref();
  }

  get totalCount(): number {
    return this.#pool.totalCount;
  }

  get idleCount(): number {
    return this.#pool.idleCount;
  }

  /** Statements and transactions that wait for a connection. */
  get waitingCount(): number {
    return this.#parts.reduce((sum, { waiting }) => sum + waiting, this.#pool.waitingCount);
  }

  /** The pool, or a part of it, as a dialect of Kysely; see {@link part}. */
  dialect(places?: number): ConnectionDialect {
    return new ConnectionDialect(this.part(places));
  }

  /** @param places how many connections it may use at once; further requests wait */
  part(places = this.#size): PoolPart {
    const { wait } = this.#timeouts;
    const semaphore = new Semaphore(places, wait > 0 ? { wait, queue: MOST_WAITING } : {});
    this.#parts.push(semaphore);
    return {
      connect: this.#connect.bind(this, semaphore),
      end: this.#end.bind(this),
    };
  }

  async #connect(places: Semaphore): Promise<PreparingClient> {
    await places.acquire();
    try {
      const client = await this.#pool.connect();
      if (this.#pool.ending) {
        // Kysely has forgotten its pool by now, fails, and would never give the connection back.
        client.release();
        throw new Error('the connections to the database are being closed');
      }
      const preparing = this.#clients.get(client) ?? this.#prepare(client);
      this.#leases.set(client, { client: preparing, places });
      return preparing;
    } catch (error) {
      places.release();
      throw error;
    }
  }

  #prepare(client: pg.PoolClient): PreparingClient {
    if (!(client instanceof Client)) throw new TypeError('the pool makes clients of its own');
    const preparing = new PreparingClient(client, this.#options);
    this.#clients.set(client, preparing);
    return preparing;
  }

  /**
   * Takes back connections that broke while they were in use. Kysely never releases that of a controlled
   * transaction whose `begin` has failed, and MikroORM uses these; each would occupy a place in the pool for ever.
   * Users that release properly get time to do so.
   */
  #returnBroken(client: pg.PoolClient): void {
    client.once('end', () => {
      this.#clients.delete(client);
      setTimeout(() => this.#leases.has(client) && client.release(true), RELEASE_MS).unref();
    });
  }

  /** The server hangs or is gone; otherwise it would have ended the statement itself. */
  #abortOverdue(): void {
    const since = performance.now() - this.#timeouts.statement - GRACE_MS;
    for (const [client, lease] of this.#leases)
      if (client instanceof Client && (lease.client.startedAt ?? Number.POSITIVE_INFINITY) < since)
        client.abort(timedOut('the database did not answer in time'));
  }

  /** Aborts connections that have received nothing for this long, also idle ones: the server does not respond. */
  abortSilent(ms: number): void {
    const since = performance.now() - ms;
    for (const [client, { lastResponseAt }] of this.#clients)
      if (client instanceof Client && lastResponseAt < since)
        client.abort(timedOut('the database is silent'));
  }

  async #end(): Promise<void> {
    clearInterval(this.#watch);
    pools.delete(this);
    if (!this.#pool.ending) await this.#pool.end();
  }
}
