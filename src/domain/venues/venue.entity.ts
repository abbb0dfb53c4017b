import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { text } from '../../platform/postgres/columns.ts';
import { columnsOf } from '../content/fields.ts';
import { directoryIndexes, recordProperties, recordUniques } from '../content/record.entity.ts';
import { FIELDS } from './venue.fields.ts';

/** A place where events happen. */
export const VenueEntity = defineEntity({
  name: 'Venue',
  tableName: 'venue',
  properties: {
    ...recordProperties('venue'),
    ...columnsOf(FIELDS),
    /** The name in lower case, to find a venue by its name without regard to case. */
    nameKey: text(),
  },
  uniques: recordUniques('venue'),
  indexes: [
    ...directoryIndexes('venue'),
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

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof venueEntities)[number]> {}
}
