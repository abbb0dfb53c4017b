import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { text } from '../../platform/postgres/columns.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import {
  columnsOf,
  externalIds,
  flag,
  optionalNumber,
  type RecordOf,
  searched,
  selections,
  textLine,
  title,
  webAddress,
  withInputName,
} from '../content/fields.ts';
import type { Page } from '../content/page.ts';
import { directoryIndexes, recordProperties, recordUniques } from '../content/record.entity.ts';
import { type ContentRecord, contentColumns } from '../content/record.ts';

const degreesField = (input: string) =>
  withInputName(input, optionalNumber(p.float().columnType('double precision').nullable()));

/** The stored fields of a venue, besides those of all records. How to add one: docs/extending.md. */
export const VENUE_FIELDS = {
  name: title(),
  address: searched(textLine()),
  city: searched(textLine()),
  province: searched(textLine()),
  state: searched(textLine()),
  stateprovince: withInputName('region', searched(textLine())),
  zip: searched(textLine()),
  country: searched(textLine()),
  phone: searched(textLine()),
  website: searched(webAddress()),
  geoLat: degreesField('latitude'),
  geoLng: degreesField('longitude'),
  showMap: flag(true),
  showMapLink: flag(true),
  lineage: externalIds(),
};

/** A place where events happen. */
export const VenueEntity = defineEntity({
  name: 'Venue',
  tableName: 'venue',
  properties: {
    ...recordProperties('venue'),
    ...columnsOf(VENUE_FIELDS),
    /** The name in lower case, for lookups that ignore case. */
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

/** A venue as queries return it. */
export interface VenueRecord extends ContentRecord, RecordOf<typeof VENUE_FIELDS> {}
export type VenuePage = Page<VenueRecord>;

export const selectVenues = (db: ReadDb) =>
  db.selectFrom('venue').select(contentColumns('venue')).select(selections('venue', VENUE_FIELDS));
