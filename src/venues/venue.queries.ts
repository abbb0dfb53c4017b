import { mayRead } from '../access/policy.ts';
import type { Context, Loader } from '../context.ts';
import type { Db } from '../database/orm.ts';
import type { QueryVenuesArgs } from '../generated/schema.ts';
import { countRows } from '../records/count.ts';
import { linkedCondition } from '../records/linked.ts';
import { Page, pageOf } from '../records/page.ts';
import { postReaders } from '../records/readers.ts';
import { owned } from '../records/record.ts';
import type { Target } from '../records/resource.ts';
import { COLUMNS, type VenuePage, type VenueRecord } from './venue.record.ts';

const select = (db: Db) => db.selectFrom('venue').select(COLUMNS);

const { byId, bySlug } = postReaders<VenueRecord>('venue', (db, named) => select(db).where(named));

/** The venue that an id or slug names, whatever its state. */
export async function findVenue(context: Context, { id, slug }: Target): Promise<VenueRecord | null> {
  return typeof id === 'number'
    ? context.load(venueById, id)
    : bySlug.read(context.db, (slug ?? '').toLowerCase());
}

export const venueById: Loader<number, VenueRecord | null> = {
  shared: ['venue'],
  batch: ({ db }, ids) => byId.readAll(db, ids),
};

/**
 * Venues by id in this order, without those that are in the trash (rules#trash) or that the caller may not
 * read.
 */
export async function readableVenues(context: Context, ids: readonly number[]): Promise<VenueRecord[]> {
  const venues = await context.loadAll(venueById, ids);
  return venues.filter((venue) => venue.status !== 'trash' && mayRead(context.caller, owned(context, venue)));
}

/**
 * A page of venues, latest published first. Past the last one it is empty. @throws ServiceError for bad
 * arguments
 */
export async function listVenues(context: Context, args: QueryVenuesArgs): Promise<VenuePage> {
  const condition = await linkedCondition(context, 'venue', args);
  const of = pageOf(context, args);
  const query = select(context.db)
    .where(condition)
    .orderBy('venue.published_utc', 'desc')
    .orderBy('venue.id', 'desc')
    .limit(of.perPage)
    .offset(of.offset);
  const rows = await context.inTurn('lists', () => query.execute());
  return new Page(rows, of, () => countRows(context, 'venue', condition));
}
