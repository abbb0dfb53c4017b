import { sql } from 'kysely';
import { ServiceError } from '../../lib/errors.ts';
import { isLinked, type LinkedKind, type RecordKind } from '../../lib/kinds.ts';
import type { Context, Transaction } from '../context/context.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { type FindRow, type LockedRow, lockRow, type RecordVersion } from './lock.ts';
import { trashedSlug } from './slugs.ts';

/** How many events one statement changes: far fewer than the limit of time of a statement allows. */
const PART = 1_000;

/**
 * Marks the events of a venue or organizer as modified when it goes to the trash, comes back or is erased,
 * because from then on they do not show it, or show it again. Otherwise clients that compare modification
 * dates would miss that. The links stay until the record is erased (rules#trash): then `unlink` removes them.
 */
export async function touchEventsOf(
  { context, db }: Transaction,
  kind: LinkedKind,
  id: number,
  { unlink = false } = {},
): Promise<void> {
  const links = sql.table(`event_${kind}`);
  const isLink = sql`${sql.ref(`${kind}_id`)} = ${id}`;
  let part: number[] = [];
  do {
    context.signal?.throwIfAborted();
    const { rows } = await sql<{ id: number }>`
      select event_id as id from ${links} where ${isLink} and event_id > ${part.at(-1) ?? 0}
      order by event_id limit ${sql.lit(PART)}`.execute(db);
    part = rows.map((row) => row.id);
    // They are locked in the order of their ids, so that two such changes at once do not end in a deadlock.
    await sql`
      with linked as (select id from event where id = any(${part}::int[]) order by id for no key update)
      update event set modified_utc = ${context.clock.nowUtc}::timestamp from linked where event.id = linked.id`.execute(
      db,
    );
    if (unlink)
      await sql`delete from ${links} where ${isLink} and event_id = any(${part}::int[])`.execute(db);
  } while (part.length === PART);
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
      if (isLinked(kind)) await touchEventsOf(transaction, kind, row.id, { unlink: true });
      transaction.em.remove(row);
    },
    { keep: true },
  );
