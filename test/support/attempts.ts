import type { Context, Transaction } from '../../src/domain/context/context.ts';
import { runInTransaction } from '../../src/domain/transactions/run-in-transaction.ts';
import { pause } from './eventually.ts';

/**
 * The number of concurrent writers by default; without waiting, each would need one attempt more than the previous one.
 */
export const WRITERS = 4;
/** How long a transaction stays open after its work, in milliseconds, so that the others start meanwhile. */
const WORK_MS = 30;

interface Attempts<T> {
  readonly results: T[];
  /** The highest number of attempts of a transaction. */
  readonly most: number;
}

/** Runs the same work in several transactions at once. */
export async function atOnce<T>(
  newContext: () => Context,
  work: (transaction: Transaction, writer: number) => Promise<T>,
): Promise<Attempts<T>> {
  let most = 0;
  const results = await Promise.all(
    Array.from({ length: WRITERS }, (_, writer) => {
      let attempts = 0;
      return runInTransaction(newContext(), async (transaction) => {
        attempts += 1;
        most = Math.max(most, attempts);
        const result = await work(transaction, writer);
        await pause(WORK_MS);
        return result;
      });
    }),
  );
  return { results, most };
}
