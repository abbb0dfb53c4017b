import { type RecordOf, selections } from '../records/fields.ts';
import type { Page } from '../records/page.ts';
import { type PostRecord, postColumns } from '../records/record.ts';
import { STORED } from './event.stored.ts';

/** An event as it is read. Names are those of the GraphQL fields where a field shows the value as it is. */
export interface EventRecord extends PostRecord, RecordOf<typeof STORED> {
  allDay: boolean;
  startDate: string;
  endDate: string;
  utcStartDate: string;
  utcEndDate: string;
  timezone: string;
  /** Ids of what is linked, venues and organizers in their order. */
  venueIds: number[];
  organizerIds: number[];
  termIds: number[];
}
export type EventPage = Page<EventRecord>;

/** The columns of an {@link EventRecord} that every read takes; see event.projection.ts for the others. */
export const EVENT_COLUMNS = [
  ...postColumns('event'),
  ...selections('event', STORED),
  'event.all_day as allDay',
  'event.start_local as startDate',
  'event.end_local as endDate',
  'event.start_utc as utcStartDate',
  'event.end_utc as utcEndDate',
  'event.timezone',
] as const;
