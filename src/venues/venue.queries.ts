import { mayRead } from '../access/policy.ts';
import type { Context, Loader } from '../context.ts';
import { countRows } from '../db/count.ts';
import { Page, pageOf } from '../db/page.ts';
import type { QueryVenuesArgs } from '../generated/schema.ts';
import { linkedCondition } from '../posts/linked.ts';
import { owned, type PostRecord, postColumns } from '../posts/record.ts';
import type { Target } from '../resource.ts';

/** A venue as it is read. */
export interface VenueRecord extends PostRecord {
  name: string;
  address: string;
  city: string;
  country: string;
  province: string;
  state: string;
  zip: string;
  phone: string;
  website: string;
  stateprovince: string;
  geoLat: number | null;
  geoLng: number | null;
  showMap: boolean;
  showMapLink: boolean;
}
export type VenuePage = Page<VenueRecord>;

const COLUMNS = [
  ...postColumns('venue'),
  'venue.description',
  'venue.excerpt',
  'venue.name',
  'venue.address',
  'venue.city',
  'venue.country',
  'venue.province',
  'venue.state',
  'venue.zip',
  'venue.phone',
  'venue.website',
  'venue.stateprovince',
  'venue.geo_lat as geoLat',
  'venue.geo_lng as geoLng',
  'venue.show_map as showMap',
  'venue.show_map_link as showMapLink',
] as const;

const select = (context: Context) => context.db.selectFrom('venue').select(COLUMNS);

/** The venue that an id or slug names, whatever its state. */
export async function findVenue(context: Context, { id, slug }: Target): Promise<VenueRecord | undefined> {
  if (typeof id === 'number') return (await context.load(venueById, id)) ?? undefined;
  return select(context)
    .where('venue.slug', '=', (slug ?? '').toLowerCase())
    .executeTakeFirst();
}

export const venueById: Loader<number, VenueRecord | null> = {
  shared: ['venue'],
  async batch(context, ids) {
    const rows = await select(context).where('venue.id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  },
};

/** Venues by id in this order, without those that the caller may not read (decisions.md 37). */
export function readableVenues(context: Context, ids: readonly number[]): VenueRecord[] | Promise<VenueRecord[]> {
  const mine = (venues: VenueRecord[]): VenueRecord[] => venues.filter((venue) => mayRead(context.caller, owned(venue, context)));
  const venues = context.loadAll(venueById, ids);
  return venues instanceof Promise ? venues.then(mine) : mine(venues);
}

/** A page of venues, latest published first. @throws ServiceError for bad arguments, and 404 past the last page */
export async function listVenues(context: Context, args: QueryVenuesArgs): Promise<VenuePage> {
  const condition = await linkedCondition('venue', args, context);
  const of = pageOf(args, context);
  const rows = await select(context)
    .where(condition)
    .orderBy('venue.published_utc', 'desc')
    .orderBy('venue.id', 'desc')
    .limit(of.perPage)
    .offset(of.offset)
    .execute();
  return new Page(rows, of, () => countRows(context, 'venue', condition)).orNotFound('venue-archive-page-not-found');
}
