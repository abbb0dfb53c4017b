export { checkVenue, fillVenue, storeVenue, type VenueValues } from './venue.commands.ts';
export { venueJsonLd } from './venue.json-ld.ts';
export { readableVenues } from './venue.queries.ts';
export type { VenuePage, VenueRecord } from './venue.record.ts';
export { STORED as venueFields } from './venue.stored.ts';
