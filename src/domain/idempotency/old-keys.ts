import { sql } from 'kysely';
import { toUtc } from '../../lib/date-time.ts';
import type { Db } from '../../platform/postgres/orm.ts';

/** How long a key counts (rules#idempotency), in milliseconds. */
const RETENTION_MS = 24 * 60 * 60 * 1000;
/** How many one statement deletes at most, so that none takes long. */
const BATCH = 500;

/** Keys that were first used at this moment or before count no more. */
export const oldestKey = (now: Date): string => toUtc(new Date(now.getTime() - RETENTION_MS));

/**
 * Deletes the keys that are too old, except those that another process is deleting at this moment.
 * @param isWanted whether to go on after each statement
 */
export async function deleteOldKeys(db: Db, now: Date, isWanted: () => boolean): Promise<void> {
  while (isWanted()) {
    const { numAffectedRows = 0n } = await sql`
      delete from idempotency_key where (user_id, key) in (
        select user_id, key from idempotency_key where created_utc <= ${oldestKey(now)}::timestamp
        order by created_utc limit ${sql.lit(BATCH)} for update skip locked)`.execute(db);
    if (numAffectedRows < BATCH) return;
  }
}
