import { sql } from 'kysely';
import { toUtc } from '../../lib/date-time.ts';
import { RECORD_KINDS } from '../../lib/kinds.ts';
import type { Db } from '../../platform/postgres/orm.ts';

/** How long a picture may stay without a record that shows it, in milliseconds (rules#images). */
const RETENTION_MS = 24 * 60 * 60 * 1000;
/** Rows per transaction, so that none takes long. */
const BATCH_SIZE = 100;

const IS_SHOWN = sql.join(
  RECORD_KINDS.map((kind) => sql`exists (select from ${sql.table(kind)} where image_id = image.id)`),
  sql` or `,
);

/** Deletes old pictures that no record shows, in batches while `shouldContinue`. */
export async function deleteUnusedPictures(db: Db, now: Date, shouldContinue: () => boolean): Promise<void> {
  const cutoff = toUtc(new Date(now.getTime() - RETENTION_MS));
  while (shouldContinue() && (await deleteImages(db, cutoff)) === BATCH_SIZE);
  while (shouldContinue() && (await deletePictures(db, cutoff)) === BATCH_SIZE);
}

/**
 * Locks unused rows, except rows in use by another transaction; then deletes the ones that are still unused. A single
 * statement would not see a record that was stored before the lock.
 */
function deleteImages(db: Db, cutoff: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: number }>`
      select image.id from image join picture on hash = picture_hash
      where created_utc <= ${cutoff}::timestamp and not (${IS_SHOWN})
      order by image.id limit ${sql.lit(BATCH_SIZE)} for update of image skip locked`.execute(transaction);
    if (rows.length > 0)
      await sql`delete from image where id = any(${rows.map(({ id }) => id)}::int[]) and not (${IS_SHOWN})`.execute(
        transaction,
      );
    return rows.length;
  });
}

function deletePictures(db: Db, cutoff: string): Promise<number> {
  const isUsed = sql`exists (select from image where picture_hash = hash)`;
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ hash: string }>`
      select hash from picture where created_utc <= ${cutoff}::timestamp and not ${isUsed}
      order by hash limit ${sql.lit(BATCH_SIZE)} for update skip locked`.execute(transaction);
    if (rows.length > 0)
      await sql`delete from picture where hash = any(${rows.map(({ hash }) => hash)}::text[]) and not ${isUsed}`.execute(
        transaction,
      );
    return rows.length;
  });
}
