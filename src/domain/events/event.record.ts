import { sql } from 'kysely';
import { type RecordOf, type RowOf, selections, storedOf } from '../content/fields.ts';
import type { Page } from '../content/page.ts';
import { type ContentRecord, type ContentRow, contentColumns, sharedOf } from '../content/record.ts';
import type { ImageRecord } from '../images/image.record.ts';
import type { OrganizerRecord } from '../organizers/organizer.record.ts';
import type { SeriesRecord } from '../series/series.record.ts';
import type { TermRecord } from '../terms/term.record.ts';
import type { VenueRecord } from '../venues/venue.record.ts';
import { FIELDS } from './event.fields.ts';

/** An event as it is read. Names are those of the GraphQL fields where a field shows the value as it is. */
export interface EventRecord extends ContentRecord, RecordOf<typeof FIELDS> {
  allDay: boolean;
  startDate: string;
  endDate: string;
  utcStartDate: string;
  utcEndDate: string;
  timezone: string;
  /** null for an event by itself, like {@link recurrenceId}. */
  seriesId: number | null;
  recurrenceId: string | null;
  isDetached: boolean;
  /** Ids of what is linked, venues and organizers in their order. */
  venueIds: number[];
  organizerIds: number[];
  termIds: number[];
}

/**
 * What the schema calls otherwise, by its names: as properties, because a resolver for each field of each event of a
 * list takes longer.
 */
export const renamed = (event: EventRecord) => ({
  isAllDay: event.allDay,
  localStart: event.startDate,
  localEnd: event.endDate,
  plannedLocalStart: event.recurrenceId,
  isHidden: event.hideFromListings,
  isSticky: event.sticky,
  isFeatured: event.featured,
  isTicketed: event.ticketed,
  isOnline: event.isVirtual,
  onlineUrl: event.virtualUrl,
  scheduleStatus: event.eventStatus,
  scheduleStatusReason: event.eventStatusReason,
});

/** An event with the records that belong to it, as far as they are selected and the caller may read them. */
export interface HydratedEvent extends EventRecord, ReturnType<typeof renamed> {
  venues: VenueRecord[];
  organizers: OrganizerRecord[];
  categories: TermRecord[];
  tags: TermRecord[];
  image: ImageRecord | null;
  series: SeriesRecord | null;
}

/** The columns of an event that answers show. */
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

/** An event whose row has just been changed, while its links are still the same. */
export const changedEvent = (event: EventRecord, row: EventRow): EventRecord => ({
  ...event,
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

export type EventPage = Page<HydratedEvent>;

const ids = (table: string, column: string, order: string) =>
  sql<
    number[]
  >`array(select ${sql.ref(column)} from ${sql.table(table)} where event_id = event.id order by ${sql.ref(order)})`;

/** The columns of an {@link EventRecord}. */
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
