import type { MigrationObject } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import type { Options } from '@mikro-orm/postgresql';
import { type Entities, ormOptions } from './orm.ts';
import { Pool } from './pool.ts';
import { MIGRATION_TABLE } from './schema-comparison.ts';
import { MIGRATION_LOCK_MS, MIGRATION_TIMEOUTS } from './timeouts.ts';

/** Entities, and the migrations that make their tables, oldest first. */
export interface Schema {
  readonly entities: Entities;
  readonly migrations: readonly MigrationObject[];
}

/**
 * The options of MikroORM for migrations: when the service starts, and for the tools of developers.
 * @param acceptsSettings whether the server takes settings for a connection
 */
export const migrationOptions = (
  url: string,
  { entities, migrations }: Schema,
  acceptsSettings = true,
): Options => ({
  ...ormOptions(
    url,
    new Pool(url, {
      size: 1,
      timeouts: MIGRATION_TIMEOUTS,
      inTransactions: { lock: MIGRATION_LOCK_MS },
      acceptsSettings,
      prepare: false,
    }).dialect(),
    entities,
  ),
  extensions: [Migrator],
  migrations: {
    // Listed in code, so that MikroORM does not search for them.
    migrationsList: [...migrations],
    transactional: true,
    // Each by itself, so that no table is held while another one is changed.
    allOrNothing: false,
    snapshot: false,
    silent: true,
    tableName: MIGRATION_TABLE,
  },
});
