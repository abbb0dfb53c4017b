import { sql } from 'kysely';
import type { Change } from '../../platform/cache/change-log.ts';
import { UNLIMITED } from '../../platform/postgres/concurrency-limits.ts';
import { entityManagerOn } from '../../platform/postgres/orm.ts';
import type { Context } from '../context/context.ts';
import { Transaction } from './transaction.ts';

/** Who makes a write, for the log of changes. */
export interface Actor {
  /** The name of the write: letters, digits and dashes. */
  readonly write: string;
  /** The id of the user; 0 for nobody. */
  readonly user: number;
}

interface Stored<T> {
  readonly result: T;
  /** See {@link Transaction.isSteady}. */
  readonly isSteady: boolean;
  /** The changes that the log has; undefined when there are too many to list. */
  readonly changes: readonly Change[] | undefined;
}

/** More changes than this in one write are not listed. */
const MOST = 1_000;

/** Ends a transaction and returns what its triggers have logged, in one round trip. */
const END = `select kind, record_id as id, operation from change
  where xid = pg_current_xact_id_if_assigned() limit ${MOST + 1}; commit`;

/**
 * Runs work, once it is its turn, in a transaction that says who writes. Nothing is stored once the client has
 * disconnected.
 * @param isRetry whether an earlier attempt has failed
 */
export async function inLoggedTransaction<T>(
  context: Context,
  { write, user }: Actor,
  work: (transaction: Transaction) => Promise<T>,
  isRetry: boolean,
): Promise<Stored<T>> {
  const { client, signal, parts } = context;
  const { db, orm, concurrency = UNLIMITED } = parts;
  await concurrency.writes.acquire({ client, signal });
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
        const transaction = new Transaction(context, within, entityManagerOn(orm.em, within), isRetry);
        const result = await work(transaction);
        await transaction.em.flush();
        signal?.throwIfAborted();
        const { rows } = await sql.raw<Change>(END).execute(within);
        const { isSteady } = transaction;
        return { result, isSteady, changes: rows.length > MOST ? undefined : rows };
      } catch (error) {
        // If the connection is lost, so is the transaction; the first error is the reason.
        await sql`rollback`.execute(within).catch(() => {});
        throw error;
      }
    });
  } finally {
    concurrency.writes.release({ client });
  }
}
