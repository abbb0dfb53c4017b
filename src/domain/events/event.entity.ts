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

/** An event. Local times in its zone are authoritative; the UTC columns are derived (rules#dates). */
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
    seriesId: p
      .manyToOne(SeriesEntity)
      .mapToPk()
      .nullable()
      .fieldName('series_id')
      .deleteRule('set null')
      .foreignKeyName('event_series_id_fkey'),
    /** The planned start in the zone of the series: identifies the event in the series even after it is moved. */
    recurrenceId: timestamp().nullable(),
    /** Changed individually: changes of the series leave it alone. */
    isDetached: flagColumn(false),
    /**
     * Only for reading with `populate` where no request waits (decisions/0027). The entities below store the links with
     * their positions.
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

/** One side of a link, part of its key. Deleting either record deletes the link. */
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
