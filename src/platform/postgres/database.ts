import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { Semaphore } from '../../lib/semaphore.ts';
import { pools } from './monitoring.ts';
import { type Db, type Entities, entityManagerOn, type Orm, ormOptions } from './orm.ts';
import { drained, type PoolOptions, poolConfig, watchPool } from './pool.ts';
import { StatementNames } from './statement-names.ts';
import type { Tables } from './tables.ts';

/** Slow reads that may wait for a place. */
const MOST_SLOW_READS = 100;
/** Connections for short statements that do not wait for requests. */
const SHORT_SIZE = 4;
/** Longest statement on them, in milliseconds. */
const SHORT_MS = 3_000;
const POOLER =
  'DATABASE_URL leads to a pooler that takes no settings for a connection. Statements are given up after ' +
  'the limits of time of the service; so that PostgreSQL ends them itself, set the limits for the role: alter role … set ' +
  "statement_timeout = '10s', lock_timeout = '5s', idle_in_transaction_session_timeout = '15s'.";

/** The database as the service uses it. */
export interface Database {
  readonly orm: Orm;
  /** For logins, by {@link adminConnection}. */
  readonly logins: EntityManager;
  /** Places for slow reads: half of the pool, so that other statements find a connection. */
  readonly slowReads: Semaphore;
  /** Places for writes: three quarters of the pool, so that reads go on while writes wait for locks. */
  readonly writePlaces: Semaphore;
  /** Whether the database responds. Concurrent callers share one statement. */
  probe(): Promise<boolean>;
  /** Connections outside the pool of requests, for short statements that must not wait for these. */
  readonly adminConnection: Db;
  close(): Promise<void>;
}

interface DatabaseOptions extends PoolOptions {
  readonly entities: Entities;
  /** Whether statements that are sent again and again get names. */
  readonly prepare?: boolean;
  /** Warns the operator. */
  readonly warn?: (line: string) => void;
}

export async function openDatabase(
  url: string,
  { entities, prepare = true, warn, ...options }: DatabaseOptions,
): Promise<Database> {
  const { size, timeouts, acceptsSettings = true } = options;
  if (!acceptsSettings) warn?.(POOLER);
  const names = prepare ? new StatementNames() : undefined;
  const opened: pg.Pool[] = [];
  const watch = (pool: pg.Pool): void => {
    opened.push(pool);
    watchPool(pool, names);
  };
  const orm = await MikroORM.init(ormOptions(url, { ...options, entities, onPoolCreated: watch }));
  const short = { ...timeouts, statement: SHORT_MS };
  const pool = new pg.Pool(poolConfig(url, { ...options, size: SHORT_SIZE, timeouts: short }));
  watch(pool);
  const adminConnection = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let probing: Promise<boolean> | undefined;
  const select = async (): Promise<boolean> => {
    try {
      await sql`select 1`.execute(adminConnection);
      return true;
    } catch {
      return false;
    } finally {
      probing = undefined;
    }
  };
  const share = (part: number): number => Math.max(1, Math.floor(size * part));
  const isLimited = timeouts.wait > 0;
  return {
    orm,
    logins: entityManagerOn(orm.em, adminConnection),
    slowReads: new Semaphore(share(1 / 2), isLimited ? { wait: timeouts.wait, queue: MOST_SLOW_READS } : {}),
    writePlaces: new Semaphore(share(3 / 4), isLimited ? { wait: timeouts.wait } : {}),
    probe: () => (probing ??= select()),
    adminConnection,
    close: async () => {
      await Promise.all(opened.map(drained));
      for (const one of opened) pools.delete(one);
      await Promise.all([orm.close(), adminConnection.destroy()]);
    },
  };
}
