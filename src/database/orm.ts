import { type EntityManager, MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Kysely, PostgresDialect } from 'kysely';
import { entities, type Tables } from './entities.ts';
import { PATIENT } from './limits.ts';
import { Pool } from './pool.ts';

export type Orm = MikroORM;
/** Reads and set-based writes: typed by the entities, names as in PostgreSQL. */
export type Db = Kysely<Tables>;

/**
 * Options of everything that MikroORM does for us. The address is for its messages only: connections are the
 * dialect's.
 */
export function ormOptions(url: string, dialect: PostgresDialect): Options {
  return {
    clientUrl: url,
    entities: [...entities],
    driverOptions: dialect,
    forceUtcTimezone: true,
    discovery: { warnWhenNoEntities: true },
    // An entity manager per request comes from the context; nothing may use the global one.
    allowGlobalContext: false,
    debug: false,
  };
}

/** For tools, which have time; the service opens its database by database.ts. */
export const openOrm = (url: string, poolSize: number): Promise<Orm> =>
  MikroORM.init(ormOptions(url, new Pool(url, { size: poolSize, limits: PATIENT }).dialect()));

/**
 * The typed query builder of an entity manager; inside a transaction it sees what the entity manager has
 * flushed.
 */
export const kysely = (em: EntityManager): Db => em.getKysely<Tables>();
