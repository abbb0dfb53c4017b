import type { Checks } from '../records/checks.ts';
import type { RecordOf } from '../records/fields.ts';
import type { VenueRecord } from './venue.record.ts';
import type { STORED } from './venue.stored.ts';

/** Latitude and longitude need each other. */
export function checkCoordinates(
  checks: Checks,
  { geoLat, geoLng }: { geoLat?: number | null | undefined; geoLng?: number | null | undefined },
): void {
  if (checks.failed('geoLat', 'geoLng') || (typeof geoLat === 'number') === (typeof geoLng === 'number'))
    return;
  checks.add(typeof geoLat === 'number' ? 'geoLng' : 'geoLat', 'latitude and longitude need each other');
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
export function changedRegion(
  row: Region,
  own: Partial<RecordOf<typeof STORED>>,
): { stateprovince?: string } {
  const { country = row.country, state = row.state, province = row.province, stateprovince } = own;
  if (country === row.country && state === row.state && province === row.province) return {};
  const isOwn =
    stateprovince !== undefined && (stateprovince !== row.stateprovince || stateprovince !== regionOf(row));
  return isOwn ? {} : { stateprovince: regionOf({ country, state, province }) };
}
