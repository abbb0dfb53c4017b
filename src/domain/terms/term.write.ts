import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { ServiceError } from '../../lib/errors.ts';
import { slugify } from '../../lib/slug.ts';
import type { Context, Transaction } from '../context/context.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { TAXONOMIES, TermEntity, type TermKind } from './term.entity.ts';
import { termKey } from './term.record.ts';

/**
 * Runs a change of terms in a transaction of its own. Changes of one kind wait for each other, so that two
 * moves cannot close a cycle. Events that are stored meanwhile may still create terms; when one takes the
 * same name or slug, the change starts again, sees it, and answers accordingly.
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

/**
 * Keeps other transactions from creating terms with these names, or the slugs made of them, until this one
 * ends.
 */
export async function lockNames(
  { context, db }: Transaction,
  kind: TermKind,
  names: readonly string[],
): Promise<void> {
  // In the same order everywhere, so that parallel events with the same new terms do not end in a deadlock.
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
