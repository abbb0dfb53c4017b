import { sql } from 'kysely';
import type { Context, Transaction } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { isLinked, type RecordKind } from './kinds.ts';
import { type FindRow, lockRow } from './lock.ts';
import { assignChanged, changedPost, writePost } from './store.ts';

/**
 * Marks the events of a venue or organizer as changed, because they show it no longer, or again. Who compares
 * dates of change would else miss it: a record that is gone takes its own date along. Links stay for as long
 * as the record does (rules#trash).
 */
export async function touchEventsOf(
  { db, nowUtc }: Transaction,
  kind: RecordKind,
  id: number,
): Promise<void> {
  if (!isLinked(kind)) return;
  // In the order of their ids, so that two such changes at once wait for each other instead of blocking each
  // other.
  await sql`
    with linked as (
      select id from event where id in (select event_id from ${sql.table(`event_${kind}`)} where ${sql.ref(`${kind}_id`)} = ${id}) order by id for no key update)
    update event set modified_utc = ${nowUtc}::timestamp from linked where event.id = linked.id`.execute(db);
}

/**
 * Moves a record to the trash, with its links (rules#trash). @throws ServiceError `…-is-in-trash` 410 when it
 * is there already
 */
export const moveToTrash = (context: Context, kind: RecordKind, find: FindRow, id: number): Promise<void> =>
  writePost(context, async (transaction) => {
    const row = await lockRow(transaction, kind, find, id);
    if (row.status === 'trash') throw new ServiceError(`${kind}-is-in-trash`);
    const trashed = await changedPost(transaction, kind, row, { status: 'trash' });
    assignChanged(row, trashed, transaction.nowUtc);
    await touchEventsOf(transaction, kind, id);
  });

/** Erases a record with its links. What the context has read of it stays known, for the answer. */
export const erase = (context: Context, kind: RecordKind, find: FindRow, id: number): Promise<void> =>
  context.write(
    async (transaction) => {
      const row = await lockRow(transaction, kind, find, id);
      await touchEventsOf(transaction, kind, id);
      transaction.em.remove(row);
    },
    { keep: true },
  );
