import type { Page } from '../records/page.ts';
import { type PostRecord, postColumns } from '../records/record.ts';

/** An event as it is read. Names are those of the GraphQL fields where a field shows the value as it is. */
export interface EventRecord extends PostRecord {
  title: string;
  allDay: boolean;
  startDate: string;
  endDate: string;
  utcStartDate: string;
  utcEndDate: string;
  timezone: string;
  costs: string[];
  website: string;
  showMap: boolean;
  showMapLink: boolean;
  hideFromListings: boolean;
  sticky: boolean;
  featured: boolean;
  postParent: number;
  ticketed: boolean;
  /** Ids of what is linked, venues and organizers in their order. */
  venueIds: number[];
  organizerIds: number[];
  termIds: number[];
}
export type EventPage = Page<EventRecord>;

/** The columns of an {@link EventRecord} that every read takes; see event.projection.ts for the others. */
export const EVENT_COLUMNS = [
  ...postColumns('event'),
  'event.title',
  'event.all_day as allDay',
  'event.start_local as startDate',
  'event.end_local as endDate',
  'event.start_utc as utcStartDate',
  'event.end_utc as utcEndDate',
  'event.timezone',
  'event.cost as costs',
  'event.website',
  'event.show_map as showMap',
  'event.show_map_link as showMapLink',
  'event.hide_from_listings as hideFromListings',
  'event.sticky',
  'event.featured',
  'event.post_parent as postParent',
  'event.ticketed',
] as const;
