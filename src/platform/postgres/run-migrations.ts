import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { redactedAddress } from './address.ts';
import { migrationOptions, type Schema } from './migration-options.ts';
import { DatabaseError, type WaitOptions } from './wait-for-database.ts';

/** How long to try, and how long to pause in between, in milliseconds. */
const TRY_MS = 10 * 60_000;
const PAUSE_MS = 3_000;

/** `lock_not_available`, `deadlock_detected`: somebody else is at work on the same tables. */
const isLockedOut = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === '55P03' || error.code === '40P01')) || isLockedOut(error.cause));

async function attempt(url: string, { migrations }: Schema, acceptsSettings: boolean): Promise<void> {
  const orm = await MikroORM.init(migrationOptions(url, { entities: [], migrations }, acceptsSettings));
  try {
    await orm.migrator.up();
  } finally {
    await orm.close();
  }
}

/**
 * Runs the migrations that have not run, all or none. A change of a table waits for every transaction that
 * uses it, and everybody who comes later waits behind that change. So it has a short lock timeout,
 * lets the others go first, and tries again.
 * @param acceptsSettings whether the server takes settings for a connection
 * @throws DatabaseError when somebody holds on to a table for too long
 */
export async function runMigrations(
  url: string,
  schema: Schema,
  acceptsSettings: boolean,
  onWait: WaitOptions['onWait'],
): Promise<void> {
  const end = performance.now() + TRY_MS;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await attempt(url, schema, acceptsSettings);
    } catch (error) {
      if (!isLockedOut(error)) throw error;
      if (performance.now() > end)
        throw new DatabaseError(
          `Transactions have been using the tables at ${redactedAddress(url)} for ten minutes, so they cannot be changed. ` +
            'See pg_stat_activity for the oldest, then start again.',
        );
      if (isFirst)
        onWait?.(
          `Waiting for transactions that use the tables at ${redactedAddress(url)}, to bring them up to date.`,
        );
      await pause(PAUSE_MS);
    }
  }
}
