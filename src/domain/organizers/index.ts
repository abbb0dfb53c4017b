export { organizerJsonLd } from './organizer.json-ld.ts';
export { ORGANIZERS, type OrganizerValues } from './organizer.kind.ts';
