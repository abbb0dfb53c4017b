import { sql } from 'kysely';
import type { Context, Transaction } from '../context.ts';
import { untilFree } from '../records/taken.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';

/**
 * Runs a change of terms in a transaction of its own. Changes of one kind wait for each other, so that two
 * moves cannot close a cycle. Events that are stored meanwhile may still create terms; when one takes the
 * same name or slug, the change starts again, sees it, and answers accordingly.
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
  return untilFree(() => context.write(locked, options));
}
