import { defineEntity, type EntityName, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { flagColumn, text, timestamp } from '../../platform/postgres/columns.ts';
import { columnsOf } from '../content/fields.ts';
import { recordIndexes, recordProperties } from '../content/record.entity.ts';
import { OrganizerEntity } from '../organizers/organizer.entity.ts';
import { TermEntity } from '../terms/term.entity.ts';
import { VenueEntity } from '../venues/venue.entity.ts';
import { FIELDS } from './event.fields.ts';
import { eventIndexes } from './event.indexes.ts';

/**
 * An entry of the calendar. The wall clock in its zone is the truth, the UTC columns are derived
 * (rules#dates).
 */
export const EventEntity = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    ...recordProperties('event'),
    ...columnsOf(FIELDS),
    allDay: flagColumn(false),
    startLocal: timestamp(),
    endLocal: timestamp(),
    startUtc: timestamp(),
    endUtc: timestamp(),
    timezone: text(),
    /** Only for reading. Writes go through the entities of the links below, which hold the position. */
    venues: p
      .manyToMany(VenueEntity)
      .pivotEntity((): EntityName => EventVenueEntity)
      .persist(false),
    organizers: p
      .manyToMany(OrganizerEntity)
      .pivotEntity((): EntityName => EventOrganizerEntity)
      .persist(false),
    terms: p.manyToMany(TermEntity).pivotEntity((): EntityName => EventTermEntity),
  },
  indexes: [...recordIndexes('event'), ...eventIndexes],
  checks: [{ name: 'event_ends_after_start', expression: 'end_utc >= start_utc' }],
});

/** Venues of an event, in their order. */
export const EventVenueEntity = defineEntity({
  name: 'EventVenue',
  tableName: 'event_venue',
  properties: {
    event: p
      .manyToOne(EventEntity)
      .primary()
      .deleteRule('cascade')
      .updateRule('no action')
      .foreignKeyName('event_venue_event_id_fkey'),
    venue: p
      .manyToOne(VenueEntity)
      .primary()
      .deleteRule('cascade')
      .updateRule('no action')
      .foreignKeyName('event_venue_venue_id_fkey'),
    position: p.smallint(),
  },
  indexes: [{ name: 'event_venue_venue_id_index', properties: ['venue', 'event'] }],
});

/** Organizers of an event, in their order. */
export const EventOrganizerEntity = defineEntity({
  name: 'EventOrganizer',
  tableName: 'event_organizer',
  properties: {
    event: p
      .manyToOne(EventEntity)
      .primary()
      .deleteRule('cascade')
      .updateRule('no action')
      .foreignKeyName('event_organizer_event_id_fkey'),
    organizer: p
      .manyToOne(OrganizerEntity)
      .primary()
      .deleteRule('cascade')
      .updateRule('no action')
      .foreignKeyName('event_organizer_organizer_id_fkey'),
    position: p.smallint(),
  },
  indexes: [{ name: 'event_organizer_organizer_id_index', properties: ['organizer', 'event'] }],
});

/** Categories and tags of an event. */
export const EventTermEntity = defineEntity({
  name: 'EventTerm',
  tableName: 'event_term',
  properties: {
    event: p
      .manyToOne(EventEntity)
      .primary()
      .deleteRule('cascade')
      .updateRule('no action')
      .foreignKeyName('event_term_event_id_fkey'),
    term: p
      .manyToOne(TermEntity)
      .primary()
      .deleteRule('cascade')
      .updateRule('no action')
      .foreignKeyName('event_term_term_id_fkey'),
  },
  indexes: [{ name: 'event_term_term_event', properties: ['term', 'event'] }],
});

export const eventEntities = [EventEntity, EventVenueEntity, EventOrganizerEntity, EventTermEntity] as const;

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof eventEntities)[number]> {}
}
