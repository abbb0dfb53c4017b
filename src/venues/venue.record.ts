import type { Page } from '../records/page.ts';
import { type PostRecord, postColumns } from '../records/record.ts';

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

/** The columns of a {@link VenueRecord}. */
export const COLUMNS = [
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
