import { p } from '@mikro-orm/core';
import {
  address,
  externalIds,
  flag,
  optionalNumber,
  plain,
  searched,
  sentAs,
  title,
} from '../content/fields.ts';

const degreesField = (input: string) =>
  sentAs(input, optionalNumber(p.float().columnType('double precision').nullable()));

/**
 * Everything that is stored of a venue, apart from what all records have. docs/extending.md says how to add a field.
 */
export const FIELDS = {
  name: title(),
  address: searched(plain()),
  city: searched(plain()),
  province: searched(plain()),
  state: searched(plain()),
  stateprovince: sentAs('region', searched(plain())),
  zip: searched(plain()),
  country: searched(plain()),
  phone: searched(plain()),
  website: searched(address()),
  geoLat: degreesField('latitude'),
  geoLng: degreesField('longitude'),
  showMap: flag(true),
  showMapLink: flag(true),
  lineage: externalIds(),
};
