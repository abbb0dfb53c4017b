import { defineEntity, p } from '@mikro-orm/core';
import { flag, optionalText, postColumns, text, timestamp } from '../database/base.ts';

/**
 * An entry of the calendar. The wall clock in its zone is the truth, the UTC columns are derived
 * (decisions.md 13).
 */
export const EventEntity = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    ...postColumns(),
    showMap: flag(true),
    showMapLink: flag(true),
    title: text(),
    allDay: flag(false),
    startLocal: timestamp(),
    endLocal: timestamp(),
    startUtc: timestamp(),
    endUtc: timestamp(),
    timezone: text(),
    /** Prices as given; kernel/cost.ts reads them. */
    cost: p.json().$type<string[]>().defaultRaw("'[]'"),
    website: optionalText(),
    hideFromListings: flag(false),
    sticky: flag(false),
    featured: flag(false),
    postParent: p.integer().default(0),
    ticketed: flag(false),
  },
});

/** Venues of an event, in their order. */
export const EventVenueEntity = defineEntity({
  name: 'EventVenue',
  tableName: 'event_venue',
  properties: {
    eventId: p.integer().primary(),
    venueId: p.integer().primary().index(),
    position: p.smallint(),
  },
});

/** Organizers of an event, in their order. */
export const EventOrganizerEntity = defineEntity({
  name: 'EventOrganizer',
  tableName: 'event_organizer',
  properties: {
    eventId: p.integer().primary(),
    organizerId: p.integer().primary().index(),
    position: p.smallint(),
  },
});

/** Categories and tags of an event. */
export const EventTermEntity = defineEntity({
  name: 'EventTerm',
  tableName: 'event_term',
  properties: {
    eventId: p.integer().primary(),
    termId: p.integer().primary(),
  },
  indexes: [{ name: 'event_term_term_event', properties: ['termId', 'eventId'] }],
});
