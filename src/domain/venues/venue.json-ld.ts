import { countryCode } from '../../lib/countries.ts';
import { compact, oneLineText } from '../../lib/json-ld.ts';
import { pageAddress, recordPages } from '../../lib/page-addresses.ts';
import type { Context } from '../context/context.ts';
import type { VenueRecord } from './venue.record.ts';

const PAGES = recordPages('venue');

/** A venue as a schema.org Place (rules#linked-data). */
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
