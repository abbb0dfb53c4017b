import { sql } from 'kysely';
import type { PostKind } from '../access/policy.ts';
import type { Context, Transaction } from '../context.ts';
import type { StoredStatus } from '../database/base.ts';
import { ServiceError } from '../errors.ts';
import { trashedSlug } from './slugs.ts';
import { writePost } from './store.ts';
import { assertStillMayChange, existing } from './target.ts';

/**
 * Marks the events of a venue or organizer as changed, because they show it no longer, or again. Who compares
 * dates of change would else miss it: a record that is gone takes its own date along. Links stay for as long
 * as the record does (rules#trash).
 */
export async function touchEventsOf({ db, nowUtc }: Transaction, kind: PostKind, id: number): Promise<void> {
  if (kind === 'event') return;
  // In the order of their ids, so that two such changes at once wait for each other instead of blocking each
  // other.
  await sql`
    with linked as (
      select id from event where id in (select event_id from ${sql.table(`event_${kind}`)} where ${sql.ref(`${kind}_id`)} = ${id}) order by id for no key update)
    update event set modified_utc = ${nowUtc}::timestamp, version = version + 1 from linked where event.id = linked.id`.execute(
    db,
  );
}

interface Locked {
  slug: string;
  status: StoredStatus;
  authorId: number;
  publishedUtc: string;
}

/**
 * The row as nobody else can change it, if the caller may still delete it. @throws ServiceError
 * `…-not-found`, rest_forbidden
 */
async function lock(transaction: Transaction, kind: PostKind, id: number): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select slug, status, author_id as "authorId", published_utc::text as "publishedUtc" from ${sql.table(kind)} where id = ${id} for update`.execute(
    transaction.db,
  );
  const row = existing(kind, rows[0]);
  assertStillMayChange(transaction, row);
  return row;
}

/**
 * Moves a record to the trash, with its links (rules#trash). @throws ServiceError `…-is-in-trash` 410 when it
 * is there already
 */
export function moveToTrash(context: Context, kind: PostKind, id: number): Promise<void> {
  return writePost(context, async (transaction) => {
    const { slug, status } = await lock(transaction, kind, id);
    await transaction.assertPrecondition();
    if (status === 'trash') throw new ServiceError(`${kind}-is-in-trash`);
    await sql`
      update ${sql.table(kind)}
      set status = 'trash', slug = ${await trashedSlug(transaction.db, kind, slug, id)}, modified_utc = ${transaction.nowUtc}::timestamp, version = version + 1
      where id = ${id}`.execute(transaction.db);
    await touchEventsOf(transaction, kind, id);
  });
}

/** Erases a record with its links. What the context has read of it stays known, for the answer. */
export function erase(context: Context, kind: PostKind, id: number): Promise<void> {
  return context.write(
    async (transaction) => {
      await lock(transaction, kind, id);
      await transaction.assertPrecondition();
      await touchEventsOf(transaction, kind, id);
      await sql`delete from ${sql.table(kind)} where id = ${id}`.execute(transaction.db);
    },
    { keep: true },
  );
}
