import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { kysely } from '../../platform/postgres/orm.ts';
import { TAXONOMIES, type TermKind } from '../terms/index.ts';
import { EventTermEntity } from './event.entity.ts';

/** Locks the terms that still exist: nobody can delete them until the end of the transaction. */
async function lockTerms(em: EntityManager, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  // MikroORM does not have this weaker lock, which lets others count events of the same terms meanwhile.
  const query = kysely(em)
    .selectFrom('term')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::int[])`);
  return new Set((await query.orderBy('id').forKeyShare().execute()).map(({ id }) => id));
}

/**
 * Gives an event these terms of a kind, and no others of that kind. One that has just been deleted is left
 * out. @returns whether anything changed
 */
export async function replaceTerms(
  em: EntityManager,
  kind: TermKind,
  event: number,
  ids: readonly number[],
): Promise<boolean> {
  const present = await em.find(EventTermEntity, { event, term: { taxonomy: TAXONOMIES[kind] } });
  const presentIds = new Set(present.map(({ term }) => term.id));
  const removed = present.filter(({ term }) => !ids.includes(term.id));
  const added = await lockTerms(
    em,
    ids.filter((id) => !presentIds.has(id)),
  );
  for (const link of removed) em.remove(link);
  for (const term of added) em.create(EventTermEntity, { event, term });
  await em.flush();
  return removed.length + added.size > 0;
}
