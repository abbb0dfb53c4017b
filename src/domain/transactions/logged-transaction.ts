import { sql } from 'kysely';
import { entityManagerOn } from '../../platform/postgres/orm.ts';
import { type Context, Transaction } from '../context/context.ts';

/** Who writes, for the log of changes. */
export interface Actor {
  /** The unique name of the write. */
  readonly write: string;
  /** The id of the user; 0 for nobody. */
  readonly user: number;
}

/** Names the actor of a transaction, for the triggers that write the log. */
const nameActor = ({ write, user }: Actor) =>
  sql`select set_config('calendar.write', ${write}, true), set_config('calendar.user', ${String(user)}, true)`;

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
  return primary.db.transaction().execute(async (connection) => {
    // It may have waited for its connection, and later for locks.
    signal?.throwIfAborted();
    await nameActor(actor).execute(connection);
    const em = entityManagerOn(primary.orm.em, connection);
    const transaction = new Transaction(context, connection, em, isRetry);
    const result = await work(transaction);
    await em.flush();
    signal?.throwIfAborted();
    return result;
  });
}
