import { defineEntity, type EntityName, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { flagColumn, text, timestamp } from '../../platform/postgres/columns.ts';
import { columnsOf } from '../content/fields.ts';
import { recordIndexes, recordProperties, recordUniques } from '../content/record.entity.ts';
import { OrganizerEntity } from '../organizers/organizer.entity.ts';
import { SeriesEntity } from '../series/series.entity.ts';
import { TermEntity } from '../terms/term.entity.ts';
import { VenueEntity } from '../venues/venue.entity.ts';
import { FIELDS } from './event.fields.ts';
import { eventIndexes } from './event.indexes.ts';

/**
 * An entry of the calendar. Local time in its zone is the truth, the UTC columns are derived
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
    /** The series that the event is one of. */
    seriesId: p
      .manyToOne(SeriesEntity)
      .mapToPk()
      .nullable()
      .fieldName('series_id')
      .deleteRule('set null')
      .foreignKeyName('event_series_id_fkey'),
    /** When the series has it begin, on its clock: this names it in the series, wherever it was moved. */
    recurrenceId: timestamp().nullable(),
    /** Changed by itself, so that changes of the series leave it as it is. */
    isDetached: flagColumn(false),
    /**
     * In the order of the event, for reading with `populate` where no request waits (decisions/0027). Links are
     * stored by their own entities below, which have the position.
     */
    venues: p
      .manyToMany(VenueEntity)
      .pivotEntity((): EntityName => EventVenueEntity)
      .fixedOrderColumn('position')
      .persist(false),
    organizers: p
      .manyToMany(OrganizerEntity)
      .pivotEntity((): EntityName => EventOrganizerEntity)
      .fixedOrderColumn('position')
      .persist(false),
    terms: p.manyToMany(TermEntity).pivotEntity((): EntityName => EventTermEntity),
  },
  uniques: recordUniques('event'),
  indexes: [...recordIndexes('event'), ...eventIndexes],
  checks: [{ name: 'event_ends_after_start', expression: 'end_utc >= start_utc' }],
});

/** One side of a link, part of its key: a link goes with either record. */
const side = <Target extends Parameters<typeof p.manyToOne>[0]>(
  table: string,
  name: string,
  target: Target,
) =>
  p
    .manyToOne(target)
    .primary()
    .deleteRule('cascade')
    .updateRule('no action')
    .foreignKeyName(`${table}_${name}_id_fkey`);

/** Venues of an event, in their order. */
export const EventVenueEntity = defineEntity({
  name: 'EventVenue',
  tableName: 'event_venue',
  properties: {
    event: side('event_venue', 'event', EventEntity),
    venue: side('event_venue', 'venue', VenueEntity),
    position: p.smallint(),
  },
  indexes: [{ name: 'event_venue_venue_id_index', properties: ['venue', 'event'] }],
});

/** Organizers of an event, in their order. */
export const EventOrganizerEntity = defineEntity({
  name: 'EventOrganizer',
  tableName: 'event_organizer',
  properties: {
    event: side('event_organizer', 'event', EventEntity),
    organizer: side('event_organizer', 'organizer', OrganizerEntity),
    position: p.smallint(),
  },
  indexes: [{ name: 'event_organizer_organizer_id_index', properties: ['organizer', 'event'] }],
});

/** Categories and tags of an event. */
export const EventTermEntity = defineEntity({
  name: 'EventTerm',
  tableName: 'event_term',
  properties: {
    event: side('event_term', 'event', EventEntity),
    term: side('event_term', 'term', TermEntity),
  },
  indexes: [{ name: 'event_term_term_event', properties: ['term', 'event'] }],
});

export const eventEntities = [EventEntity, EventVenueEntity, EventOrganizerEntity, EventTermEntity] as const;

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof eventEntities)[number]> {}
}
