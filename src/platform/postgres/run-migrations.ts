import { setTimeout as pause } from 'node:timers/promises';
import type { MigrationObject } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { redactedAddress } from './address.ts';
import { migrationOptions, type Schema } from './migration-options.ts';
import { StepMigration } from './step-migration.ts';
import { DatabaseError, type WaitOptions } from './wait-for-database.ts';

/** How long to try, and how long to pause in between, in milliseconds. */
const TRY_MS = 10 * 60_000;
const PAUSE_MS = 1_000;

/** `lock_not_available`, `deadlock_detected`: somebody else is at work on the same tables. */
const isLockedOut = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === '55P03' || error.code === '40P01')) || isLockedOut(error.cause));

/** What is run at once: the whole migration, or each of its steps and then a note that it has run. */
async function partsOf(
  orm: MikroORM,
  { name, class: Class }: MigrationObject,
): Promise<(() => Promise<unknown>)[]> {
  const migration = new Class(orm.driver, orm.config);
  if (!(migration instanceof StepMigration)) return [() => orm.migrator.up(name)];
  await migration.up();
  return [
    ...migration.parts.map((statements) => async () => {
      for (const statement of statements) await orm.driver.execute(statement);
    }),
    () => orm.migrator.logMigration(name),
  ];
}

/**
 * Runs the migrations that have not run, one after another; those that have run stay when a later one fails. A
 * change of a table waits for every transaction that uses it, and everybody who comes later waits behind that change.
 * So it has a short lock timeout, lets the others go first, and tries again.
 * @param acceptsSettings whether the server takes settings for a connection
 * @throws DatabaseError when somebody holds on to a table for too long
 */
export async function runMigrations(
  url: string,
  { migrations }: Schema,
  acceptsSettings: boolean,
  onWait: WaitOptions['onWait'],
): Promise<void> {
  let hasWaited = false;
  const untilUnlocked = async (work: () => Promise<unknown>): Promise<void> => {
    const end = performance.now() + TRY_MS;
    for (;;) {
      try {
        await work();
        return;
      } catch (error) {
        if (!isLockedOut(error)) throw error;
        if (performance.now() > end)
          throw new DatabaseError(
            `Transactions have been using the tables at ${redactedAddress(url)} for ten minutes, so they cannot be changed. ` +
              'See pg_stat_activity for the oldest, then start again.',
          );
        if (!hasWaited)
          onWait?.(
            `Waiting for transactions that use the tables at ${redactedAddress(url)}, to bring them up to date.`,
          );
        hasWaited = true;
        await pause(PAUSE_MS);
      }
    }
  };
  const orm = await MikroORM.init(migrationOptions(url, { entities: [], migrations }, acceptsSettings));
  try {
    const pending = new Set((await orm.migrator.getPending()).map(({ name }) => name));
    for (const migration of migrations)
      if (pending.has(migration.name))
        for (const part of await partsOf(orm, migration)) await untilUnlocked(part);
  } finally {
    await orm.close();
  }
}
