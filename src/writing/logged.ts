import { sql } from 'kysely';
import { UNLIMITED } from '../database/lanes.ts';
import type { Db } from '../database/orm.ts';
import type { Change } from '../memory/log.ts';
import type { ContextParts } from '../request.ts';

/** Who makes a write, for the log of changes. */
export interface By {
  /** The name of the write: letters, digits and dashes. */
  readonly write: string;
  /** The id of the user; 0 for nobody. */
  readonly user: number;
}

export interface Logged<T> {
  readonly result: T;
  /** The changes that the log has; undefined when there are too many to list. */
  readonly changes: readonly Change[] | undefined;
}

/** More changes than this in one write are not listed. */
const MOST = 1_000;

/** Ends a transaction and returns what its triggers have logged, in one round trip. */
const END = `select kind, record_id as id, operation from change
  where xid = pg_current_xact_id_if_assigned() limit ${MOST + 1}; commit`;

/**
 * Runs work, once it is its turn, in a transaction that names its user.
 * @param signal aborted when the client has disconnected: then nothing is stored
 */
export async function inLoggedTransaction<T>(
  { db, lanes = UNLIMITED }: Pick<ContextParts, 'db' | 'lanes'>,
  { write, user }: By,
  signal: AbortSignal | undefined,
  work: (within: Db) => Promise<T>,
): Promise<Logged<T>> {
  await lanes.writes.enter(signal);
  try {
    return await db.connection().execute(async (within) => {
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
        // If the connection is lost, so is the transaction; the first error is the reason.
        await sql`rollback`.execute(within).catch(() => {});
        throw error;
      }
    });
  } finally {
    lanes.writes.leave();
  }
}
