import { isUniqueViolation, retryOnConflict } from '../../platform/postgres/retry.ts';
import { inSavepoint } from '../../platform/postgres/savepoint.ts';
import { type Context, type Loader, Transaction } from '../context/context.ts';
import { inLoggedTransaction } from './logged-transaction.ts';

/** A unit of work: what one transaction stores, and what follows from that. */
type Work<T> = (transaction: Transaction) => Promise<T>;

interface TransactionOptions {
  /**
   * The loaders whose values stay loaded, because the transaction does not change them; true for all, for answers
   * about what the transaction erases.
   */
  keep?: true | readonly Loader<never, unknown>[];
  /**
   * Whether `work` sends one statement and no other, which names the actor and is given up when the client has
   * disconnected. PostgreSQL runs it as a transaction by itself, so none is begun around it.
   */
  isOneStatement?: boolean;
}

/**
 * Runs all of `work` in one transaction: it is stored whole, or not at all. It runs again after a deadlock, or when
 * a concurrent transaction has just taken a unique value. Until it has ended, the context reads nothing. Inside a
 * transaction it is a part of that, rolled back alone when it fails.
 *
 * Do not wait for it while holding a connection: once every request does, all wait for ever (decisions/0016).
 */
export async function runInTransaction<T>(
  context: Context,
  work: Work<T>,
  { keep = [], isOneStatement = false }: TransactionOptions = {},
): Promise<T> {
  if (context.transaction) return runPart(context.transaction, work, keep);
  const { caller, primary, signal, version, writes } = context;
  const actor = { write: version.nameWrite(), user: caller.id };
  const attempt = (isRetry: boolean): Promise<T> =>
    isOneStatement && !isRetry
      ? work(new Transaction(context, primary.db, primary.orm.em, actor, false))
      : inLoggedTransaction(context, actor, work, isRetry);
  const result = await writes.during(primary.writePlaces.run(() => retryOnConflict(attempt), { signal }));
  version.commit(actor.write);
  clearLoaded(context, keep);
  return result;
}

/** A part of a transaction, which is stored with it. */
async function runPart<T>(whole: Transaction, work: Work<T>, kept: true | readonly unknown[]): Promise<T> {
  const part = async (isRetry: boolean): Promise<T> => {
    // What a failed attempt has begun must not be stored with the next one.
    const em = whole.em.fork({ keepTransactionContext: true });
    const result = await work(
      new Transaction(whole.context, whole.db, em, whole.actor, isRetry || whole.isRetry),
    );
    await em.flush();
    return result;
  };
  const result = await retryOnConflict(
    (isRetry) => inSavepoint(whole.db, () => part(isRetry)),
    isUniqueViolation,
  );
  clearLoaded(whole.context, kept);
  return result;
}

function clearLoaded({ loaders }: Context, kept: true | readonly unknown[]): void {
  if (kept !== true) for (const loader of loaders.keys()) if (!kept.includes(loader)) loaders.delete(loader);
}
