import { sql } from 'kysely';
import type { Context, Transaction } from '../context.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';

const UNIQUE_VIOLATION = '23505';
const DEADLOCK = '40P01';
const ATTEMPTS = 4;

/** Whether PostgreSQL refused because of what a parallel transaction did, so that looking again gives a proper answer. */
function isRace(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === UNIQUE_VIOLATION || code === DEADLOCK;
}

/**
 * Runs a change of terms in a transaction of its own. Changes of one kind wait for each other, so that two moves cannot close a cycle. Events that are
 * stored meanwhile may still create terms; when one takes the same name or slug, the change starts again, sees it, and answers accordingly.
 */
export async function writeTerms<T>(context: Context, kind: TermKind, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await context.write(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`term:${TAXONOMIES[kind]}`}))`.execute(transaction.db);
        return work(transaction);
      });
    } catch (error) {
      if (attempt === ATTEMPTS || !isRace(error)) throw error;
    }
  }
}
