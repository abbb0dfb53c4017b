export { checkOrganizer, fillOrganizer, type OrganizerValues, storeOrganizer } from './organizer.commands.ts';
export { organizerJsonLd } from './organizer.json-ld.ts';
export { type OrganizerPage, type OrganizerRecord, readableOrganizers } from './organizer.queries.ts';
export { resource } from './organizer.resolvers.ts';
