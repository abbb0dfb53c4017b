import type { Image } from '../../domain/generated/schema.ts';
import { FIELDS as organizerFields } from '../../domain/organizers/organizer.fields.ts';
import { FIELDS as venueFields } from '../../domain/venues/venue.fields.ts';
import { type ColumnSpec, csvColumns } from './column.ts';
import type { RowCells } from './row.ts';
import { DESCRIPTION, IMAGE, SLUG, STATUS } from './shared-columns.ts';

/** A venue or organizer with what its columns ask for beside single fields. */
export interface CsvEntry {
  readonly image: Pick<Image, 'url'> | null;
}

const OMITTED = { lineage: 'ids of other calendars; only an export as JSON has them' };

/** Both lines of an address as one: there is only one here. */
function addressOfRow(row: RowCells): string | undefined {
  const lines = [row.text('address'), row.text('address_2')].filter((line) => line !== undefined);
  return lines.length === 0 ? undefined : lines.filter((line) => line.trim() !== '').join(', ');
}

/** In the order and with the headings of The Events Calendar; those that it does not have are at the end. */
const VENUE: readonly ColumnSpec<CsvEntry>[] = [
  { key: 'name', isRequired: true },
  DESCRIPTION,
  { key: 'country' },
  { key: 'address', read: (row) => ({ address: addressOfRow(row) }) },
  { key: 'city' },
  { key: 'stateprovince', name: 'VENUE STATE/PROVINCE', also: ['VENUE STATE OR PROVINCE'] },
  { key: 'zip', also: ['VENUE POSTAL CODE'] },
  { key: 'geoLat', name: 'VENUE LATITUDE' },
  { key: 'geoLng', name: 'VENUE LONGITUDE' },
  { key: 'phone' },
  { key: 'website', also: ['VENUE URL'] },
  { ...IMAGE, name: 'VENUE FEATURED IMAGE', also: ['FEATURED IMAGE', 'VENUE IMAGE'] },
  { key: 'state' },
  { key: 'province' },
  { key: 'showMapLink', also: ['SHOW MAP LINK'] },
  { key: 'showMap', also: ['SHOW MAP'] },
  SLUG,
  STATUS,
  { key: 'address_2', selection: null, read: () => ({}) },
];
export const VENUE_COLUMNS = csvColumns('venue', venueFields, VENUE, OMITTED);

/** See {@link VENUE}. */
const ORGANIZER: readonly ColumnSpec<CsvEntry>[] = [
  { key: 'name', isRequired: true },
  DESCRIPTION,
  { key: 'email' },
  { key: 'website', also: ['ORGANIZER URL'] },
  { key: 'phone' },
  { ...IMAGE, name: 'ORGANIZER FEATURED IMAGE', also: ['FEATURED IMAGE', 'ORGANIZER IMAGE'] },
  SLUG,
  STATUS,
];
export const ORGANIZER_COLUMNS = csvColumns('organizer', organizerFields, ORGANIZER, OMITTED);
