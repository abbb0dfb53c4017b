import type { Image, Organizer, Venue } from '../../domain/generated/schema.ts';
import { type Column, yesNo } from './column.ts';

/** What is asked for to write a row of a venue. */
export const VENUE_SELECTION = /* GraphQL */ `
  {
    name slug status description address city country stateprovince state province zip phone website
    geoLat geoLng showMap showMapLink image { url }
  }
`;

/** What is asked for to write a row of an organizer. */
export const ORGANIZER_SELECTION = '{ name slug status description email website phone image { url } }';

type SharedField = 'name' | 'slug' | 'status' | 'description' | 'phone' | 'website';
type VenueField =
  | ('address' | 'city' | 'country' | 'stateprovince' | 'state' | 'province' | 'zip')
  | ('geoLat' | 'geoLng' | 'showMap' | 'showMapLink');

interface Pictured {
  image: Pick<Image, 'url'> | null;
}
export type CsvVenue = Pick<Venue, SharedField | VenueField> & Pictured;
export type CsvOrganizer = Pick<Organizer, SharedField | 'email'> & Pictured;

/** The columns of venues, named as in The Events Calendar; those that it does not have are at the end. */
export const VENUE_CSV = [
  { name: 'VENUE NAME', field: 'name', show: ({ name }) => name },
  { name: 'VENUE DESCRIPTION', field: 'description', show: ({ description }) => description },
  { name: 'VENUE COUNTRY', field: 'country', show: ({ country }) => country },
  { name: 'VENUE ADDRESS', field: 'address', show: ({ address }) => address },
  { name: 'VENUE CITY', field: 'city', show: ({ city }) => city },
  {
    name: 'VENUE STATE/PROVINCE',
    also: ['VENUE STATE OR PROVINCE'],
    field: 'stateprovince',
    show: ({ stateprovince }) => stateprovince,
  },
  { name: 'VENUE ZIP', also: ['VENUE POSTAL CODE'], field: 'zip', show: ({ zip }) => zip },
  { name: 'VENUE LATITUDE', field: 'geo_lat', show: ({ geoLat }) => geoLat ?? '' },
  { name: 'VENUE LONGITUDE', field: 'geo_lng', show: ({ geoLng }) => geoLng ?? '' },
  { name: 'VENUE PHONE', field: 'phone', show: ({ phone }) => phone },
  { name: 'VENUE WEBSITE', also: ['VENUE URL'], field: 'website', show: ({ website }) => website },
  {
    name: 'VENUE FEATURED IMAGE',
    also: ['FEATURED IMAGE', 'VENUE IMAGE'],
    field: 'image',
    show: ({ image }) => image?.url ?? '',
  },
  { name: 'VENUE STATE', field: 'state', show: ({ state }) => state },
  { name: 'VENUE PROVINCE', field: 'province', show: ({ province }) => province },
  {
    name: 'VENUE SHOW MAP LINK',
    also: ['SHOW MAP LINK'],
    field: 'show_map_link',
    show: ({ showMapLink }) => yesNo(showMapLink),
  },
  { name: 'VENUE SHOW MAP', also: ['SHOW MAP'], field: 'show_map', show: ({ showMap }) => yesNo(showMap) },
  { name: 'VENUE SLUG', field: 'slug', show: ({ slug }) => slug },
  { name: 'VENUE STATUS', field: 'status', show: ({ status }) => status },
] as const satisfies readonly Column<CsvVenue>[];

/** The columns of organizers; see {@link VENUE_CSV}. */
export const ORGANIZER_CSV = [
  { name: 'ORGANIZER NAME', field: 'name', show: ({ name }) => name },
  { name: 'ORGANIZER DESCRIPTION', field: 'description', show: ({ description }) => description },
  { name: 'ORGANIZER EMAIL', field: 'email', show: ({ email }) => email },
  { name: 'ORGANIZER WEBSITE', also: ['ORGANIZER URL'], field: 'website', show: ({ website }) => website },
  { name: 'ORGANIZER PHONE', field: 'phone', show: ({ phone }) => phone },
  {
    name: 'ORGANIZER FEATURED IMAGE',
    also: ['FEATURED IMAGE', 'ORGANIZER IMAGE'],
    field: 'image',
    show: ({ image }) => image?.url ?? '',
  },
  { name: 'ORGANIZER SLUG', field: 'slug', show: ({ slug }) => slug },
  { name: 'ORGANIZER STATUS', field: 'status', show: ({ status }) => status },
] as const satisfies readonly Column<CsvOrganizer>[];
