import { defineEntity, p } from '@mikro-orm/core';
import { flag, optionalText, postColumns, text } from '../database/base.ts';

/** A place where events happen. */
export const VenueEntity = defineEntity({
  name: 'Venue',
  tableName: 'venue',
  properties: {
    ...postColumns(),
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
});
