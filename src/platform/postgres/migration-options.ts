import type { MigrationObject } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import type { Options } from '@mikro-orm/postgresql';
import { type Entities, ormOptions } from './orm.ts';
import { MIGRATION_TABLE } from './schema-comparison.ts';
import { MIGRATION_LOCK_MS, NO_TIMEOUTS, type Timeouts } from './timeouts.ts';

/** Entities, and the migrations that create their tables, oldest first. */
export interface Schema {
  readonly entities: Entities;
  readonly migrations: readonly MigrationObject[];
}

const HOUR_MS = 3_600_000;
/**
 * Overrides the limits of the role. Creating an index concurrently takes long and waits for running transactions, but
 * blocks no request.
 */
const LIMITS: Timeouts = { ...NO_TIMEOUTS, statement: HOUR_MS, lock: HOUR_MS, idle: HOUR_MS };

const IN_TRANSACTION =
  `set local lock_timeout = ${MIGRATION_LOCK_MS}; set local statement_timeout = 0; ` +
  'set local idle_in_transaction_session_timeout = 0';

/** Sets the limits of migrations in the transaction of a migration. */
const limited = ({ name, class: Class }: MigrationObject): MigrationObject => ({
  name,
  class: class extends Class {
    override getQueries() {
      const queries = super.getQueries?.() ?? [];
      return this.isTransactional() ? [IN_TRANSACTION, ...queries] : queries;
    }
  },
});

/**
 * MikroORM's options for migrations, at the start of the service and for developer tools.
 * @param acceptsSettings whether the server accepts connection settings
 */
export const migrationOptions = (
  url: string,
  { entities, migrations }: Schema,
  acceptsSettings = true,
): Options => ({
  ...ormOptions(url, { entities, size: 1, timeouts: LIMITS, acceptsSettings }),
  extensions: [Migrator],
  migrations: {
    // Passed as a list, so that MikroORM does not search for files.
    migrationsList: migrations.map(limited),
    transactional: true,
    // One transaction per migration, so that no table is locked while another one is changed.
    allOrNothing: false,
    snapshot: false,
    silent: true,
    tableName: MIGRATION_TABLE,
  },
});
