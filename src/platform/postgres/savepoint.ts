import { sql } from 'kysely';
import type { Db } from './orm.ts';

/** Runs a part of a transaction, and rolls only that part back if it fails. @param db inside the transaction */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(db);
    return result;
  } catch (error) {
    // If the whole transaction has failed, the first error is the reason.
    await sql`rollback to savepoint part`.execute(db).catch(() => {});
    throw error;
  }
}
