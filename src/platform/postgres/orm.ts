import { type EntityManager, type EntitySchema, MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { type PoolOptions, poolConfig } from './pool.ts';
import { SCHEMA_COMPARISON } from './schema-comparison.ts';
import type { Tables } from './tables.ts';
import { NO_TIMEOUTS } from './timeouts.ts';

export type Orm = MikroORM;
export type Entities = readonly EntitySchema[];
/** For reads and set-based writes: typed by the entities, with the names of PostgreSQL. */
export type Db = Kysely<Tables>;
/** {@link Db} without methods for writes and transactions. */
export type ReadDb = Pick<
  Db,
  'selectFrom' | 'with' | 'withRecursive' | 'executeQuery' | 'getExecutor' | 'fn'
>;

interface OrmOptions extends PoolOptions {
  readonly entities: Entities;
  /** Called with the pool before its first connection. */
  readonly onPoolCreated?: (pool: pg.Pool) => void;
}

/** The options of MikroORM that all uses share. */
export function ormOptions(url: string, { entities, onPoolCreated, ...pool }: OrmOptions): Options {
  return {
    clientUrl: url,
    entities: [...entities],
    driverOptions: { ...poolConfig(url, pool), onPoolCreated },
    forceUtcTimezone: true,
    // Otherwise MikroORM opens an extra connection at its first use, to check that the database exists.
    ensureDatabase: false,
    discovery: { warnWhenNoEntities: false },
    schemaGenerator: SCHEMA_COMPARISON,
    // Each request has its own entity manager in its context; the global one must not be used.
    allowGlobalContext: false,
    debug: false,
  };
}

/** Opens MikroORM without timeouts, for tools; the service uses database.ts. */
export function openOrm(url: string, poolSize: number, entities: Entities): Promise<Orm> {
  return MikroORM.init(ormOptions(url, { entities, size: poolSize, timeouts: NO_TIMEOUTS }));
}

/** The typed query builder of an entity manager; inside a transaction it sees flushed changes. */
export const kysely = (em: EntityManager): Db => em.getKysely<Tables>();

/** For entities that are only read: the unit of work ignores them, and later reads load them again. */
export const UNMANAGED = { disableIdentityMap: true } as const;

/**
 * A new entity manager whose statements go through `db`: another pool, or a transaction. On a read-only `db` it cannot
 * write either.
 */
export function entityManagerOn(base: EntityManager, db: ReadDb): EntityManager {
  const em = base.fork();
  em.setTransactionContext(db);
  return em;
}

/** Runs work in a transaction of the entity manager's pool, with its own unit of work, which is flushed at the end. */
export const inTransaction = <T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> =>
  kysely(em)
    .transaction()
    .execute(async (transaction) => {
      const within = entityManagerOn(em, transaction);
      const result = await work(within);
      await within.flush();
      return result;
    });
