import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { LinkedKind } from '../../lib/kinds.ts';
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
  if (usable.length < ids.length) throw invalid(kind, `a linked ${kind} has just been deleted`);
}

/** A link of an event to a record of either kind. */
interface Linked {
  id: number;
  row: { position: number };
}

/** How links of one kind are read and made. */
interface LinkTable {
  of(em: EntityManager, event: number): Promise<Linked[]>;
  make(em: EntityManager, event: number, id: number, position: number): void;
  /** Locks the records that exist: nobody can trash or erase them until the end of the transaction. */
  lock(em: EntityManager, ids: readonly number[]): Promise<{ id: number; status: string }[]>;
}

const LOCKED = { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { id: 'asc' } } as const;

const LINKS: Record<LinkedKind, LinkTable> = {
  venue: {
    of: async (em, event) =>
      (await em.find(EventVenueEntity, { event })).map((row) => ({ id: row.venue.id, row })),
    make: (em, event, venue, position) => em.create(EventVenueEntity, { event, venue, position }),
    lock: (em, ids) =>
      em.find(VenueEntity, { id: { $in: [...ids] } }, { ...LOCKED, fields: ['id', 'status'] }),
  },
  organizer: {
    of: async (em, event) =>
      (await em.find(EventOrganizerEntity, { event })).map((row) => ({ id: row.organizer.id, row })),
    make: (em, event, organizer, position) => em.create(EventOrganizerEntity, { event, organizer, position }),
    lock: (em, ids) =>
      em.find(OrganizerEntity, { id: { $in: [...ids] } }, { ...LOCKED, fields: ['id', 'status'] }),
  },
};

/**
 * Replaces the links of an event.
 * @param hidden ids of hidden links, which come last, and may lead to the trash
 * @returns whether anything changed
 * @throws ServiceError rest_invalid_param when a record has just been deleted
 */
export async function replaceLinks(
  em: EntityManager,
  kind: LinkedKind,
  event: number,
  chosen: readonly number[],
  hidden: readonly number[],
): Promise<boolean> {
  const { of, make, lock } = LINKS[kind];
  const ids = [...new Set([...chosen, ...hidden])];
  const present = (await of(em, event)).toSorted((a, b) => a.row.position - b.row.position);
  if (present.length === ids.length && present.every(({ id }, at) => id === ids[at])) return false;
  if (ids.length > 0) {
    const locked = await lock(em, ids);
    const usable = locked.filter(({ id, status }) => status !== 'trash' || hidden.includes(id));
    assertAllUsable(kind, ids, usable);
  }
  const rows = new Map(present.map(({ id, row }) => [id, row]));
  for (const { id, row } of present) if (!ids.includes(id)) em.remove(row);
  for (const [at, id] of ids.entries()) {
    const row = rows.get(id);
    if (row) row.position = at + 1;
    else make(em, event, id, at + 1);
  }
  await em.flush();
  return true;
}
