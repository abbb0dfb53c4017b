import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { isTaken, isTransient, untilStored } from '../database/attempts.ts';
import { UNLIMITED } from '../database/lanes.ts';
import type { Db } from '../database/orm.ts';
import { inSavepoint } from '../database/savepoint.ts';
import type { OwnWrite } from '../memory/changes.ts';
import type { Change } from '../memory/log.ts';
import { areSteady } from '../records/publication.ts';
import { type By, loggedTransaction } from './logged.ts';
import { Transaction } from './transaction.ts';

export interface WriteOptions<T> {
  /** Whether values read before stay known, for answers about what the transaction erases. */
  keep?: boolean | undefined;
  /**
   * Whether the same records are scheduled afterwards, so that what counts as published need not be asked for
   * again.
   */
  isSteady?: ((result: T) => boolean) | undefined;
}

/**
 * Runs all of `work` in one transaction once it is its turn: it is stored whole, or not at all. It runs again
 * when PostgreSQL broke a deadlock, or somebody else has just taken a unique value. Until it has ended, the
 * context reads nothing. Inside a transaction it is a part of that, undone alone when it fails.
 *
 * Do not wait for it while holding a connection: once every request does, all wait for ever (docs/decisions/0016).
 */
export function write<T>(
  context: Context,
  work: (transaction: Transaction) => Promise<T>,
  options: WriteOptions<T> = {},
): Promise<T> {
  return context instanceof Transaction
    ? writePart(context, work, options)
    : context.until(writeAll(context, work, options));
}

async function writeAll<T>(
  context: Context,
  work: (transaction: Transaction) => Promise<T>,
  { keep, isSteady }: WriteOptions<T>,
): Promise<T> {
  const { changes, caller, signal, nowUtc, published, parts } = context;
  const { lanes = UNLIMITED, orm } = parts;
  const own = changes.announce({ nowUtc, publishedUtc: undefined });
  const by = { write: own.name, user: caller.id };
  const attempt = (em: EntityManager, again: boolean): Promise<T> => {
    const transaction = new Transaction({ ...parts, published }, em, again);
    transaction.precondition = context.precondition;
    return work(transaction);
  };
  const { result, changes: changed } = await untilStored((again) =>
    lanes.writes.take(() => loggedTransaction(orm.em, by, (em) => attempt(em, again), signal), signal),
  );
  const isSame = isSteady?.(result) === true;
  await changes.acknowledge({ ...own, publishedUtc: isSame ? null : undefined }, changed);
  if (!keep) context.forget();
  if (isSame || areSteady(changed)) context.published = published;
  return result;
}

/** A part of a transaction, which is stored with it. */
async function writePart<T>(
  whole: Transaction,
  work: (transaction: Transaction) => Promise<T>,
  { keep }: WriteOptions<T>,
): Promise<T> {
  const { db, parts, published } = whole;
  const part = async (again: boolean): Promise<T> => {
    // What an attempt that failed has begun must not be stored with the next.
    const em = whole.em.fork({ keepTransactionContext: true });
    const result = await work(new Transaction({ ...parts, published }, em, again || whole.again));
    await em.flush();
    return result;
  };
  const result = await untilStored((again) => inSavepoint(db, () => part(again)), isTaken);
  if (!keep) whole.forget();
  return result;
}

/** A statement that is a transaction by itself; it tells the log of changes who writes unless that is null. */
type OneStatement<T> = (db: Db, by: By | null, signal?: AbortSignal) => Promise<T>;

interface OneWrite<T> extends Pick<OwnWrite, 'publishedUtc'> {
  /** What it has changed. */
  readonly changed: (result: T) => readonly Change[];
}

/**
 * {@link write} for a new event that is stored by one statement, and so needs no transaction around it. It is
 * ended by the signal of the request.
 */
export async function writeOne<T>(context: Context, statement: OneStatement<T>, of: OneWrite<T>): Promise<T> {
  if (!(context instanceof Transaction)) return context.until(writeAlone(context, statement, of));
  // The transaction has said who writes.
  const result = await inSavepoint(context.db, () => statement(context.db, null, context.signal));
  context.forget();
  return result;
}

async function writeAlone<T>(
  context: Context,
  statement: OneStatement<T>,
  { changed, publishedUtc }: OneWrite<T>,
): Promise<T> {
  const { changes, caller, signal, nowUtc, published, parts } = context;
  const { lanes = UNLIMITED, db } = parts;
  const own = changes.announce({ nowUtc, publishedUtc });
  const by = { write: own.name, user: caller.id };
  const attempt = () => lanes.writes.take(() => statement(db, by, signal), signal);
  const result = await untilStored(attempt, isTransient);
  await changes.acknowledge(own, changed(result));
  context.forget();
  const isScheduled = publishedUtc === undefined || (publishedUtc !== null && publishedUtc > nowUtc);
  if (published.scheduled && !isScheduled) context.published = { by: nowUtc, scheduled: published.scheduled };
  return result;
}
