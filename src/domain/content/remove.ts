import { sql } from 'kysely';
import { ServiceError } from '../../lib/errors.ts';
import { isLinked, type LinkedKind, type RecordKind } from '../../lib/kinds.ts';
import type { Context, Transaction } from '../context/context.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { type FindRow, type LockedRow, lockRow, type RecordVersion } from './lock.ts';
import { trashedSlug } from './slugs.ts';

/** Events per statement: few enough to stay well below the statement timeout. */
const BATCH_SIZE = 1_000;

/**
 * Marks the events of a venue or organizer as modified when the record is trashed, restored or erased, so that
 * clients that compare modification dates notice the change. Links stay until the record is erased (rules#trash);
 * `unlink` removes them.
 */
export async function touchEventsOf(
  { context, db }: Transaction,
  kind: LinkedKind,
  id: number,
  { unlink = false } = {},
): Promise<void> {
  const links = sql.table(`event_${kind}`);
  const isLink = sql`${sql.ref(`${kind}_id`)} = ${id}`;
  let batch: number[] = [];
  do {
    context.signal?.throwIfAborted();
    const { rows } = await sql<{ id: number }>`
      select event_id as id from ${links} where ${isLink} and event_id > ${batch.at(-1) ?? 0}
      order by event_id limit ${sql.lit(BATCH_SIZE)}`.execute(db);
    batch = rows.map((row) => row.id);
    // Locks the events in the order of their ids, to avoid deadlocks between concurrent changes.
    await sql`
      with linked as (select id from event where id = any(${batch}::int[]) order by id for no key update)
      update event set modified_utc = ${context.clock.nowUtc}::timestamp from linked where event.id = linked.id`.execute(
      db,
    );
    if (unlink)
      await sql`delete from ${links} where ${isLink} and event_id = any(${batch}::int[])`.execute(db);
  } while (batch.length === BATCH_SIZE);
}

/**
 * Moves a record to the trash, with its links (rules#trash).
 * @returns the row, and whether it was unchanged since `version`
 * @throws ServiceError `…-is-in-trash` 410 if it is already in the trash
 */
export async function moveToTrash<R extends LockedRow>(
  transaction: Transaction,
  kind: RecordKind,
  find: FindRow<R>,
  version: RecordVersion,
): Promise<{ row: R; isUnchanged: boolean }> {
  const locked = await lockRow(transaction, kind, find, version);
  const { row } = locked;
  const { nowUtc } = transaction.context.clock;
  if (row.status === 'trash') throw new ServiceError(`${kind}-is-in-trash`);
  row.slug = await trashedSlug(transaction, kind, row.slug, row.id);
  row.status = 'trash';
  row.modifiedUtc = nowUtc;
  return locked;
}

/** Erases a record with its links. The context keeps its loaded records (`keep`), because the response shows them. */
export const erase = (
  context: Context,
  kind: RecordKind,
  find: FindRow,
  version: RecordVersion,
): Promise<void> =>
  runInTransaction(
    context,
    async (transaction) => {
      const { row } = await lockRow(transaction, kind, find, version);
      if (isLinked(kind)) await touchEventsOf(transaction, kind, row.id, { unlink: true });
      transaction.em.remove(row);
    },
    { keep: true },
  );
