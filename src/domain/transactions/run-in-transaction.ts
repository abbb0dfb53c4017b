import type { Db } from '../../platform/postgres/orm.ts';
import { isTransient, isUniqueViolation, retryOnConflict } from '../../platform/postgres/retry.ts';
import { inSavepoint } from '../../platform/postgres/savepoint.ts';
import { type Context, type Loader, Transaction } from '../context/context.ts';
import { type Actor, inLoggedTransaction } from './logged-transaction.ts';

/** A unit of work: what one transaction stores, and what follows from that. */
type Work<T> = (transaction: Transaction) => Promise<T>;

interface TransactionOptions {
  /** Whether loaded values stay loaded, for answers about what the transaction erases. */
  keep?: boolean;
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
  { keep = false }: TransactionOptions = {},
): Promise<T> {
  if (context.transaction) return runPart(context.transaction, work, keep);
  const { caller, primary, signal, version, writes } = context;
  const actor = { write: version.nameWrite(), user: caller.id };
  const attempt = (isRetry: boolean) => inLoggedTransaction(context, actor, work, isRetry);
  const result = await writes.during(primary.places.run(() => retryOnConflict(attempt), { signal }));
  version.commit(actor.write);
  if (!keep) context.loaders.clear();
  return result;
}

/** A part of a transaction, which is stored with it. */
async function runPart<T>(whole: Transaction, work: Work<T>, keep: boolean): Promise<T> {
  const part = async (isRetry: boolean): Promise<T> => {
    // What a failed attempt has begun must not be stored with the next one.
    const em = whole.em.fork({ keepTransactionContext: true });
    const result = await work(new Transaction(whole.context, whole.db, em, isRetry || whole.isRetry));
    await em.flush();
    return result;
  };
  const result = await retryOnConflict(
    (isRetry) => inSavepoint(whole.db, () => part(isRetry)),
    isUniqueViolation,
  );
  if (!keep) whole.context.loaders.clear();
  return result;
}

/** A statement that is a transaction by itself. It names the actor in the log of changes, unless that is null. */
type SingleStatement<Values, T> = (
  db: Db,
  values: Values,
  actor: Actor | null,
  signal?: AbortSignal,
) => Promise<T>;

/**
 * Like {@link runInTransaction}, for a new event that is stored by one statement and so needs no transaction around it.
 * The signal of the request cancels it.
 * @param unaffected loaders whose values the statement does not change; they stay loaded
 */
export async function runStatement<Values, T>(
  context: Context,
  statement: SingleStatement<Values, T>,
  values: Values,
  unaffected: readonly Loader<never, unknown>[],
): Promise<T> {
  const { caller, primary, signal, transaction, version, writes } = context;
  if (transaction) {
    // It has named its actor already.
    const { db } = transaction;
    const result = await inSavepoint(db, () => statement(db, values, null, signal));
    clearLoaded(context, unaffected);
    return result;
  }
  const actor = { write: version.nameWrite(), user: caller.id };
  const attempt = (): Promise<T> => statement(primary.db, values, actor, signal);
  const stored = await writes.during(
    primary.places.run(() => retryOnConflict(attempt, isTransient), { signal }),
  );
  version.commit(actor.write);
  clearLoaded(context, unaffected);
  return stored;
}

function clearLoaded({ loaders }: Context, kept: readonly unknown[]): void {
  for (const definition of loaders.keys()) if (!kept.includes(definition)) loaders.delete(definition);
}
