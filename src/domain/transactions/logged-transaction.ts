import { sql } from 'kysely';
import { entityManagerOn } from '../../platform/postgres/orm.ts';
import { type Actor, type Context, Transaction } from '../context/context.ts';

/** Begins a transaction and names its actor for the triggers that write the log. Both travel together. */
const beginAs = ({ write, user }: Actor) => sql`begin;
  set local calendar.write = ${sql.lit(write)}; set local calendar."user" = ${sql.lit(String(user))}`;

/**
 * Runs a unit of work in a transaction. Nothing is stored once the
 * client has disconnected.
 */
export function inLoggedTransaction<T>(
  context: Context,
  actor: Actor,
  work: (transaction: Transaction) => Promise<T>,
  isRetry: boolean,
): Promise<T> {
  const { primary, signal } = context;
  return primary.db.connection().execute(async (connection) => {
    // It may have waited for its connection, and later for locks.
    signal?.throwIfAborted();
    try {
      await beginAs(actor).execute(connection);
      const em = entityManagerOn(primary.orm.em, connection);
      const result = await work(new Transaction(context, connection, em, actor, isRetry));
      await em.flush();
      signal?.throwIfAborted();
      await sql`commit`.execute(connection);
      return result;
    } catch (error) {
      // If the connection is lost, the first error is the reason.
      await sql`rollback`.execute(connection).catch(() => {});
      throw error;
    }
  });
}
