import { type EntityManager, MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import { entities, type Tables } from './entities.ts';
import { preparingDialect } from './prepared.ts';

export type Orm = MikroORM;
/** Reads and set-based writes: typed by the entities, names as in PostgreSQL. */
export type Db = Kysely<Tables>;

/** Options of every connection of ours. */
export function ormOptions(url: string, poolSize: number): Options {
  return {
    clientUrl: url,
    entities: [...entities],
    driverOptions: preparingDialect(url, poolSize),
    forceUtcTimezone: true,
    discovery: { warnWhenNoEntities: true },
    // An entity manager per request comes from the context; nothing may use the global one.
    allowGlobalContext: false,
    debug: false,
  };
}

export const openOrm = (url: string, poolSize: number): Promise<Orm> => MikroORM.init(ormOptions(url, poolSize));

/** The typed query builder of an entity manager; inside a transaction it sees what the entity manager has flushed. */
export const kysely = (em: EntityManager): Db => em.getKysely<Tables>();
