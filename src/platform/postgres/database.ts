import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { Semaphore } from '../../lib/semaphore.ts';
import { pools } from './monitoring.ts';
import { type Db, type Entities, entityManagerOn, type Orm, ormOptions } from './orm.ts';
import { drain, type PoolOptions, poolConfig, watchPool } from './pool.ts';
import { StatementNames } from './statement-names.ts';
import type { Tables } from './tables.ts';

/** Limit of slow reads that wait for a slot. */
const MAX_QUEUED_SLOW_READS = 100;
/** Size of the pool for short statements that must not wait for requests. */
const ADMIN_POOL_SIZE = 4;
/** Longest statement of that pool, in milliseconds. */
const ADMIN_STATEMENT_MS = 3_000;
const POOLER_WARNING =
  'DATABASE_URL points to a pooler that does not accept connection settings. The service stops waiting for a statement ' +
  'after its own timeout, but PostgreSQL continues to run it. To let PostgreSQL cancel it, set the limits for the role: ' +
  "alter role … set statement_timeout = '10s', lock_timeout = '5s', idle_in_transaction_session_timeout = '15s'.";

export interface Database {
  readonly orm: Orm;
  /** For logins; uses {@link adminConnection}. */
  readonly logins: EntityManager;
  /** Limits slow reads to half of the pool, so that other statements get a connection. */
  readonly slowReadSlots: Semaphore;
  /** Limits writes to three quarters of the pool, so that reads continue while writes wait for locks. */
  readonly writeSlots: Semaphore;
  /** Whether the database responds. Concurrent callers share one statement. */
  probe(): Promise<boolean>;
  /** A pool for short statements that must not wait for requests. */
  readonly adminConnection: Db;
  close(): Promise<void>;
}

interface DatabaseOptions extends PoolOptions {
  readonly entities: Entities;
  /** Whether to prepare repeated statements. */
  readonly prepare?: boolean;
  /** Warns the operator. */
  readonly warn?: (line: string) => void;
}

export async function openDatabase(
  url: string,
  { entities, prepare = true, warn, ...options }: DatabaseOptions,
): Promise<Database> {
  const { size, timeouts, acceptsSettings = true } = options;
  if (!acceptsSettings) warn?.(POOLER_WARNING);
  const names = prepare ? new StatementNames() : undefined;
  const opened: pg.Pool[] = [];
  const watch = (pool: pg.Pool): void => {
    opened.push(pool);
    watchPool(pool, names);
  };
  const orm = await MikroORM.init(ormOptions(url, { ...options, entities, onPoolCreated: watch }));
  const short = { ...timeouts, statement: ADMIN_STATEMENT_MS };
  const pool = new pg.Pool(poolConfig(url, { ...options, size: ADMIN_POOL_SIZE, timeouts: short }));
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
    slowReadSlots: new Semaphore(
      share(1 / 2),
      isLimited ? { maxWaitMs: timeouts.wait, maxQueue: MAX_QUEUED_SLOW_READS } : {},
    ),
    writeSlots: new Semaphore(share(3 / 4), isLimited ? { maxWaitMs: timeouts.wait } : {}),
    probe: () => (probing ??= select()),
    adminConnection,
    close: async () => {
      await Promise.all(opened.map(drain));
      for (const one of opened) pools.delete(one);
      await Promise.all([orm.close(), adminConnection.destroy()]);
    },
  };
}
