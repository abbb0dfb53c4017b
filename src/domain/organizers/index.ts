export { organizerJsonLd } from './organizer.json-ld.ts';
export { ORGANIZERS, type OrganizerValues } from './organizer.directory.ts';
