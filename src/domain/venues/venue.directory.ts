import { countryCode } from '../../lib/countries.ts';
import { compact, oneLineText, standalone } from '../../lib/json-ld.ts';
import { pageAddress, recordPages } from '../../lib/page-addresses.ts';
import type { DirectoryValues } from '../content/directory.definition.ts';
import { linkedListFilters } from '../content/directory.filters.ts';
import { defineDirectory } from '../content/directory.ts';
import type { RecordOf } from '../content/fields.ts';
import { FOR_CHANGE } from '../content/lock.ts';
import { imageUrl } from '../content/record.ts';
import type { Context } from '../context/context.ts';
import type { Checks } from '../resource/checks.ts';
import { selectVenues, VENUE_FIELDS, VenueEntity, type VenueRecord } from './venue.entity.ts';

export type VenueValues = DirectoryValues<typeof VENUE_FIELDS>;

/** Refuses a latitude without a longitude, and the reverse. */
function checkCoordinates(
  checks: Checks,
  { geoLat, geoLng }: { geoLat?: number | null | undefined; geoLng?: number | null | undefined },
): void {
  const hasLatitude = typeof geoLat === 'number';
  if (checks.hasFailed('latitude', 'longitude') || hasLatitude === (typeof geoLng === 'number')) return;
  checks.add(hasLatitude ? 'longitude' : 'latitude', 'send latitude and longitude together');
}

type Region = Pick<VenueRecord, 'country' | 'state' | 'province' | 'stateprovince'>;

/** The derived `stateprovince`: the state in the United States, the province elsewhere (rules#derived). */
const derivedRegion = ({ country, state, province }: Omit<Region, 'stateprovince'>): string =>
  /^(us|usa|united states( of america)?)$/i.test(country.trim()) ? state : province;

/**
 * The new `stateprovince` of a venue whose country, state or province changes. An input that only repeats the
 * derived value does not set it: the value is derived again.
 */
function changedRegion(row: Region, own: Partial<RecordOf<typeof VENUE_FIELDS>>): { stateprovince?: string } {
  const { country = row.country, state = row.state, province = row.province, stateprovince } = own;
  if (country === row.country && state === row.state && province === row.province) return {};
  const isCustom =
    stateprovince !== undefined &&
    (stateprovince !== row.stateprovince || stateprovince !== derivedRegion(row));
  return isCustom ? {} : { stateprovince: derivedRegion({ country, state, province }) };
}

/** All queries, commands and operations of venues. */
export const VENUES = defineDirectory({
  kind: 'venue',
  type: 'Venue',
  fields: VENUE_FIELDS,
  select: selectVenues,
  filters: linkedListFilters('venue'),
  findRow: (em, id) => em.findOne(VenueEntity, id, FOR_CHANGE),
  insert: (em, row) => em.create(VenueEntity, row),
  payload: (venue) => ({ venue }),
  check: checkCoordinates,
  derived: changedRegion,
});

const PAGES = recordPages('venue');

/** The venue of an event as a schema.org Place (rules#linked-data). */
export function venueJsonLd(venue: VenueRecord, context: Context): Record<string, unknown> {
  const address = compact({
    '@type': 'PostalAddress',
    streetAddress: venue.address,
    addressLocality: venue.city,
    addressRegion: venue.stateprovince || venue.state || venue.province,
    postalCode: venue.zip,
    addressCountry: countryCode(venue.country, context.settings.locale),
  });
  const geo =
    venue.geoLat === null
      ? undefined
      : { '@type': 'GeoCoordinates', latitude: venue.geoLat, longitude: venue.geoLng };
  return compact({
    '@type': 'Place',
    name: venue.name,
    description: oneLineText(venue.description),
    url: context.urls.site + pageAddress(PAGES, venue.slug),
    address,
    geo,
    telephone: venue.phone,
    sameAs: venue.website,
  });
}

/** A standalone venue. Events omit its image, to load no further records. */
export const venueDocument = async (venue: VenueRecord, context: Context): Promise<Record<string, unknown>> =>
  standalone(compact({ ...venueJsonLd(venue, context), image: await imageUrl(venue, context) }));
