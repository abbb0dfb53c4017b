import { sql } from 'kysely';
import type { Context, Transaction } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { isLinked, type LinkedKind, type RecordKind } from './kinds.ts';
import { type FindRow, type Found, type LockedRow, lockRow } from './lock.ts';
import { assignChanged, changedPost, writePost } from './store.ts';

/**
 * Marks the events of a venue or organizer as changed, because they show it no longer, or again. Who compares
 * dates of change would else miss it: a record that is gone takes its own date along. Links stay for as long
 * as the record does (rules#trash).
 */
export async function touchEventsOf(
  { db, nowUtc }: Transaction,
  kind: LinkedKind,
  id: number,
): Promise<void> {
  // In the order of their ids, so that two such changes at once wait for each other instead of blocking each
  // other.
  await sql`
    with linked as (
      select id from event where id in (select event_id from ${sql.table(`event_${kind}`)} where ${sql.ref(`${kind}_id`)} = ${id}) order by id for no key update)
    update event set modified_utc = ${nowUtc}::timestamp from linked where event.id = linked.id`.execute(db);
}

/**
 * Moves a record to the trash, with its links (rules#trash). @returns its row, and whether that was as found
 * @throws ServiceError `…-is-in-trash` 410 when it is there already
 */
export const moveToTrash = <R extends LockedRow>(
  context: Context,
  kind: RecordKind,
  find: FindRow<R>,
  found: Found,
): Promise<{ row: R; isAsFound: boolean }> =>
  writePost(context, async (transaction) => {
    const locked = await lockRow(transaction, kind, find, found);
    const { row } = locked;
    if (row.status === 'trash') throw new ServiceError(`${kind}-is-in-trash`);
    const trashed = await changedPost(transaction, kind, row, { status: 'trash' });
    assignChanged<LockedRow>(row, trashed, transaction.nowUtc);
    if (isLinked(kind)) await touchEventsOf(transaction, kind, row.id);
    return locked;
  });

/** Erases a record with its links. What the context has read of it stays known, for the answer. */
export const erase = (context: Context, kind: RecordKind, find: FindRow, found: Found): Promise<void> =>
  context.write(
    async (transaction) => {
      const { row } = await lockRow(transaction, kind, find, found);
      if (isLinked(kind)) await touchEventsOf(transaction, kind, row.id);
      transaction.em.remove(row);
    },
    { keep: true },
  );
