import { fileURLToPath } from 'node:url';
import { Migrator } from '@mikro-orm/migrations';
import type { Options } from '@mikro-orm/postgresql';
import { MIGRATION_TABLE } from './beside-entities.ts';
import { MIGRATING } from './limits.ts';
import { migrationsList } from './migrations/index.ts';
import { type Entities, ormOptions } from './orm.ts';
import { Pool } from './pool.ts';

export const MIGRATIONS = fileURLToPath(new URL('migrations/', import.meta.url));

/**
 * The options of MikroORM for migrations: when the service starts, and for the tools of developers.
 * @param perConnection whether the server takes settings for a connection
 */
export const migrating = (url: string, entities: Entities, perConnection = true): Options => ({
  ...ormOptions(
    url,
    new Pool(url, { size: 1, limits: MIGRATING, perConnection, prepare: false }).dialect(),
    entities,
  ),
  extensions: [Migrator],
  migrations: {
    // Listed in code, so that MikroORM does not search for them.
    migrationsList,
    path: MIGRATIONS,
    transactional: true,
    allOrNothing: true,
    snapshot: false,
    silent: true,
    tableName: MIGRATION_TABLE,
  },
});
