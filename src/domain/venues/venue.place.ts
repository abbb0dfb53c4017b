import type { RecordOf } from '../content/fields.ts';
import type { Checks } from '../resource/checks.ts';
import type { FIELDS } from './venue.fields.ts';
import type { VenueRecord } from './venue.record.ts';

/** Latitude and longitude need each other. */
export function checkCoordinates(
  checks: Checks,
  { geoLat, geoLng }: { geoLat?: number | null | undefined; geoLng?: number | null | undefined },
): void {
  const hasLatitude = typeof geoLat === 'number';
  if (checks.failed('latitude', 'longitude') || hasLatitude === (typeof geoLng === 'number')) return;
  checks.add(hasLatitude ? 'longitude' : 'latitude', 'latitude and longitude need each other');
}

type Region = Pick<VenueRecord, 'country' | 'state' | 'province' | 'stateprovince'>;

/**
 * What `stateprovince` is when it is derived: the state or the province, whichever the country has
 * (rules#derived).
 */
const regionOf = ({ country, state, province }: Omit<Region, 'stateprovince'>): string =>
  /^(us|usa|united states( of america)?)$/i.test(country.trim()) ? state : province;

/**
 * The `stateprovince` after a change, if that changes what it is derived from. A derived one that an
 * input repeats is derived again, as if the input had none.
 */
export function changedRegion(
  row: Region,
  own: Partial<RecordOf<typeof FIELDS>>,
): { stateprovince?: string } {
  const { country = row.country, state = row.state, province = row.province, stateprovince } = own;
  if (country === row.country && state === row.state && province === row.province) return {};
  const isOwn =
    stateprovince !== undefined && (stateprovince !== row.stateprovince || stateprovince !== regionOf(row));
  return isOwn ? {} : { stateprovince: regionOf({ country, state, province }) };
}
