import type { Change } from '../../platform/cache/change-log.ts';
import { UNLIMITED } from '../../platform/postgres/concurrency-limits.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import { isTransient, isUniqueViolation, retryOnConflict } from '../../platform/postgres/retry.ts';
import { inSavepoint } from '../../platform/postgres/savepoint.ts';
import type { Context } from '../context/context.ts';
import { keepsPublication } from '../context/publication.ts';
import { type Actor, inLoggedTransaction } from './logged-transaction.ts';
import { Transaction } from './transaction.ts';

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
  if (context instanceof Transaction) return runPart(context, work, keep);
  const { caller, cache, nowUtc, published } = context;
  const own = cache.invalidator.beginWrite({ nowUtc, publishedUtc: undefined });
  const actor = { write: own.name, user: caller.id };
  const attempt = (isRetry: boolean) => inLoggedTransaction(context, actor, work, isRetry);
  const stored = await context.duringWrite(retryOnConflict(attempt));
  const { result, isSteady } = stored;
  await cache.invalidator.commitWrite({ ...own, publishedUtc: isSteady ? null : undefined }, stored.changes);
  if (!keep) context.clearLoaded(isSteady || keepsPublication(stored.changes) ? published : { by: nowUtc });
  return result;
}

/** A part of a transaction, which is stored with it. */
async function runPart<T>(whole: Transaction, work: Work<T>, keep: boolean): Promise<T> {
  const part = async (isRetry: boolean): Promise<T> => {
    // What a failed attempt has begun must not be stored with the next one.
    const em = whole.em.fork({ keepTransactionContext: true });
    const result = await work(new Transaction(whole, whole.db, em, isRetry || whole.isRetry));
    await em.flush();
    return result;
  };
  const result = await retryOnConflict(
    (isRetry) => inSavepoint(whole.db, () => part(isRetry)),
    isUniqueViolation,
  );
  if (!keep) whole.clearLoaded({ by: whole.nowUtc });
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
 */
export async function runStatement<Values, T extends { readonly changes: readonly Change[] }>(
  context: Context,
  statement: SingleStatement<Values, T>,
  values: Values,
  publishedUtc: string | null,
): Promise<T> {
  if (context instanceof Transaction) {
    // The transaction has named its actor already.
    const result = await inSavepoint(context.db, () => statement(context.db, values, null, context.signal));
    context.clearLoaded({ by: context.nowUtc });
    return result;
  }
  const { caller, cache, client, nowUtc, published, signal, parts } = context;
  const { concurrency = UNLIMITED, db } = parts;
  const own = cache.invalidator.beginWrite({ nowUtc, publishedUtc });
  const actor = { write: own.name, user: caller.id };
  const attempt = (): Promise<T> =>
    concurrency.writes.run(() => statement(db, values, actor, signal), { client, signal });
  const stored = await context.duringWrite(retryOnConflict(attempt, isTransient));
  await cache.invalidator.commitWrite(own, stored.changes);
  const { scheduled } = published;
  const isScheduled = publishedUtc !== null && publishedUtc > nowUtc;
  context.clearLoaded(scheduled && !isScheduled ? { by: nowUtc, scheduled } : { by: nowUtc });
  return stored;
}
