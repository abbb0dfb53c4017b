export { checkOrganizer, fillOrganizer, type OrganizerValues, storeOrganizer } from './organizer.commands.ts';
export { organizerJsonLd } from './organizer.json-ld.ts';
export { readableOrganizers } from './organizer.queries.ts';
export type { OrganizerPage, OrganizerRecord } from './organizer.record.ts';
export { STORED as organizerFields } from './organizer.stored.ts';
