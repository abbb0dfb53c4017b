import { sql } from 'kysely';
import { PLAN_EACH_TIME } from '../../platform/postgres/statement-names.ts';
import { visibility } from '../access/policy.ts';
import { type Condition, visibleIn } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { NearInput } from '../generated/schema.ts';

/** Mean radius of the Earth in kilometres. */
const EARTH = 6371.0088;
/** Default radius of a search around a point, in kilometres (rules#places). */
const DEFAULT_RADIUS = 25;

/** Only venues that the caller may see are searched: a match must not disclose where an event is planned. */
const shownVenue = (context: Context): Condition => visibleIn('venue', visibility(context.caller));

/** Events with a venue of some kind. @param venues a condition on `venue` */
const placedAt = (venues: Condition): Condition => sql`${PLAN_EACH_TIME} exists (
  select from event_venue link join venue on venue.id = link.venue_id
  where link.event_id = event.id and ${venues})`;

/** Events that have a venue with coordinates. */
export const venueHasCoordinates = (context: Context): Condition =>
  placedAt(sql`${shownVenue(context)} and venue.geo_lat is not null and venue.geo_lng is not null`);

const toDegrees = (radians: number): number => (radians * 180) / Math.PI;

/**
 * Events with a venue within a radius in kilometres of a point in degrees: a box by index first, then the
 * great circle (haversine).
 */
export function near(
  context: Context,
  { latitude: lat, longitude: lng, radiusKm: km = DEFAULT_RADIUS }: NearInput,
): Condition {
  const dLat = toDegrees(km / EARTH);
  // Near the poles every longitude is near.
  const nearPole = Math.abs(lat) + dLat >= 89.9;
  const dLng = nearPole
    ? 180
    : toDegrees(Math.asin(Math.min(1, Math.sin(km / EARTH) / Math.cos((lat * Math.PI) / 180))));
  const inLongitude: Condition =
    dLng >= 180 || km / EARTH >= Math.PI / 2
      ? sql`true`
      : lng - dLng < -180
        ? sql`(venue.geo_lng >= ${lng - dLng + 360} or venue.geo_lng <= ${lng + dLng})`
        : lng + dLng > 180
          ? sql`(venue.geo_lng >= ${lng - dLng} or venue.geo_lng <= ${lng + dLng - 360})`
          : sql`venue.geo_lng between ${lng - dLng}::float8 and ${lng + dLng}::float8`;
  return placedAt(sql`${shownVenue(context)}
    and venue.geo_lat between ${lat - dLat}::float8 and ${lat + dLat}::float8 and ${inLongitude}
    and 2 * ${EARTH}::float8 * asin(least(1, sqrt(
      sin(radians(venue.geo_lat - ${lat}::float8) / 2) ^ 2
      + cos(radians(${lat}::float8)) * cos(radians(venue.geo_lat))
        * sin(radians(venue.geo_lng - ${lng}::float8) / 2) ^ 2))) <= ${km}::float8`);
}
