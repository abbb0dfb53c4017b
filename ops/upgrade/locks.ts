import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** The application name that distinguishes sessions of migrations from sessions of the service. */
export const APPLICATION = 'calendar-upgrade';
const EVERY_MS = 10;

/** Locks of migrations that block readers or writers, and sessions that wait for such a lock. */
const QUERY = `
  with migrating as materialized (select pid from pg_stat_activity where application_name = $1)
  select 'held' as state, pid, relation::regclass::text as name, 0 as ms from pg_locks
  where granted and locktype = 'relation' and pid in (select pid from migrating)
    and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    and relation = any($2::oid[])
  union all
  select 'waits', pid, coalesce(relation::regclass::text, locktype),
    (extract(epoch from clock_timestamp() - waitstart) * 1000)::int
  from pg_locks
  where not granted and waitstart is not null and pid not in (select pid from migrating)
    and exists (select from migrating where migrating.pid = any(pg_blocking_pids(pg_locks.pid)))`;

/** The longest times, in milliseconds. */
export interface Longest {
  /** A migration locked a table. */
  held: number;
  /** A session waited for a migration, which had the lock or was ahead in the queue. */
  waited: number;
}

interface Row {
  state: 'held' | 'waits';
  pid: number;
  name: string;
  ms: number;
}

/** Monitors the locks of migrations on the tables that exist at its start. */
export class LockWatch {
  readonly #client: pg.Client;
  readonly #tables: readonly number[];
  readonly #since = new Map<string, number>();
  #longest: Longest = { held: 0, waited: 0 };
  #isStopped = false;
  #watching: Promise<void> = Promise.resolve();

  private constructor(client: pg.Client, tables: readonly number[]) {
    this.#client = client;
    this.#tables = tables;
  }

  static async start(url: string): Promise<LockWatch> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ oid: number }>(
      `select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration'`,
    );
    const watch = new LockWatch(
      client,
      rows.map(({ oid }) => oid),
    );
    watch.#watching = watch.#watch();
    return watch;
  }

  /** The longest times since the last call. */
  take(): Longest {
    const longest = this.#longest;
    this.#longest = { held: 0, waited: 0 };
    return longest;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#watching.finally(() => this.#client.end());
  }

  async #watch(): Promise<void> {
    // A lock may have been acquired right after the previous poll.
    let before = performance.now();
    while (!this.#isStopped) {
      const at = performance.now();
      const { rows } = await this.#client.query<Row>({
        name: 'locks',
        text: QUERY,
        values: [APPLICATION, this.#tables],
      });
      const held = new Set<string>();
      for (const { state, pid, name, ms } of rows)
        if (state === 'waits') this.#longest.waited = Math.max(this.#longest.waited, ms);
        else {
          const lock = `${pid} ${name}`;
          held.add(lock);
          const since = this.#since.get(lock) ?? before;
          this.#since.set(lock, since);
          this.#longest.held = Math.max(this.#longest.held, performance.now() - since);
        }
      for (const lock of this.#since.keys()) if (!held.has(lock)) this.#since.delete(lock);
      before = at;
      await pause(EVERY_MS);
    }
  }
}
