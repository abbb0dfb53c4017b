import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Connection } from './connection.ts';
import type { ConnectionSource } from './driver.ts';
import { readsByServer } from './monitoring.ts';
import type { Db } from './orm.ts';
import type { PoolOptions } from './pool.ts';
import { PrimaryAway } from './primary-watch.ts';
import type { StandIns } from './read-connections.ts';
import { Replica, type WalPosition } from './replica.ts';
import { Statement } from './statement.ts';

const RETRY_MS = 250;

/**
 * Everything that is committed and visible here is at this position or before it, whether or not it is on
 * disk yet.
 */
const POSITION = new Statement((db) => ({
  compile: () =>
    sql<WalPosition>`
      select system_identifier::text as system,
        ('x' || left(pg_walfile_name(here), 8))::bit(32)::int as timeline, (here - '0/0')::float8 as bytes
      from pg_control_system(), pg_current_wal_insert_lsn() as here`.compile(db),
}));

interface ReplicasOptions extends PoolOptions {
  readonly urls: readonly string[];
  /** A connection to the primary that does not wait for requests. */
  readonly adminConnection: Db;
  /** What reads when a replica has failed, or none is current. */
  readonly connections: ConnectionSource;
  /** Whether requests read from the replica that has most, because no primary answers; they never do unless given. */
  readonly mayBeStale?: (() => boolean) | undefined;
}

/**
 * The streaming replicas of the primary. Requests read from one that has everything that is stored as far as
 * this process knows. When it learns of a change, by anybody, requests read from none of them until the
 * present position of the primary has been read, and then from each replica that has reached it.
 */
export class Replicas implements StandIns {
  readonly #all: readonly Replica[];
  readonly #primary: Db;
  readonly #mayBeStale: () => boolean;
  #isUpToDate = (): boolean => false;
  #isReading = false;
  #isOutdated = false;
  #next = 0;
  #isClosed = false;

  constructor({ urls, adminConnection, connections, mayBeStale = () => false, ...options }: ReplicasOptions) {
    this.#primary = adminConnection;
    this.#mayBeStale = mayBeStale;
    this.#all = urls.map((url) => new Replica(url, options, connections));
  }

  /**
   * Lets requests read from replicas. {@link invalidate} has to be called from now on.
   * @param isUpToDate whether this process knows of everything that was stored until a moment ago
   */
  open(isUpToDate: () => boolean): void {
    this.#isUpToDate = isUpToDate;
    this.invalidate();
  }

  /** Something was stored, and is about to be acknowledged or was just found in the log of changes. */
  invalidate(): void {
    for (const replica of this.#all) replica.markUncertain();
    this.#isOutdated = true;
    if (!this.#isReading) void this.#readPosition();
  }

  async #readPosition(): Promise<void> {
    this.#isReading = true;
    while (this.#isOutdated && !this.#isClosed) {
      this.#isOutdated = false;
      const [position] = await POSITION.run(this.#primary, {}).catch(() => []);
      if (!position) {
        this.#isOutdated = true;
        await pause(RETRY_MS, undefined, { ref: false });
      } else if (!this.#isOutdated) {
        for (const replica of this.#all) replica.requirePosition(position);
      }
    }
    this.#isReading = false;
  }

  /** The databases for one request. @param primary is read when no replica is current */
  forRequest(primary: Db): ReplicaReading {
    const replica = this.#isUpToDate() ? this.#pick() : undefined;
    const server = (replica ?? (this.#mayBeStale() ? this.#furthest[0] : undefined))?.name ?? 'primary';
    readsByServer.set(server, (readsByServer.get(server) ?? 0) + 1);
    return new ReplicaReading(primary, replica);
  }

  /** Round robin among the replicas that are current. */
  #pick(): Replica | undefined {
    const count = this.#all.length;
    for (let tried = 0; tried < count; tried++) {
      const replica = this.#all[this.#next++ % count];
      if (replica?.isCurrent) return replica;
    }
    return undefined;
  }

  get areReachable(): boolean {
    return this.#furthest.length > 0;
  }

  /** A connection to the replica that has most. */
  async connect(): Promise<Connection> {
    const furthest = this.#furthest;
    const replica = furthest[this.#next++ % furthest.length];
    if (!replica) throw new PrimaryAway();
    return replica.connect();
  }

  /** For how many seconds the replica that has most has lacked something; 0 when it has everything that is known. */
  get lagSeconds(): number {
    return Math.max(0, ...this.#furthest.map(({ lagSeconds }) => lagSeconds));
  }

  /** Those that answer and have most: all that have as much. */
  get #furthest(): Replica[] {
    const reached = this.#all.flatMap(({ reached: bytes }) => bytes ?? []);
    const most = Math.max(...reached);
    return this.#all.filter(({ reached: bytes }) => bytes === most);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#all.map((replica) => replica.close()));
  }
}

/**
 * Where one request reads: from one replica as long as that is current, and afterwards from the primary. So
 * it never sees less than it has seen before, nor less than this process knew before each statement.
 */
export class ReplicaReading {
  readonly #primary: Db;
  readonly #exclusions: number;
  #replica: Replica | undefined;

  constructor(primary: Db, replica: Replica | undefined) {
    this.#primary = primary;
    this.#replica = replica;
    this.#exclusions = replica?.exclusions ?? 0;
  }

  /** For the next statement. */
  get db(): Db {
    const replica = this.#replica;
    if (!replica) return this.#primary;
    if (replica.exclusions === this.#exclusions && replica.isCurrent) return replica.db;
    this.#replica = undefined;
    return this.#primary;
  }
}
