import { standalone } from '../../lib/json-ld.ts';
import { computedContentFields } from '../content/record.ts';
import type { Context } from '../context/context.ts';
import type { VenueResolvers } from '../generated/schema.ts';
import type { Computed } from '../resource/complete.ts';
import { venueJsonLd } from './venue.json-ld.ts';
import type { VenueRecord } from './venue.record.ts';

export const computedVenueFields = {
  ...computedContentFields('venue'),
  region: ({ stateprovince }: VenueRecord) => stateprovince,
  latitude: ({ geoLat }: VenueRecord) => geoLat,
  longitude: ({ geoLng }: VenueRecord) => geoLng,
  jsonLd: (venue: VenueRecord, context: Context) => standalone(venueJsonLd(venue, context)),
} satisfies Computed<VenueRecord, VenueResolvers>;
