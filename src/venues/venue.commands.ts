import type { EntityManager } from '@mikro-orm/postgresql';
import { mayChange } from '../access/policy.ts';
import type { Context, Transaction } from '../context.ts';
import type { CreateVenueInput, UpdateVenueInput } from '../generated/schema.ts';
import { Checks } from '../records/checks.ts';
import { type RecordOf, readFields, searchable } from '../records/fields.ts';
import { checkPost, checkSlug, type PostValues } from '../records/input.ts';
import { nameKey } from '../records/linked.ts';
import { FOR_CHANGE, lockRow } from '../records/lock.ts';
import { owned } from '../records/record.ts';
import { touchEventsOf } from '../records/remove.ts';
import { assignChanged, changedPost, emptyFilled, fillable, newPost, writePost } from '../records/store.ts';
import { VenueEntity } from './venue.entity.ts';
import type { VenueRecord } from './venue.record.ts';
import { STORED } from './venue.stored.ts';

/** The columns of a venue that are its own. */
type Own = Partial<RecordOf<typeof STORED>> & { nameKey?: string };

/** Checked values of a venue's input. */
export interface VenueValues {
  post: PostValues;
  own: Own;
  slug: string | undefined;
}

function checkCoordinates(
  checks: Checks,
  { geoLat, geoLng }: { geoLat?: number | null | undefined; geoLng?: number | null | undefined },
): void {
  if (checks.failed('geoLat', 'geoLng') || (typeof geoLat === 'number') === (typeof geoLng === 'number'))
    return;
  checks.add(typeof geoLat === 'number' ? 'geoLng' : 'geoLat', 'latitude and longitude need each other');
}

/** Checks a create (no `current`) or a change; problems go to `checks`. */
export async function checkVenue(
  context: Context,
  checks: Checks,
  input: CreateVenueInput | UpdateVenueInput,
  current: VenueRecord | null,
): Promise<VenueValues> {
  const own: Own = await readFields(context, STORED, checks, input, current);
  if (own.name !== undefined) own.nameKey = nameKey(own.name);
  checkCoordinates(checks, { geoLat: current?.geoLat, geoLng: current?.geoLng, ...own });
  const slug = await checkSlug(checks, input.slug, current);
  return { post: await checkPost(context, checks, input, current), own, slug };
}

type Region = Pick<VenueRecord, 'country' | 'state' | 'province' | 'stateprovince'>;

/**
 * The one field that shows state or province, whichever the country has: what follows from the others
 * (rules#derived).
 */
const regionOf = ({ country, state, province }: Omit<Region, 'stateprovince'>): string =>
  /^(us|usa|united states( of america)?)$/i.test(country.trim()) ? state : province;

/**
 * What a change makes of it. One that was derived, and is sent back as it was read, follows its source like
 * one that is not sent.
 */
function changedRegion(row: Region, own: Own): { stateprovince?: string } {
  const { country = row.country, state = row.state, province = row.province, stateprovince } = own;
  if (country === row.country && state === row.state && province === row.province) return {};
  const isOwn =
    stateprovince !== undefined && (stateprovince !== row.stateprovince || stateprovince !== regionOf(row));
  return isOwn ? {} : { stateprovince: regionOf({ country, state, province }) };
}

/** Stores a new venue inside a transaction. @returns its id */
export async function storeVenue(
  transaction: Transaction,
  { post, own, slug }: VenueValues,
): Promise<number> {
  const name = own.name ?? '';
  const columns = await newPost(transaction, 'venue', post, slug ?? name, transaction.nowUtc);
  const { country = '', state = '', province = '' } = own;
  const stateprovince = own.stateprovince || regionOf({ country, state, province });
  const row = { ...columns, ...own, stateprovince, name, nameKey: nameKey(name) };
  transaction.em.create(VenueEntity, { ...row, searchText: searchable(STORED, row) });
  await transaction.em.flush();
  return columns.id;
}

/** A venue that is to be changed. */
export const findVenueRow = (em: EntityManager, id: number) => em.findOne(VenueEntity, id, FOR_CHANGE);

/** @returns the id of the new venue @throws ServiceError rest_invalid_param */
export async function createVenue(context: Context, input: CreateVenueInput): Promise<number> {
  const checks = new Checks();
  const values = await checkVenue(context, checks, input, null);
  checks.done();
  return writePost(context, (transaction) => storeVenue(transaction, values));
}

/** Changes what is sent (rules#changes). @throws ServiceError rest_invalid_param */
export async function updateVenue(
  context: Context,
  current: VenueRecord,
  input: UpdateVenueInput,
): Promise<void> {
  const checks = new Checks();
  const { post, own, slug } = await checkVenue(context, checks, input, current);
  checks.done();
  await writePost(context, async (transaction) => {
    const row = await lockRow(transaction, 'venue', findVenueRow, current.id);
    const { status } = row;
    const columns = await changedPost(transaction, 'venue', row, post, slug);
    const changed = { ...columns, ...own, ...changedRegion(row, own) };
    assignChanged(
      row,
      { ...changed, searchText: searchable(STORED, { ...row, ...changed }) },
      transaction.nowUtc,
    );
    if (row.status !== status) await touchEventsOf(transaction, 'venue', row.id);
  });
}

/**
 * Gives the empty fields of a venue that an event names the values sent with it, where the caller may change
 * it (rules#inline-records).
 */
export async function fillVenue(
  transaction: Transaction,
  id: number,
  { own, post }: VenueValues,
): Promise<void> {
  const { em, caller, nowUtc } = transaction;
  const row = await findVenueRow(em, id);
  if (
    !row ||
    !mayChange(
      caller,
      owned(transaction, { author: row.authorId, status: row.status, dateUtc: row.publishedUtc }),
    )
  )
    return;
  const given = emptyFilled(row, { ...own, ...(await fillable(transaction, post)) });
  const filled = { ...given, ...changedRegion(row, given) };
  if (assignChanged(row, { ...filled, searchText: searchable(STORED, { ...row, ...filled }) }, nowUtc))
    await em.flush();
}
