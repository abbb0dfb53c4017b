import { sql } from 'kysely';
import { entityManagerOn } from '../../platform/postgres/orm.ts';
import { isUniqueViolation, retryOnConflict } from '../../platform/postgres/retry.ts';
import { inSavepoint } from '../../platform/postgres/savepoint.ts';
import { type Actor, type Context, type Loader, Transaction } from '../context/context.ts';

type Work<T> = (transaction: Transaction) => Promise<T>;

interface TransactionOptions {
  /**
   * Loaders whose values stay loaded because the transaction does not change them; true for all, for results about
   * records that the transaction erases.
   */
  keep?: true | readonly Loader<never, unknown>[];
  /**
   * Whether `work` sends exactly one statement, which names the actor and is canceled when the client disconnects.
   * PostgreSQL runs it in a transaction of its own, so no other one is begun.
   */
  isOneStatement?: boolean;
}

/**
 * Runs all of `work` in one transaction: stored whole or not at all. Runs it again after a deadlock, or if a concurrent
 * transaction has just used a unique value. Until it ends, the outer context must not read. Inside a transaction it is
 * a savepoint, rolled back alone on failure.
 *
 * Do not wait for it while holding a connection: once every request does, all wait for ever (decisions/0016).
 */
export async function runInTransaction<T>(
  context: Context,
  work: Work<T>,
  { keep = [], isOneStatement = false }: TransactionOptions = {},
): Promise<T> {
  if (context.transaction) return runNested(context.transaction, work, keep);
  const { caller, primary, signal, version, writes } = context;
  const actor = { write: version.nameWrite(), user: caller.id };
  const attempt = (isRetry: boolean): Promise<T> =>
    isOneStatement && !isRetry
      ? work(new Transaction(context, primary.db, primary.orm.em, actor, false))
      : inLoggedTransaction(context, actor, work, isRetry);
  const result = await writes.track(primary.writeSlots.run(() => retryOnConflict(attempt), { signal }));
  version.commit(actor.write);
  clearLoaded(context, keep);
  return result;
}

/** Begins a transaction and names its actor for the triggers of the change log, in one round trip. */
const beginWithActor = ({ write, user }: Actor) => sql`begin;
  set local calendar.write = ${sql.lit(write)}; set local calendar."user" = ${sql.lit(String(user))}`;

/** Stores nothing once the client has disconnected. */
function inLoggedTransaction<T>(
  context: Context,
  actor: Actor,
  work: (transaction: Transaction) => Promise<T>,
  isRetry: boolean,
): Promise<T> {
  const { primary, signal } = context;
  return primary.db.connection().execute(async (connection) => {
    // The client may have disconnected during the wait for the connection, and later for locks.
    signal?.throwIfAborted();
    try {
      await beginWithActor(actor).execute(connection);
      const em = entityManagerOn(primary.orm.em, connection);
      const result = await work(new Transaction(context, connection, em, actor, isRetry));
      await em.flush();
      signal?.throwIfAborted();
      await sql`commit`.execute(connection);
      return result;
    } catch (error) {
      // If the connection is lost, report the first error.
      await sql`rollback`.execute(connection).catch(() => {});
      throw error;
    }
  });
}

async function runNested<T>(outer: Transaction, work: Work<T>, keep: true | readonly unknown[]): Promise<T> {
  const part = async (isRetry: boolean): Promise<T> => {
    // Each attempt has its own entity manager, so that nothing of a failed one is stored.
    const em = outer.em.fork({ keepTransactionContext: true });
    const result = await work(
      new Transaction(outer.context, outer.db, em, outer.actor, isRetry || outer.isRetry),
    );
    await em.flush();
    return result;
  };
  const result = await retryOnConflict(
    (isRetry) => inSavepoint(outer.db, () => part(isRetry)),
    isUniqueViolation,
  );
  clearLoaded(outer.context, keep);
  return result;
}

function clearLoaded({ loaders }: Context, keep: true | readonly unknown[]): void {
  if (keep !== true) for (const loader of loaders.keys()) if (!keep.includes(loader)) loaders.delete(loader);
}
