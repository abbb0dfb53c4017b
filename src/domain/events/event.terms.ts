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
 * Gives events these terms of a kind, and no others of that kind. One that has just been deleted is left
 * out. @returns the events that have changed
 */
export async function replaceTerms(
  em: EntityManager,
  kind: TermKind,
  events: readonly number[],
  ids: readonly number[],
): Promise<Set<number>> {
  const links = await em.find(EventTermEntity, {
    event: { $in: [...events] },
    term: { taxonomy: TAXONOMIES[kind] },
  });
  const presentOf = Map.groupBy(links, ({ event }) => event.id);
  const isMissing = (event: number, id: number): boolean =>
    !presentOf.get(event)?.some(({ term }) => term.id === id);
  const added = await lockTerms(
    em,
    ids.filter((id) => events.some((event) => isMissing(event, id))),
  );
  const changed = new Set<number>();
  for (const link of links)
    if (!ids.includes(link.term.id)) {
      em.remove(link);
      changed.add(link.event.id);
    }
  for (const event of events)
    for (const term of added)
      if (isMissing(event, term)) {
        em.create(EventTermEntity, { event, term });
        changed.add(event);
      }
  await em.flush();
  return changed;
}
