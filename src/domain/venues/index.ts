export { VENUES, type VenueValues } from './venue.directory.ts';
export { venueJsonLd } from './venue.json-ld.ts';
