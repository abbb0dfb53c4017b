import { Kysely, sql } from 'kysely';
import { redactedAddress } from './address.ts';
import type { Connection } from './connection.ts';
import { ConnectionDialect, type ConnectionSource } from './driver.ts';
import { type ReplicaState, replicas } from './monitoring.ts';
import type { Db } from './orm.ts';
import { Pool, type PoolOptions } from './pool.ts';
import { StatementNames } from './prepared.ts';
import { ReplicaConnections } from './replica-connections.ts';
import { ReplicaLag } from './replica-lag.ts';
import { Statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { reason as reasonOf } from './wait-for-database.ts';

/** How far a server is in what PostgreSQL writes before everything else (WAL). */
export interface WalPosition {
  /** The same for all copies of one database. */
  readonly system: string;
  /** Grows when a replica becomes the primary; positions of different timelines say nothing of each other. */
  readonly timeline: number;
  /** Bytes from the beginning. */
  readonly bytes: number;
}

interface ReplicaPosition extends WalPosition {
  /** When the server started, which tells it from another. */
  readonly server: string;
}

/** How often the position of a replica is read while it is current, in milliseconds. */
const CHECK_MS = 250;
/**
 * How soon its position is read again while it is not current; each time twice as long, up to {@link
 * CHECK_MS}.
 */
const SOON_MS = 2;
/** A reading that takes longer counts as failed. */
const TIMEOUT_MS = 1_000;
/** How long it is excluded after a failure. */
const EXCLUDED_MS = 1_000;
/** How old the last reading may be. */
const VALID_MS = TIMEOUT_MS + CHECK_MS;

const POSITION_TIMEOUTS = {
  wait: TIMEOUT_MS,
  connect: TIMEOUT_MS,
  statement: TIMEOUT_MS,
  lock: TIMEOUT_MS,
  idle: TIMEOUT_MS,
};

/**
 * The timeline comes from the control file, which may be behind but never ahead, or from what is received, where
 * the role may see that (`pg_read_all_stats`). A server that has become a primary is no longer a replica.
 */
const POSITION = new Statement((db) => ({
  compile: () =>
    sql<ReplicaPosition>`
      select system_identifier::text as system, greatest(timeline_id, min_recovery_end_timeline,
          (select received_tli from pg_stat_wal_receiver)) as timeline,
        (pg_last_wal_replay_lsn() - '0/0')::float8 as bytes, pg_postmaster_start_time()::text as server
      from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()
      where pg_is_in_recovery()`.compile(db),
}));

/**
 * One streaming replica: its position and its connections. Statements that fail on it are run by the primary,
 * and the replica is excluded for a second.
 */
export class Replica implements ReplicaState {
  readonly name: string;
  readonly db: Db;
  readonly #pool: Pool;
  readonly #connections: ReplicaConnections;
  /** One connection outside the pool, for reading the position. */
  readonly #adminConnection: Db;
  /** Undefined while it is excluded. */
  #position: ReplicaPosition | undefined;
  #lastBytes = 0;
  #positionAt = Number.NEGATIVE_INFINITY;
  /** The position that it must have reached for requests to read here. */
  #required: WalPosition | undefined;
  /** Whether more has been stored since, at a position that is not known yet. */
  #isUncertain = true;
  readonly #lag: ReplicaLag;
  #exclusions = 0;
  #isChecking = false;
  #delay = SOON_MS;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param primary runs the statements that fail here */
  constructor(url: string, poolOptions: PoolOptions, primary: ConnectionSource) {
    this.name = redactedAddress(url);
    this.#lag = new ReplicaLag(this.name, poolOptions.warn ?? (() => {}));
    const options: PoolOptions = {
      ...poolOptions,
      role: 'standby',
      names: new StatementNames(poolOptions.prepare),
    };
    const { timeouts } = options;
    const adminPool = new Pool(url, { ...options, size: 1, timeouts: POSITION_TIMEOUTS });
    this.#pool = new Pool(url, {
      ...options,
      cancelBy: adminPool.part(),
      timeouts: { ...timeouts, connect: Math.min(timeouts.connect, TIMEOUT_MS) },
    });
    this.#connections = new ReplicaConnections(this.#pool.part(), primary, {
      server: () => this.#position?.server,
      onFailure: () => this.#exclude(),
    });
    this.db = new Kysely<Tables>({ dialect: new ConnectionDialect(this.#connections) });
    this.#adminConnection = new Kysely<Tables>({ dialect: adminPool.dialect() });
    replicas.add(this);
    void this.#check();
  }

  /** Increases when it is excluded: requests that read here before continue on the primary. */
  get exclusions(): number {
    return this.#exclusions;
  }

  /** Whether it shows everything that was committed up to the position that is required. */
  get isCurrent(): boolean {
    return !this.#isUncertain && this.#missing === null && performance.now() - this.#positionAt < VALID_MS;
  }

  /** Why it has not reached the position that is required; null if it has. */
  get #missing(): string | null {
    const position = this.#position;
    const required = this.#required;
    if (!position || !required) return 'its position is unknown';
    if (position.system !== required.system) return 'it is a copy of another database';
    if (position.timeline !== required.timeline) return 'it does not follow the primary';
    return position.bytes >= required.bytes ? null : 'it is behind the primary';
  }

  /** Something was stored, at a position that is not known yet. */
  markUncertain(): void {
    this.#isUncertain = true;
  }

  /**
   * The position of everything that is known to be stored; soon it is checked whether the replica has reached
   * it.
   */
  requirePosition(position: WalPosition): void {
    this.#required = position;
    this.#isUncertain = false;
    if (this.isCurrent) return;
    this.#lag.begin();
    this.#delay = SOON_MS;
    if (this.#position && !this.#isChecking) this.#scheduleCheck(0);
  }

  /** How far it has come, in bytes, as a follower of the primary; undefined while it is none, or is excluded. */
  get reached(): number | undefined {
    const position = this.#position;
    const follows =
      position?.system === this.#required?.system && position?.timeline === this.#required?.timeline;
    return follows ? position?.bytes : undefined;
  }

  /** A connection to it, whatever it lacks; to the primary when it cannot be reached. */
  connect(): Promise<Connection> {
    return this.#connections.connect();
  }

  get lagBytes(): number {
    return Math.max(0, (this.#required?.bytes ?? 0) - this.#lastBytes);
  }

  get lagSeconds(): number {
    return this.#lag.seconds;
  }

  get statements(): number {
    return this.#connections.completed;
  }

  get failures(): number {
    return this.#connections.failed;
  }

  async #check(): Promise<void> {
    this.#isChecking = true;
    const startedAt = performance.now();
    const timeout = setTimeout(() => this.#fail('it does not answer'), TIMEOUT_MS).unref();
    try {
      const [position] = await POSITION.run(this.#adminConnection, {});
      if (position) this.#update(position, startedAt);
      else this.#fail('it is not a standby');
    } catch (error) {
      this.#fail(reasonOf(error));
    }
    clearTimeout(timeout);
    this.#isChecking = false;
    this.#scheduleCheck(this.#pause());
  }

  #update(position: ReplicaPosition, startedAt: number): void {
    this.#position = position;
    this.#positionAt = startedAt;
    this.#lastBytes = position.bytes;
    const missing = this.#missing;
    if (missing === null) this.#lag.end();
    else this.#lag.goOn(missing);
  }

  #pause(): number {
    if (!this.#position) return EXCLUDED_MS;
    if (!this.#lag.isBehind) return CHECK_MS;
    this.#delay = Math.min(CHECK_MS, this.#delay * 2);
    return this.#delay;
  }

  #scheduleCheck(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#check(), ms).unref();
  }

  /** It does not answer, or is not a replica: its statements are aborted, and run by the primary. */
  #fail(reason: string): void {
    this.#exclude();
    this.#lag.goOn(reason);
    this.#pool.abortActive('the replica does not answer');
  }

  #exclude(): void {
    this.#position = undefined;
    this.#exclusions += 1;
    this.#lag.begin();
    if (!this.#isChecking) this.#scheduleCheck(EXCLUDED_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    replicas.delete(this);
    await Promise.all([this.db.destroy(), this.#adminConnection.destroy()]);
  }
}
