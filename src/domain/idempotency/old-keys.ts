import { sql } from 'kysely';
import { toUtc } from '../../lib/date-time.ts';
import type { Db } from '../../platform/postgres/orm.ts';

/** How long a key is valid (rules#idempotency), in milliseconds. */
const RETENTION_MS = 24 * 60 * 60 * 1000;
/** Rows per statement, so that none takes long. */
const BATCH_SIZE = 500;

/** Keys first used at this time or before have expired. */
export const expiryCutoff = (now: Date): string => toUtc(new Date(now.getTime() - RETENTION_MS));

/** Deletes expired keys in batches while `shouldContinue`, except rows that another process is deleting. */
export async function deleteExpiredKeys(db: Db, now: Date, shouldContinue: () => boolean): Promise<void> {
  while (shouldContinue()) {
    const { numAffectedRows = 0n } = await sql`
      delete from idempotency_key where (user_id, key) in (
        select user_id, key from idempotency_key where created_utc <= ${expiryCutoff(now)}::timestamp
        order by created_utc limit ${sql.lit(BATCH_SIZE)} for update skip locked)`.execute(db);
    if (numAffectedRows < BATCH_SIZE) return;
  }
}
