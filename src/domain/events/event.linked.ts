import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { type LinkedKind, PLURALS } from '../../lib/kinds.ts';
import { OrganizerEntity } from '../organizers/organizer.entity.ts';
import { invalid } from '../resource/checks.ts';
import { VenueEntity } from '../venues/venue.entity.ts';
import { EventOrganizerEntity, EventVenueEntity } from './event.entity.ts';

/**
 * Selects and locks the records to link, without those in the trash, each with its position. Nobody can trash
 * or erase them until the end of the transaction; the order of their ids prevents deadlocks.
 */
export const lockedRecords = (kind: LinkedKind, ids: RawBuilder<readonly number[]>) =>
  sql<{ id: number; position: number }>`(
    select id, array_position(${ids}::int[], id)::smallint as position from ${sql.table(kind)}
    where id = any(${ids}::int[]) and status <> 'trash' order by id for share)`;

/** @throws ServiceError rest_invalid_param */
export function assertAllUsable(kind: LinkedKind, ids: readonly number[], usable: readonly unknown[]): void {
  if (usable.length < ids.length) throw invalid(PLURALS[kind], `a linked ${kind} has just been deleted`);
}

/** A link of an event to a record of either kind. */
interface Linked {
  event: number;
  id: number;
  row: { position: number };
}

/** How links of one kind are read and made. */
interface LinkTable {
  of(em: EntityManager, events: readonly number[]): Promise<Linked[]>;
  make(em: EntityManager, event: number, id: number, position: number): void;
  /** Locks the records that exist: nobody can trash or erase them until the end of the transaction. */
  lock(em: EntityManager, ids: readonly number[]): Promise<{ id: number; status: string }[]>;
}

const LOCKED = { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { id: 'asc' } } as const;

const LINKS: Record<LinkedKind, LinkTable> = {
  venue: {
    of: async (em, events) =>
      (await em.find(EventVenueEntity, { event: { $in: [...events] } })).map((row) => ({
        event: row.event.id,
        id: row.venue.id,
        row,
      })),
    make: (em, event, venue, position) => em.create(EventVenueEntity, { event, venue, position }),
    lock: (em, ids) =>
      em.find(VenueEntity, { id: { $in: [...ids] } }, { ...LOCKED, fields: ['id', 'status'] }),
  },
  organizer: {
    of: async (em, events) =>
      (await em.find(EventOrganizerEntity, { event: { $in: [...events] } })).map((row) => ({
        event: row.event.id,
        id: row.organizer.id,
        row,
      })),
    make: (em, event, organizer, position) => em.create(EventOrganizerEntity, { event, organizer, position }),
    lock: (em, ids) =>
      em.find(OrganizerEntity, { id: { $in: [...ids] } }, { ...LOCKED, fields: ['id', 'status'] }),
  },
};

/**
 * Replaces the links of events: all get the same.
 * @param hidden for each event ids of hidden links, which come last, and may lead to the trash
 * @returns the events that have changed
 * @throws ServiceError rest_invalid_param when a record has just been deleted
 */
export async function replaceLinks(
  em: EntityManager,
  kind: LinkedKind,
  chosen: readonly number[],
  hidden: ReadonlyMap<number, readonly number[]>,
): Promise<Set<number>> {
  const { of, make, lock } = LINKS[kind];
  const changed = new Set<number>();
  const presentOf = Map.groupBy(await of(em, [...hidden.keys()]), ({ event }) => event);
  const usable = new Map<number, string>();
  const wanted = new Set([...chosen, ...[...hidden.values()].flat()]);
  for (const [event, behind] of hidden) {
    const ids = [...new Set([...chosen, ...behind])];
    const present = (presentOf.get(event) ?? []).toSorted((a, b) => a.row.position - b.row.position);
    if (present.length === ids.length && present.every(({ id }, at) => id === ids[at])) continue;
    if (ids.length > 0 && usable.size === 0)
      for (const { id, status } of await lock(em, [...wanted])) usable.set(id, status);
    const isUsable = (id: number): boolean =>
      usable.has(id) && (usable.get(id) !== 'trash' || behind.includes(id));
    assertAllUsable(kind, ids, ids.filter(isUsable));
    const rows = new Map(present.map(({ id, row }) => [id, row]));
    for (const { id, row } of present) if (!ids.includes(id)) em.remove(row);
    for (const [at, id] of ids.entries()) {
      const row = rows.get(id);
      if (row) row.position = at + 1;
      else make(em, event, id, at + 1);
    }
    changed.add(event);
  }
  if (changed.size > 0) await em.flush();
  return changed;
}
