export { ORGANIZERS, type OrganizerValues } from './organizer.directory.ts';
export { organizerOfEventJsonLd } from './organizer.json-ld.ts';
