import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { flag, optionalText, text } from '../database/base.ts';
import { linkableIndexes, recordProperties } from '../records/record.entity.ts';

/** A place where events happen. */
export const VenueEntity = defineEntity({
  name: 'Venue',
  tableName: 'venue',
  properties: {
    ...recordProperties('venue'),
    showMap: flag(true),
    showMapLink: flag(true),
    name: text(),
    /** The name folded, to find a venue by name without regard to case. */
    nameKey: text(),
    address: optionalText(),
    city: optionalText(),
    country: optionalText(),
    province: optionalText(),
    state: optionalText(),
    zip: optionalText(),
    phone: optionalText(),
    website: optionalText(),
    stateprovince: optionalText(),
    geoLat: p.float().columnType('double precision').nullable(),
    geoLng: p.float().columnType('double precision').nullable(),
  },
  indexes: [
    ...linkableIndexes('venue'),
    {
      name: 'venue_geo',
      properties: ['geoLat', 'geoLng'],
      where: 'geo_lat is not null and geo_lng is not null',
    },
  ],
  checks: [
    { name: 'venue_geo_lat_check', expression: 'geo_lat >= -90 and geo_lat <= 90' },
    { name: 'venue_geo_lng_check', expression: 'geo_lng >= -180 and geo_lng <= 180' },
  ],
});

export const venueEntities = [VenueEntity] as const;

declare module '../database/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof venueEntities)[number]> {}
}
