import { sql } from 'kysely';
import { PLAN_EACH_TIME } from '../../platform/postgres/statement-names.ts';
import { visibility } from '../access/policy.ts';
import { type Condition, visibleIn } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { NearInput } from '../generated/schema.ts';

/** Mean radius of the Earth. */
const EARTH_RADIUS_KM = 6371.0088;
/** Default search radius (rules#places). */
const DEFAULT_RADIUS_KM = 25;

/** Searches only venues that the caller may see: a match must not disclose the place of an event. */
const visibleVenue = (context: Context): Condition => visibleIn('venue', visibility(context.caller));

/** Events with a matching venue. @param venues a condition on `venue` */
const withVenue = (venues: Condition): Condition => sql`${PLAN_EACH_TIME} exists (
  select from event_venue link join venue on venue.id = link.venue_id
  where link.event_id = event.id and ${venues})`;

export const hasVenueWithCoordinates = (context: Context): Condition =>
  withVenue(sql`${visibleVenue(context)} and venue.geo_lat is not null and venue.geo_lng is not null`);

const toDegrees = (radians: number): number => (radians * 180) / Math.PI;

/**
 * Events with a venue within a radius of a point in degrees: first a bounding box by index, then the haversine formula.
 */
export function isNear(
  context: Context,
  { latitude: lat, longitude: lng, radiusKm: km = DEFAULT_RADIUS_KM }: NearInput,
): Condition {
  const dLat = toDegrees(km / EARTH_RADIUS_KM);
  // Near a pole, the bounding box includes all longitudes.
  const isNearPole = Math.abs(lat) + dLat >= 89.9;
  const dLng = isNearPole
    ? 180
    : toDegrees(Math.asin(Math.min(1, Math.sin(km / EARTH_RADIUS_KM) / Math.cos((lat * Math.PI) / 180))));
  const inLongitude: Condition =
    dLng >= 180 || km / EARTH_RADIUS_KM >= Math.PI / 2
      ? sql`true`
      : lng - dLng < -180
        ? sql`(venue.geo_lng >= ${lng - dLng + 360} or venue.geo_lng <= ${lng + dLng})`
        : lng + dLng > 180
          ? sql`(venue.geo_lng >= ${lng - dLng} or venue.geo_lng <= ${lng + dLng - 360})`
          : sql`venue.geo_lng between ${lng - dLng}::float8 and ${lng + dLng}::float8`;
  return withVenue(sql`${visibleVenue(context)}
    and venue.geo_lat between ${lat - dLat}::float8 and ${lat + dLat}::float8 and ${inLongitude}
    and 2 * ${EARTH_RADIUS_KM}::float8 * asin(least(1, sqrt(
      sin(radians(venue.geo_lat - ${lat}::float8) / 2) ^ 2
      + cos(radians(${lat}::float8)) * cos(radians(venue.geo_lat))
        * sin(radians(venue.geo_lng - ${lng}::float8) / 2) ^ 2))) <= ${km}::float8`);
}
