import type { Context } from '../context/context.ts';
import { runInTransaction } from './run-in-transaction.ts';

class Rollback extends Error {}

/** Runs work in one transaction that is always rolled back, and returns its result. */
export async function dryRun<T>(context: Context, work: (context: Context) => Promise<T>): Promise<T> {
  const rollback = new Rollback();
  let done: { readonly result: T } | undefined;
  try {
    await runInTransaction(context, async (transaction) => {
      done = { result: await work(transaction.context) };
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback || !done) throw error;
    return done.result;
  }
  throw new Error('a dry run must not be stored');
}
