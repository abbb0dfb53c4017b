import { sql } from 'kysely';
import type { Context, Transaction } from '../context.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';

const UNIQUE_VIOLATION = '23505';
const ATTEMPTS = 4;

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

/**
 * Runs a change of terms in a transaction of its own. Changes of one kind wait for each other, so that two moves cannot close a cycle. Events that are
 * stored meanwhile may still create terms; when one takes the same name or slug, the change starts again, sees it, and answers accordingly.
 */
export async function writeTerms<T>(
  context: Context,
  kind: TermKind,
  work: (transaction: Transaction) => Promise<T>,
  options: { keep?: boolean } = {},
): Promise<T> {
  const locked = async (transaction: Transaction): Promise<T> => {
    await sql`select pg_advisory_xact_lock(hashtext(${`term:${TAXONOMIES[kind]}`}))`.execute(transaction.db);
    return work(transaction);
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await context.write(locked, options);
    } catch (error) {
      if (attempt === ATTEMPTS || !isTaken(error)) throw error;
    }
  }
}
