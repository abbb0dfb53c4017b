export { venueJsonLd } from './venue.json-ld.ts';
export { VENUES, type VenueValues } from './venue.directory.ts';
