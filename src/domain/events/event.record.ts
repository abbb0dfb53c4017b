import { sql } from 'kysely';
import { type RecordOf, type RowOf, selections, storedOf } from '../content/fields.ts';
import type { Page } from '../content/page.ts';
import { type ContentRecord, type ContentRow, contentColumns, sharedOf } from '../content/record.ts';
import type { ImageRecord } from '../images/image.entity.ts';
import type { OrganizerRecord } from '../organizers/organizer.entity.ts';
import type { SeriesRecord } from '../series/series.record.ts';
import type { TermRecord } from '../terms/term.record.ts';
import type { VenueRecord } from '../venues/venue.entity.ts';
import { FIELDS } from './event.fields.ts';

/** An event as read. Properties have the names of GraphQL fields if a field returns the value unchanged. */
export interface EventRecord extends ContentRecord, RecordOf<typeof FIELDS> {
  allDay: boolean;
  startDate: string;
  endDate: string;
  utcStartDate: string;
  utcEndDate: string;
  timezone: string;
  /** null for an event without a series, like {@link recurrenceId}. */
  seriesId: number | null;
  recurrenceId: string | null;
  isDetached: boolean;
  /** In their order, like {@link organizerIds}. */
  venueIds: number[];
  organizerIds: number[];
  termIds: number[];
}

/** An event with its selected linked records that the caller may read. */
export interface HydratedEvent extends EventRecord {
  venues: VenueRecord[];
  organizers: OrganizerRecord[];
  categories: TermRecord[];
  tags: TermRecord[];
  image: ImageRecord | null;
  series: SeriesRecord | null;
}

interface EventRow extends ContentRow, RowOf<typeof FIELDS> {
  allDay: boolean;
  startLocal: string;
  endLocal: string;
  startUtc: string;
  endUtc: string;
  timezone: string;
  seriesId?: number | null | undefined;
  recurrenceId?: string | null | undefined;
  isDetached: boolean;
}

/** An event without its links, from its row. */
export const unlinkedEvent = (row: EventRow): Omit<EventRecord, 'venueIds' | 'organizerIds' | 'termIds'> => ({
  ...sharedOf(row),
  ...storedOf(FIELDS, row),
  allDay: row.allDay,
  timezone: row.timezone,
  startDate: row.startLocal,
  endDate: row.endLocal,
  utcStartDate: row.startUtc,
  utcEndDate: row.endUtc,
  seriesId: row.seriesId ?? null,
  recurrenceId: row.recurrenceId ?? null,
  isDetached: row.isDetached,
});

/** The event after a change of its row, with unchanged links. */
export const changedEvent = (event: EventRecord, row: EventRow): EventRecord => ({
  ...event,
  ...unlinkedEvent(row),
});

export type EventPage = Page<HydratedEvent>;

const ids = (table: string, column: string, order: string) =>
  sql<
    number[]
  >`array(select ${sql.ref(column)} from ${sql.table(table)} where event_id = event.id order by ${sql.ref(order)})`;

export const EVENT_COLUMNS = [
  ...contentColumns('event'),
  ...selections('event', FIELDS),
  'event.all_day as allDay',
  'event.start_local as startDate',
  'event.end_local as endDate',
  'event.start_utc as utcStartDate',
  'event.end_utc as utcEndDate',
  'event.timezone',
  'event.series_id as seriesId',
  'event.recurrence_id as recurrenceId',
  'event.is_detached as isDetached',
  ids('event_venue', 'venue_id', 'position').as('venueIds'),
  ids('event_organizer', 'organizer_id', 'position').as('organizerIds'),
  ids('event_term', 'term_id', 'term_id').as('termIds'),
] as const;
