import { sql } from 'kysely';
import { ServiceError } from '../../lib/errors.ts';
import { isLinked, type LinkedKind, type RecordKind } from '../../lib/kinds.ts';
import type { Context, Transaction } from '../context/context.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { type FindRow, type LockedRow, lockRow, type RecordVersion } from './lock.ts';
import { trashedSlug } from './slugs.ts';
import { effectiveStatus } from './visibility.ts';

/**
 * Marks the events of a venue or organizer as modified when it goes to the trash, comes back or is erased,
 * because from then on they do not show it, or show it again. Otherwise clients that compare modification
 * dates would miss that. The links stay until the record is erased (rules#trash).
 */
export async function touchEventsOf(
  { context, db }: Transaction,
  kind: LinkedKind,
  id: number,
): Promise<void> {
  // They are locked in the order of their ids, so that two such changes at once do not end in a deadlock.
  await sql`
    with linked as (
      select id from event
      where id in (select event_id from ${sql.table(`event_${kind}`)} where ${sql.ref(`${kind}_id`)} = ${id})
      order by id for no key update)
    update event set modified_utc = ${context.clock.nowUtc}::timestamp from linked where event.id = linked.id`.execute(
    db,
  );
}

/**
 * Moves a record to the trash, with its links (rules#trash). @returns its row, and whether nobody had changed
 * it since `version`
 * @throws ServiceError `…-is-in-trash` 410 when it is there already
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
  transaction.isSteady = effectiveStatus(row, nowUtc) !== 'future';
  row.slug = await trashedSlug(transaction, kind, row.slug, row.id);
  row.status = 'trash';
  row.modifiedUtc = nowUtc;
  return locked;
}

/** Erases a record with its links. The context keeps what it has read of it, because the answer shows it. */
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
      if (isLinked(kind)) await touchEventsOf(transaction, kind, row.id);
      transaction.em.remove(row);
    },
    { keep: true },
  );
