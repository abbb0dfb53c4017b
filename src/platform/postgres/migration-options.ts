import type { MigrationObject } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import type { Options } from '@mikro-orm/postgresql';
import { type Entities, ormOptions } from './orm.ts';
import { MIGRATION_TABLE } from './schema-comparison.ts';
import { MIGRATION_LOCK_MS, NO_TIMEOUTS, type Timeouts } from './timeouts.ts';

/** Entities, and the migrations that make their tables, oldest first. */
export interface Schema {
  readonly entities: Entities;
  readonly migrations: readonly MigrationObject[];
}

const HOUR_MS = 3_600_000;
/**
 * In place of the limits that the role has for requests. Making an index takes long, and waits for all transactions
 * that have begun; no request waits behind that.
 */
const LIMITS: Timeouts = { ...NO_TIMEOUTS, statement: HOUR_MS, lock: HOUR_MS, idle: HOUR_MS };

const IN_TRANSACTION =
  `set local lock_timeout = ${MIGRATION_LOCK_MS}; set local statement_timeout = 0; ` +
  'set local idle_in_transaction_session_timeout = 0';

/** A migration whose transaction has the limits of migrations. */
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
 * The options of MikroORM for migrations: when the service starts, and for the tools of developers. The one connection
 * is of MikroORM's own pool.
 * @param acceptsSettings whether the server takes settings for a connection
 */
export const migrationOptions = (
  url: string,
  { entities, migrations }: Schema,
  acceptsSettings = true,
): Options => ({
  ...ormOptions(url, { entities, size: 1, timeouts: LIMITS, acceptsSettings }),
  extensions: [Migrator],
  migrations: {
    // Listed in code, so that MikroORM does not search for them.
    migrationsList: migrations.map(limited),
    transactional: true,
    // Each by itself, so that no table is held while another one is changed.
    allOrNothing: false,
    snapshot: false,
    silent: true,
    tableName: MIGRATION_TABLE,
  },
});
