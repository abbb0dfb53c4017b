export { ORGANIZERS, type OrganizerValues } from './organizer.directory.ts';
export { organizerJsonLd } from './organizer.json-ld.ts';
