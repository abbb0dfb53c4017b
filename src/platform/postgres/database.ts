import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { ConcurrencyLimits } from './concurrency-limits.ts';
import { Heartbeat, SILENT_MS } from './heartbeat.ts';
import { type Db, type Entities, entityManagerOn, type Orm, ormOptions } from './orm.ts';
import { Pool, type PoolOptions } from './pool.ts';
import { StatementNames } from './prepared.ts';
import { Replicas } from './replicas.ts';
import type { Tables } from './tables.ts';

/** How long a probe waits for the database, in milliseconds. */
const PROBE_MS = 2_000;
/** Longest statement beside requests, in milliseconds: no shorter than what is silence, which ends all of them. */
const ADMIN_MS = SILENT_MS;
const POOLER =
  'DATABASE_URL leads to a pooler that takes no settings for a connection. Limits of time are set in each ' +
  'transaction; for everything else set them for the role: alter role … set ' +
  "statement_timeout = '10s', lock_timeout = '5s', idle_in_transaction_session_timeout = '15s'.";

/** The database as the service uses it. */
export interface Database {
  readonly orm: Orm;
  /** For logins, which have a connection of their own, whatever others wait for. */
  readonly logins: EntityManager;
  readonly concurrency: ConcurrencyLimits;
  /** Whether the database answers. Callers at the same time share one question. */
  probe(): Promise<boolean>;
  /** A connection of its own, for what is short and cannot wait for requests. */
  readonly adminConnection: Db;
  /** undefined when there are none. */
  readonly replicas: Replicas | undefined;
  close(): Promise<void>;
}

interface DatabaseOptions extends PoolOptions {
  readonly entities: Entities;
  /** Of streaming replicas. */
  readonly replicaUrls?: readonly string[] | undefined;
}

interface Probed {
  /** Whether the server has said anything, be it a refusal. */
  readonly isHeard: boolean;
  readonly isWell: boolean;
}

export async function openDatabase(
  url: string,
  { entities, replicaUrls = [], ...options }: DatabaseOptions,
): Promise<Database> {
  const { size, timeouts, acceptsSettings = true, prepare, warn } = options;
  if (!acceptsSettings) warn?.(POOLER);
  const names = new StatementNames(prepare);
  const pool = new Pool(url, { ...options, names });
  const alone = new Pool(url, {
    ...options,
    names,
    size: 1,
    timeouts: { ...timeouts, wait: PROBE_MS, connect: PROBE_MS, statement: ADMIN_MS },
  });
  const places = Math.max(1, size - 1);
  const orm = await MikroORM.init(ormOptions(url, pool.dialect(places), entities));
  const logins = new Kysely<Tables>({ dialect: pool.dialect() });
  const own = new Kysely<Tables>({ dialect: alone.dialect() });
  const replicas =
    replicaUrls.length > 0
      ? new Replicas({ ...options, urls: replicaUrls, adminConnection: own, connections: pool.part(places) })
      : undefined;
  let asked: Promise<Probed> | undefined;
  const ask = async (): Promise<Probed> => {
    try {
      await sql`select 1`.execute(own);
      return { isHeard: true, isWell: true };
    } catch (error) {
      return { isHeard: error instanceof pg.DatabaseError, isWell: false };
    } finally {
      asked = undefined;
    }
  };
  const probe = () => (asked ??= ask());
  const heartbeat = new Heartbeat(
    async () => (await probe()).isHeard,
    (ms) => {
      pool.abortSilent(ms);
      alone.abortSilent(ms);
    },
  );
  return {
    orm,
    logins: entityManagerOn(orm.em, logins),
    concurrency: new ConcurrencyLimits(size, timeouts),
    probe: async () => (await probe()).isWell,
    adminConnection: own,
    replicas,
    close: async () => {
      await replicas?.close();
      heartbeat.close();
      await Promise.all([orm.close(), own.destroy()]);
      await logins.destroy();
    },
  };
}
