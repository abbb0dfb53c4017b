export { eventsOf, type Scope } from './event.nested.ts';
export type { EventPage, EventRecord } from './event.record.ts';
export { resource } from './event.resolvers.ts';
