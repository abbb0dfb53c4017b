import type { EntityManager } from '@mikro-orm/postgresql';
import { mayChange } from '../access/policy.ts';
import type { Context, Transaction } from '../context.ts';
import type { CreateOrganizerInput, UpdateOrganizerInput } from '../generated/schema.ts';
import { Checks } from '../records/checks.ts';
import { type RecordOf, readFields, searchable } from '../records/fields.ts';
import { checkPost, checkSlug, type PostValues } from '../records/input.ts';
import { nameKey } from '../records/linked.ts';
import { FOR_CHANGE, lockRow } from '../records/lock.ts';
import { owned } from '../records/record.ts';
import { touchEventsOf } from '../records/remove.ts';
import { assignChanged, changedPost, emptyFilled, fillable, newPost, writePost } from '../records/store.ts';
import { OrganizerEntity } from './organizer.entity.ts';
import type { OrganizerRecord } from './organizer.record.ts';
import { STORED } from './organizer.stored.ts';

/** The columns of an organizer that are its own. */
type Own = Partial<RecordOf<typeof STORED>> & { nameKey?: string };

/** Checked values of an organizer's input. */
export interface OrganizerValues {
  post: PostValues;
  own: Own;
  slug: string | undefined;
}

/** Checks a create (no `current`) or a change; problems go to `checks`. */
export async function checkOrganizer(
  context: Context,
  checks: Checks,
  input: CreateOrganizerInput | UpdateOrganizerInput,
  current: OrganizerRecord | null,
): Promise<OrganizerValues> {
  const own: Own = await readFields(context, STORED, checks, input, current);
  if (own.name !== undefined) own.nameKey = nameKey(own.name);
  const slug = await checkSlug(checks, input.slug, current);
  return { post: await checkPost(context, checks, input, current), own, slug };
}

/** Stores a new organizer inside a transaction. @returns its id */
export async function storeOrganizer(
  transaction: Transaction,
  { post, own, slug }: OrganizerValues,
): Promise<number> {
  const name = own.name ?? '';
  const columns = await newPost(transaction, 'organizer', post, slug ?? name, transaction.nowUtc);
  const row = { ...columns, ...own, name, nameKey: nameKey(name) };
  transaction.em.create(OrganizerEntity, { ...row, searchText: searchable(STORED, row) });
  await transaction.em.flush();
  return columns.id;
}

/** An organizer that is to be changed. */
export const findOrganizerRow = (em: EntityManager, id: number) =>
  em.findOne(OrganizerEntity, id, FOR_CHANGE);

/** @returns the id of the new organizer @throws ServiceError rest_invalid_param */
export async function createOrganizer(context: Context, input: CreateOrganizerInput): Promise<number> {
  const checks = new Checks();
  const values = await checkOrganizer(context, checks, input, null);
  checks.done();
  return writePost(context, (transaction) => storeOrganizer(transaction, values));
}

/** Changes what is sent (rules#changes). @throws ServiceError rest_invalid_param */
export async function updateOrganizer(
  context: Context,
  current: OrganizerRecord,
  input: UpdateOrganizerInput,
): Promise<void> {
  const checks = new Checks();
  const { post, own, slug } = await checkOrganizer(context, checks, input, current);
  checks.done();
  await writePost(context, async (transaction) => {
    const row = await lockRow(transaction, 'organizer', findOrganizerRow, current.id);
    const { status } = row;
    const columns = await changedPost(transaction, 'organizer', row, post, slug);
    const changed = { ...columns, ...own };
    assignChanged(
      row,
      { ...changed, searchText: searchable(STORED, { ...row, ...changed }) },
      transaction.nowUtc,
    );
    if (row.status !== status) await touchEventsOf(transaction, 'organizer', row.id);
  });
}

/**
 * Gives the empty fields of an organizer that an event names the values sent with it, where the caller may
 * change it (rules#inline-records).
 */
export async function fillOrganizer(
  transaction: Transaction,
  id: number,
  { own, post }: OrganizerValues,
): Promise<void> {
  const { em, caller, nowUtc } = transaction;
  const row = await findOrganizerRow(em, id);
  if (
    !row ||
    !mayChange(
      caller,
      owned(transaction, { author: row.authorId, status: row.status, dateUtc: row.publishedUtc }),
    )
  )
    return;
  const filled = emptyFilled(row, { ...own, ...(await fillable(transaction, post)) });
  if (assignChanged(row, { ...filled, searchText: searchable(STORED, { ...row, ...filled }) }, nowUtc))
    await em.flush();
}
