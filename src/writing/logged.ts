import { sql } from 'kysely';
import type { Db } from '../database/orm.ts';
import type { Change } from '../memory/log.ts';

/** Who writes, as the log of changes has it. */
export interface By {
  /** The name of the write: letters, digits and dashes. */
  readonly write: string;
  /** The id of who is logged in; 0 for nobody. */
  readonly user: number;
}

export interface Logged<T> {
  readonly result: T;
  /** What the log says that has changed; undefined when it is too much to tell one by one. */
  readonly changes: readonly Change[] | undefined;
}

/** More changes at once are not told apart. */
const MOST = 1_000;

/** The end of a transaction, and what its triggers have logged: one way to the server and back. */
const END = `select kind, record_id as id, operation from change where xid = pg_current_xact_id_if_assigned() limit ${MOST + 1}; commit`;

/**
 * Runs work in a transaction that says who it is. @param signal aborted when nobody waits for it any more:
 * then nothing is stored
 */
export const inLoggedTransaction = <T>(
  db: Db,
  { write, user }: By,
  signal: AbortSignal | undefined,
  work: (within: Db) => Promise<T>,
): Promise<Logged<T>> =>
  db.connection().execute(async (within) => {
    // It may have waited for its connection, and later for locks.
    signal?.throwIfAborted();
    await sql
      .raw(
        `begin; select set_config('calendar.write', '${write}', true), set_config('calendar.user', '${user}', true)`,
      )
      .execute(within);
    try {
      const result = await work(within);
      signal?.throwIfAborted();
      const { rows } = await sql.raw<Change>(END).execute(within);
      return { result, changes: rows.length > MOST ? undefined : rows };
    } catch (error) {
      // Where the connection is lost, so is the transaction; the reason is the first error.
      await sql`rollback`.execute(within).catch(() => {});
      throw error;
    }
  });
