import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { Semaphore } from '../../lib/semaphore.ts';
import { ConnectionDialect } from './driver.ts';
import { Heartbeat, SILENT_MS } from './heartbeat.ts';
import { type Db, type Entities, entityManagerOn, type Orm, ormOptions } from './orm.ts';
import { Pool, type PoolOptions } from './pool.ts';
import { StatementNames } from './prepared.ts';
import type { Tables } from './tables.ts';

/** Slow reads that may wait for a place. */
const MOST_SLOW_READS = 100;
/** How long a probe waits for the database, in milliseconds. */
const PROBE_MS = 2_000;
/** Longest statement of the admin connection, in milliseconds; after such a silence all connections are aborted. */
const ADMIN_MS = SILENT_MS;
const POOLER =
  'DATABASE_URL leads to a pooler that takes no settings for a connection. Limits of time are set in each ' +
  'transaction; for everything else set them for the role: alter role … set ' +
  "statement_timeout = '10s', lock_timeout = '5s', idle_in_transaction_session_timeout = '15s'.";

/** The database as the service uses it. */
export interface Database {
  readonly orm: Orm;
  /** For logins: one connection of the pool is reserved for them. */
  readonly logins: EntityManager;
  /** Places for slow reads: half of the pool, so that other statements find a connection. */
  readonly slowReads: Semaphore;
  /** Whether the database responds. Concurrent callers share one statement. */
  probe(): Promise<boolean>;
  /** A connection outside the pool, for short statements that must not wait for requests. */
  readonly adminConnection: Db;
  close(): Promise<void>;
}

interface DatabaseOptions extends PoolOptions {
  readonly entities: Entities;
}

interface ProbeResult {
  /** Whether the server has responded, be it with an error. */
  readonly hasResponded: boolean;
  readonly isHealthy: boolean;
}

export async function openDatabase(
  url: string,
  { entities, ...options }: DatabaseOptions,
): Promise<Database> {
  const { size, timeouts, acceptsSettings = true, prepare, warn } = options;
  if (!acceptsSettings) warn?.(POOLER);
  const names = new StatementNames(prepare);
  const adminPool = new Pool(url, {
    ...options,
    names,
    size: 1,
    timeouts: { ...timeouts, wait: PROBE_MS, connect: PROBE_MS, statement: ADMIN_MS },
  });
  const pool = new Pool(url, { ...options, names, cancelBy: adminPool.part() });
  const places = Math.max(1, size - 1);
  const requests = pool.part(places);
  const orm = await MikroORM.init(ormOptions(url, new ConnectionDialect(requests), entities));
  const logins = new Kysely<Tables>({ dialect: pool.dialect() });
  const adminConnection = new Kysely<Tables>({ dialect: adminPool.dialect() });
  let probing: Promise<ProbeResult> | undefined;
  const select = async (): Promise<ProbeResult> => {
    try {
      await sql`select 1`.execute(adminConnection);
      return { hasResponded: true, isHealthy: true };
    } catch (error) {
      return { hasResponded: error instanceof pg.DatabaseError, isHealthy: false };
    } finally {
      probing = undefined;
    }
  };
  const probe = () => (probing ??= select());
  const heartbeat = new Heartbeat(
    async () => (await probe()).hasResponded,
    (ms) => {
      pool.abortSilent(ms);
      adminPool.abortSilent(ms);
    },
  );
  return {
    orm,
    logins: entityManagerOn(orm.em, logins),
    slowReads: new Semaphore(
      Math.max(1, Math.floor(size / 2)),
      timeouts.wait > 0 ? { wait: timeouts.wait, queue: MOST_SLOW_READS } : {},
    ),
    probe: async () => (await probe()).isHealthy,
    adminConnection,
    close: async () => {
      heartbeat.close();
      await Promise.all([orm.close(), adminConnection.destroy()]);
      await logins.destroy();
    },
  };
}
