import { computedContentFields } from '../content/record.ts';
import type { VenueResolvers } from '../generated/schema.ts';
import type { Computed } from '../resource/complete.ts';
import { venueJsonLd } from './venue.json-ld.ts';
import type { VenueRecord } from './venue.record.ts';

export const computedVenueFields = {
  ...computedContentFields('venue'),
  jsonLd: venueJsonLd,
} satisfies Computed<VenueRecord, VenueResolvers>;
