import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { redactedAddress } from './address.ts';
import { type ReplicaState, replicas } from './monitoring.ts';
import type { Db } from './orm.ts';
import { Pool, type PoolOptions } from './pool.ts';
import { StatementNames } from './prepared.ts';
import { ReplicaConnections } from './replica-connections.ts';
import { ReplicaLag } from './replica-lag.ts';
import { Statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { reason } from './wait-for-database.ts';

/** How far a server is in what PostgreSQL writes before everything else (WAL). */
export interface WalPosition {
  /** The same for all copies of one database. */
  readonly system: string;
  /** Grows when a replica becomes the primary; positions of different timelines say nothing of each other. */
  readonly timeline: number;
  /** Bytes from the beginning. */
  readonly bytes: number;
}

interface SeenPosition extends WalPosition {
  /** When the server started, which tells it from another. */
  readonly server: string;
}

/** How often the position of a replica is read while it is current, in milliseconds. */
const LOOK_MS = 250;
/**
 * How soon its position is read again while it is not current; each time twice as long, up to {@link
 * LOOK_MS}.
 */
const SOON_MS = 2;
/** A reading that takes longer counts as failed. */
const LATE_MS = 1_000;
/** How long nothing is read here after a failure. */
const OUT_MS = 1_000;
/** How old the last reading may be. */
const PROOF_MS = LATE_MS + LOOK_MS;

const LOOK_TIMEOUTS = { wait: LATE_MS, connect: LATE_MS, statement: LATE_MS, lock: LATE_MS, idle: LATE_MS };

/**
 * The timeline comes from the control file, which may be behind but never ahead, or from what is received, where
 * the role may see that (`pg_read_all_stats`). A server that has become a primary is no longer a replica.
 */
const LOOK = new Statement((db) => ({
  compile: () =>
    sql<SeenPosition>`
      select system_identifier::text as system, greatest(timeline_id, min_recovery_end_timeline,
          (select received_tli from pg_stat_wal_receiver)) as timeline,
        (pg_last_wal_replay_lsn() - '0/0')::float8 as bytes, pg_postmaster_start_time()::text as server
      from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()
      where pg_is_in_recovery()`.compile(db),
}));

/**
 * One streaming replica: its position and its connections. Statements that fail on it are run by the primary,
 * and the replica is left out for a second.
 */
export class Replica implements ReplicaState {
  readonly name: string;
  readonly db: Db;
  readonly #pool: Pool;
  readonly #connections: ReplicaConnections;
  /** One connection outside the pool, for reading the position. */
  readonly #adminConnection: Db;
  /** Undefined while it is left out. */
  #seen: SeenPosition | undefined;
  #bytes = 0;
  #seenAt = Number.NEGATIVE_INFINITY;
  /** The position that it must have reached so that requests read here. */
  #wanted: WalPosition | undefined;
  /** Whether more has been stored since, at a position that is not known yet. */
  #isDoubtful = true;
  readonly #lag: ReplicaLag;
  #departures = 0;
  #isLooking = false;
  #delay = SOON_MS;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param primary runs the statements that fail here */
  constructor(url: string, given: PoolOptions, primary: PostgresPool) {
    this.name = redactedAddress(url);
    this.#lag = new ReplicaLag(this.name, given.warn ?? (() => {}));
    const options: PoolOptions = { ...given, role: 'standby', names: new StatementNames(given.prepare) };
    const { timeouts } = options;
    this.#pool = new Pool(url, {
      ...options,
      timeouts: { ...timeouts, connect: Math.min(timeouts.connect, LATE_MS) },
    });
    this.#connections = new ReplicaConnections(this.#pool.part(), primary, {
      server: () => this.#seen?.server,
      onFailure: () => this.#leaveOut(),
    });
    this.db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: this.#connections }) });
    const adminPool = new Pool(url, { ...options, size: 1, timeouts: LOOK_TIMEOUTS });
    this.#adminConnection = new Kysely<Tables>({ dialect: adminPool.dialect() });
    replicas.add(this);
    void this.#look();
  }

  /** Increases when it is left out: requests that read here before continue elsewhere. */
  get departures(): number {
    return this.#departures;
  }

  /** Whether it shows everything that was committed up to the position that is wanted. */
  get isCurrent(): boolean {
    return !this.#isDoubtful && this.#missing === null && performance.now() - this.#seenAt < PROOF_MS;
  }

  /** Why it has not reached the position that is wanted; null if it has. */
  get #missing(): string | null {
    const seen = this.#seen;
    const wanted = this.#wanted;
    if (!seen || !wanted) return 'its position is not known';
    if (seen.system !== wanted.system) return 'it is a copy of another database';
    if (seen.timeline !== wanted.timeline) return 'it does not follow the primary';
    return seen.bytes >= wanted.bytes ? null : 'it is behind the primary';
  }

  /** Something was stored, at a position that is not known yet. */
  doubt(): void {
    this.#isDoubtful = true;
  }

  /**
   * The position of everything that is known to be stored; soon it is checked whether the replica has reached
   * it.
   */
  expect(position: WalPosition): void {
    this.#wanted = position;
    this.#isDoubtful = false;
    if (this.isCurrent) return;
    this.#lag.begin();
    this.#delay = SOON_MS;
    if (this.#seen && !this.#isLooking) this.#lookIn(0);
  }

  get lagBytes(): number {
    return Math.max(0, (this.#wanted?.bytes ?? 0) - this.#bytes);
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

  async #look(): Promise<void> {
    this.#isLooking = true;
    const askedAt = performance.now();
    const late = setTimeout(() => this.#lose('it does not answer'), LATE_MS).unref();
    try {
      const [seen] = await LOOK.run(this.#adminConnection, {});
      if (seen) this.#saw(seen, askedAt);
      else this.#lose('it is not a standby');
    } catch (error) {
      this.#lose(reason(error));
    }
    clearTimeout(late);
    this.#isLooking = false;
    this.#lookIn(this.#pause());
  }

  #saw(seen: SeenPosition, askedAt: number): void {
    this.#seen = seen;
    this.#seenAt = askedAt;
    this.#bytes = seen.bytes;
    const missing = this.#missing;
    if (missing === null) this.#lag.end();
    else this.#lag.goOn(missing);
  }

  #pause(): number {
    if (!this.#seen) return OUT_MS;
    if (!this.#lag.isBehind) return LOOK_MS;
    this.#delay = Math.min(LOOK_MS, this.#delay * 2);
    return this.#delay;
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#look(), ms).unref();
  }

  /** It does not answer, or is not a replica: what is running here is cut, and run by the primary. */
  #lose(why: string): void {
    this.#leaveOut();
    this.#lag.goOn(why);
    this.#pool.abortActive('the replica does not answer');
  }

  #leaveOut(): void {
    this.#seen = undefined;
    this.#departures += 1;
    this.#lag.begin();
    if (!this.#isLooking) this.#lookIn(OUT_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    replicas.delete(this);
    await Promise.all([this.db.destroy(), this.#adminConnection.destroy()]);
  }
}
