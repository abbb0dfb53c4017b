import { type EntityManager, type EntitySchema, MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { type PoolOptions, poolConfig } from './pool.ts';
import { SCHEMA_COMPARISON } from './schema-comparison.ts';
import type { Tables } from './tables.ts';
import { NO_TIMEOUTS } from './timeouts.ts';

export type Orm = MikroORM;
export type Entities = readonly EntitySchema[];
/** Reads and set-based writes: typed by the entities, names as in PostgreSQL. */
export type Db = Kysely<Tables>;
/** {@link Db} for reading alone: nothing can be stored by it, and no transaction begun. */
export type ReadDb = Pick<
  Db,
  'selectFrom' | 'with' | 'withRecursive' | 'executeQuery' | 'getExecutor' | 'fn'
>;

interface OrmOptions extends PoolOptions {
  readonly entities: Entities;
  /** Called with the pool before its first connection. */
  readonly onPoolCreated?: (pool: pg.Pool) => void;
}

/** Options that every use of MikroORM shares. */
export function ormOptions(url: string, { entities, onPoolCreated, ...pool }: OrmOptions): Options {
  return {
    clientUrl: url,
    entities: [...entities],
    driverOptions: { ...poolConfig(url, pool), onPoolCreated },
    forceUtcTimezone: true,
    // Otherwise it looks for the database at its first use, by one more connection.
    ensureDatabase: false,
    discovery: { warnWhenNoEntities: false },
    schemaGenerator: SCHEMA_COMPARISON,
    // Each request has an entity manager in its context; nothing may use the global one.
    allowGlobalContext: false,
    debug: false,
  };
}

/** For tools, which are not in a hurry; the service uses database.ts. */
export function openOrm(url: string, poolSize: number, entities: Entities): Promise<Orm> {
  return MikroORM.init(ormOptions(url, { entities, size: poolSize, timeouts: NO_TIMEOUTS }));
}

/**
 * The typed query builder of an entity manager; inside a transaction it sees what the entity manager has
 * flushed.
 */
export const kysely = (em: EntityManager): Db => em.getKysely<Tables>();

/** Of entities that are only read: the unit of work does not look at them, and later reads get them anew. */
export const UNMANAGED = { disableIdentityMap: true } as const;

/**
 * An entity manager that knows no entity yet; its statements go through `db`: another pool, or a transaction. On one
 * for reading alone it can store nothing either.
 */
export function entityManagerOn(like: EntityManager, db: ReadDb): EntityManager {
  const em = like.fork();
  em.setTransactionContext(db);
  return em;
}

/** Runs work in a transaction of the entity manager's pool, with a unit of work of its own. */
export const inTransaction = <T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> =>
  kysely(em)
    .transaction()
    .execute(async (transaction) => {
      const within = entityManagerOn(em, transaction);
      const result = await work(within);
      await within.flush();
      return result;
    });
