export { checkVenue, fillVenue, storeVenue, type VenueValues } from './venue.commands.ts';
export { venueJsonLd } from './venue.json-ld.ts';
export { readableVenues, type VenuePage, type VenueRecord } from './venue.queries.ts';
export { resource } from './venue.resolvers.ts';
