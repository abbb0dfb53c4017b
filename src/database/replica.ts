import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { type ReplicaState, replicas } from '../telemetry/tally.ts';
import { whereIs } from './address.ts';
import type { Db } from './orm.ts';
import { Pool, type PoolOptions } from './pool.ts';
import { StatementNames } from './prepared.ts';
import { ReplicaConnections } from './replica-connections.ts';
import { Statement } from './statement.ts';
import type { Tables } from './tables.ts';

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

/** How often it is looked how far the replica is, while it has everything, in milliseconds. */
const LOOK_MS = 250;
/** How soon it is looked again at first while it has not; each time twice as long, up to {@link LOOK_MS}. */
const SOON_MS = 2;
/** A look that takes longer has failed. */
const LATE_MS = 1_000;
/** For so long nothing is read here after a failure. */
const OUT_MS = 1_000;
/** How old the last look may be. */
const PROOF_MS = LATE_MS + LOOK_MS;

const LOOK_LIMITS = { wait: LATE_MS, connect: LATE_MS, statement: LATE_MS, lock: LATE_MS, idle: LATE_MS };

/**
 * The timeline is told by the control file, which may be behind, never ahead. One that has become a primary is no
 * replica any more.
 */
const LOOK = new Statement((db) => ({
  compile: () =>
    sql<SeenPosition>`
      select system_identifier::text as system, greatest(timeline_id, min_recovery_end_timeline) as timeline,
        (pg_last_wal_replay_lsn() - '0/0')::float8 as bytes, pg_postmaster_start_time()::text as server
      from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()
      where pg_is_in_recovery()`.compile(db),
}));

/**
 * One streaming replica: how far it is, and its connections. Statements that fail on it are run by the primary;
 * then it is left out for a second.
 */
export class Replica implements ReplicaState {
  readonly name: string;
  readonly db: Db;
  readonly #pool: Pool;
  readonly #connections: ReplicaConnections;
  /** One connection beside the pool, for looking how far it is. */
  readonly #aside: Db;
  /** Unless it is left out. */
  #seen: SeenPosition | undefined;
  #bytes = 0;
  #seenAt = Number.NEGATIVE_INFINITY;
  /** What it has to have so that requests read here; undefined while that is not known. */
  #wanted: WalPosition | undefined;
  #wantedBytes = 0;
  #behindSince: number | undefined;
  #departures = 0;
  #isLooking = false;
  #delay = SOON_MS;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param primary where statements go that fail here */
  constructor(url: string, given: PoolOptions, primary: PostgresPool) {
    this.name = whereIs(url);
    const options: PoolOptions = { ...given, role: 'standby', names: new StatementNames(given.prepare) };
    const { limits } = options;
    this.#pool = new Pool(url, {
      ...options,
      limits: { ...limits, connect: Math.min(limits.connect, LATE_MS) },
    });
    this.#connections = new ReplicaConnections(this.#pool.part(), primary, {
      server: () => this.#seen?.server,
      onFailure: () => this.#leaveOut(),
    });
    this.db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: this.#connections }) });
    const aside = new Pool(url, { ...options, size: 1, limits: LOOK_LIMITS });
    this.#aside = new Kysely<Tables>({ dialect: aside.dialect() });
    replicas.add(this);
    void this.#look();
  }

  /** Grows when it is left out: whoever read here before goes on elsewhere. */
  get departures(): number {
    return this.#departures;
  }

  /** Whether it shows everything that was committed up to the position that is wanted. */
  get isCurrent(): boolean {
    const seen = this.#seen;
    const wanted = this.#wanted;
    return (
      seen !== undefined &&
      wanted !== undefined &&
      seen.bytes >= wanted.bytes &&
      seen.timeline === wanted.timeline &&
      seen.system === wanted.system &&
      performance.now() - this.#seenAt < PROOF_MS
    );
  }

  /** Something was stored, and it is not known yet where. */
  doubt(): void {
    this.#wanted = undefined;
  }

  /** Where everything is that is known to be stored: it is looked soon whether the replica is there, too. */
  expect(position: WalPosition): void {
    this.#wanted = position;
    this.#wantedBytes = position.bytes;
    if (this.isCurrent) return;
    this.#behindSince ??= performance.now();
    this.#delay = SOON_MS;
    if (this.#seen && !this.#isLooking) this.#lookIn(0);
  }

  get lagBytes(): number {
    return Math.max(0, this.#wantedBytes - this.#bytes);
  }

  get lagSeconds(): number {
    return this.#behindSince === undefined ? 0 : (performance.now() - this.#behindSince) / 1_000;
  }

  get statements(): number {
    return this.#connections.answered;
  }

  get failures(): number {
    return this.#connections.failed;
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    const askedAt = performance.now();
    const late = setTimeout(() => this.#lose(), LATE_MS).unref();
    try {
      const [seen] = await LOOK.run(this.#aside, {});
      if (seen) this.#saw(seen, askedAt);
      else this.#lose();
    } catch {
      this.#lose();
    }
    clearTimeout(late);
    this.#isLooking = false;
    this.#lookIn(this.#pause());
  }

  #saw(seen: SeenPosition, askedAt: number): void {
    this.#seen = seen;
    this.#seenAt = askedAt;
    this.#bytes = seen.bytes;
    if (this.isCurrent) this.#behindSince = undefined;
  }

  #pause(): number {
    if (!this.#seen) return OUT_MS;
    if (this.#behindSince === undefined) return LOOK_MS;
    this.#delay = Math.min(LOOK_MS, this.#delay * 2);
    return this.#delay;
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#look(), ms).unref();
  }

  /** It does not answer, or is no replica: what is under way here is cut, and run by the primary. */
  #lose(): void {
    this.#leaveOut();
    this.#pool.cutHeld('the replica does not answer');
  }

  #leaveOut(): void {
    this.#seen = undefined;
    this.#departures += 1;
    this.#behindSince ??= performance.now();
    if (!this.#isLooking) this.#lookIn(OUT_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    replicas.delete(this);
    await Promise.all([this.db.destroy(), this.#aside.destroy()]);
  }
}
