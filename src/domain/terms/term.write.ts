import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { ServiceError } from '../../lib/errors.ts';
import { slugify } from '../../lib/slug.ts';
import type { Context, Transaction } from '../context/context.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { TAXONOMIES, TermEntity, type TermKind } from './term.entity.ts';
import { termKey } from './term.record.ts';

/**
 * Runs a change of terms in its own transaction. Changes of one kind run one at a time, so that two moves cannot
 * close a cycle. Concurrent changes of events may still create terms; if one takes the same name or slug, the change
 * is retried and sees it.
 */
export async function writeTerms<T>(
  context: Context,
  kind: TermKind,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const locked = async (transaction: Transaction): Promise<T> => {
    await sql`select pg_advisory_xact_lock(hashtext(${`term:${TAXONOMIES[kind]}`}))`.execute(transaction.db);
    return work(transaction);
  };
  return runInTransaction(context, locked);
}

/** Locks names and their slug forms against creation by concurrent transactions, until the end of this one. */
export async function lockTermNames(
  { context, db }: Transaction,
  kind: TermKind,
  names: readonly string[],
): Promise<void> {
  // A fixed order prevents deadlocks between concurrent requests with the same new terms.
  const keys = names
    .map((name) => `${TAXONOMIES[kind]} name:${slugify(name, context.settings.locale) || termKey(name)}`)
    .toSorted();
  await sql`select pg_advisory_xact_lock(hashtext(key)) from unnest(${keys}::text[]) as key`.execute(db);
}

/** Locks a term until the end of the transaction. @throws ServiceError `…-not-found` */
export async function lockTerm({ em }: Transaction, kind: TermKind, id: number) {
  const which = { id, taxonomy: TAXONOMIES[kind] };
  const term = await em.findOne(TermEntity, which, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!term) throw new ServiceError(`${kind}-not-found`);
  return term;
}
