import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { type LinkedKind, PLURALS } from '../../lib/kinds.ts';
import { kysely } from '../../platform/postgres/orm.ts';
import { OrganizerEntity } from '../organizers/organizer.entity.ts';
import { invalid } from '../resource/checks.ts';
import { TAXONOMIES, type TermKind } from '../terms/index.ts';
import { VenueEntity } from '../venues/venue.entity.ts';
import { EventOrganizerEntity, EventTermEntity, EventVenueEntity } from './event.entity.ts';

/**
 * Selects and locks the records to link, except records in the trash, each with its position. The lock prevents
 * trashing or erasing them until the end of the transaction; the order of their ids prevents deadlocks.
 */
export const lockLinkedRecords = (kind: LinkedKind, ids: RawBuilder<readonly number[]>) =>
  sql<{ id: number; position: number }>`(
    select id, array_position(${ids}::int[], id)::smallint as position from ${sql.table(kind)}
    where id = any(${ids}::int[]) and status <> 'trash' order by id for share)`;

/** @throws ServiceError rest_invalid_param */
export function assertAllLinkable(
  kind: LinkedKind,
  ids: readonly number[],
  usable: readonly unknown[],
): void {
  if (usable.length < ids.length) throw invalid(PLURALS[kind], `a linked ${kind} has just been deleted`);
}

interface LinkRow {
  event: number;
  id: number;
  row: { position: number };
}

interface LinkTable {
  find(em: EntityManager, events: readonly number[]): Promise<LinkRow[]>;
  create(em: EntityManager, event: number, id: number, position: number): void;
  /** Locks the existing records: prevents trashing or erasing them until the end of the transaction. */
  lock(em: EntityManager, ids: readonly number[]): Promise<{ id: number; status: string }[]>;
}

const LOCKED = { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { id: 'asc' } } as const;

const LINKS: Record<LinkedKind, LinkTable> = {
  venue: {
    find: async (em, events) =>
      (await em.find(EventVenueEntity, { event: { $in: [...events] } })).map((row) => ({
        event: row.event.id,
        id: row.venue.id,
        row,
      })),
    create: (em, event, venue, position) => em.create(EventVenueEntity, { event, venue, position }),
    lock: (em, ids) =>
      em.find(VenueEntity, { id: { $in: [...ids] } }, { ...LOCKED, fields: ['id', 'status'] }),
  },
  organizer: {
    find: async (em, events) =>
      (await em.find(EventOrganizerEntity, { event: { $in: [...events] } })).map((row) => ({
        event: row.event.id,
        id: row.organizer.id,
        row,
      })),
    create: (em, event, organizer, position) =>
      em.create(EventOrganizerEntity, { event, organizer, position }),
    lock: (em, ids) =>
      em.find(OrganizerEntity, { id: { $in: [...ids] } }, { ...LOCKED, fields: ['id', 'status'] }),
  },
};

/**
 * Sets the same links in several events.
 * @param hidden the ids of hidden links by event: these stay, after the others, even if their records are in the trash
 * @returns the ids of the changed events
 * @throws ServiceError rest_invalid_param if a record has just been deleted
 */
export async function replaceLinks(
  em: EntityManager,
  kind: LinkedKind,
  chosen: readonly number[],
  hidden: ReadonlyMap<number, readonly number[]>,
): Promise<Set<number>> {
  const { find, create, lock } = LINKS[kind];
  const changed = new Set<number>();
  const presentOf = Map.groupBy(await find(em, [...hidden.keys()]), ({ event }) => event);
  const usable = new Map<number, string>();
  const wanted = new Set([...chosen, ...[...hidden.values()].flat()]);
  for (const [event, hiddenIds] of hidden) {
    const ids = [...new Set([...chosen, ...hiddenIds])];
    const present = (presentOf.get(event) ?? []).toSorted((a, b) => a.row.position - b.row.position);
    if (present.length === ids.length && present.every(({ id }, at) => id === ids[at])) continue;
    if (ids.length > 0 && usable.size === 0)
      for (const { id, status } of await lock(em, [...wanted])) usable.set(id, status);
    const isUsable = (id: number): boolean =>
      usable.has(id) && (usable.get(id) !== 'trash' || hiddenIds.includes(id));
    assertAllLinkable(kind, ids, ids.filter(isUsable));
    const rows = new Map(present.map(({ id, row }) => [id, row]));
    for (const { id, row } of present) if (!ids.includes(id)) em.remove(row);
    for (const [at, id] of ids.entries()) {
      const row = rows.get(id);
      if (row) row.position = at + 1;
      else create(em, event, id, at + 1);
    }
    changed.add(event);
  }
  if (changed.size > 0) await em.flush();
  return changed;
}

/** Locks the terms that still exist: prevents deleting them until the end of the transaction. */
async function lockTerms(em: EntityManager, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  // MikroORM lacks `for key share`, which lets concurrent transactions count events of the same terms.
  const query = kysely(em)
    .selectFrom('term')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::int[])`);
  return new Set((await query.orderBy('id').forKeyShare().execute()).map(({ id }) => id));
}

/**
 * Sets the same terms of one kind in several events. Leaves out a term that has just been deleted.
 * @returns the ids of the changed events
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
