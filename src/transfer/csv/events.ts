import type {
  Category,
  CostDetails,
  Event,
  Image,
  Organizer,
  Tag,
  Venue,
} from '../../domain/generated/schema.ts';
import { utcOf } from '../../lib/zones.ts';
import { listCell } from './cells.ts';
import { type Column, yesNo } from './column.ts';

/** What is asked for to write a row of an event. */
export const EVENT_SELECTION = /* GraphQL */ `
  {
    title slug status description excerpt timezone allDay startDate endDate utcStartDate utcEndDate startsAt endsAt
    cost costDetails { values currencySymbol currencyCode currencyPosition }
    website showMap showMapLink hideFromListings sticky featured ticketed
    image { url }
    venues { name }
    organizers { name }
    categories { name }
    tags { name }
  }
`;

type CsvField =
  | (
      | 'title'
      | 'slug'
      | 'status'
      | 'description'
      | 'excerpt'
      | 'timezone'
      | 'allDay'
      | 'startDate'
      | 'endDate'
    )
  | ('utcStartDate' | 'utcEndDate' | 'startsAt' | 'endsAt' | 'cost' | 'website' | 'showMap' | 'showMapLink')
  | ('hideFromListings' | 'sticky' | 'featured' | 'ticketed');

export interface CsvEvent extends Pick<Event, CsvField> {
  costDetails: Pick<CostDetails, 'values' | 'currencySymbol' | 'currencyCode' | 'currencyPosition'>;
  image: Pick<Image, 'url'> | null;
  venues: readonly Pick<Venue, 'name'>[];
  organizers: readonly Pick<Organizer, 'name'>[];
  categories: readonly Pick<Category, 'name'>[];
  tags: readonly Pick<Tag, 'name'>[];
}

const names = (records: readonly { name: string }[]): string => listCell(records.map(({ name }) => name));

/**
 * The time of day; empty for all-day events. In the hour that clocks show twice in autumn, the second one is
 * written with its offset from UTC.
 */
function timeOf({ allDay, timezone }: CsvEvent, local: string, utc: string, instant: string): string {
  if (allDay) return '';
  const time = local.slice(11);
  return utcOf(local, timezone) === utc ? time : `${time} ${instant.slice(19)}`;
}

/** The cost; 0 instead of `Free`, which would lose its currency when it is read again. */
const priceOf = ({ cost, costDetails: { currencySymbol, values } }: CsvEvent): string =>
  currencySymbol !== '' && values[0] === '0' ? cost.replace(/^Free/, '0') : cost;

/** The columns of events, named as in The Events Calendar; those that it does not have are at the end. */
export const EVENT_CSV = [
  { name: 'EVENT NAME', also: ['EVENT TITLE'], field: 'title', show: ({ title }) => title },
  { name: 'EVENT DESCRIPTION', field: 'description', show: ({ description }) => description },
  { name: 'EVENT EXCERPT', field: 'excerpt', show: ({ excerpt }) => excerpt },
  { name: 'EVENT START DATE', field: 'start_date', show: ({ startDate }) => startDate.slice(0, 10) },
  {
    name: 'EVENT START TIME',
    field: 'start_time',
    show: (event) => timeOf(event, event.startDate, event.utcStartDate, event.startsAt),
  },
  { name: 'EVENT END DATE', field: 'end_date', show: ({ endDate }) => endDate.slice(0, 10) },
  {
    name: 'EVENT END TIME',
    field: 'end_time',
    show: (event) => timeOf(event, event.endDate, event.utcEndDate, event.endsAt),
  },
  {
    name: 'EVENT TIME ZONE',
    also: ['TIMEZONE', 'TIME ZONE', 'EVENT TIMEZONE'],
    field: 'timezone',
    show: ({ timezone }) => timezone,
  },
  { name: 'ALL DAY EVENT', also: ['ALL DAY'], field: 'all_day', show: ({ allDay }) => yesNo(allDay) },
  {
    name: 'HIDE FROM EVENT LISTINGS',
    also: ['HIDE EVENT FROM EVENT LISTINGS', 'HIDE EVENT FROM UPCOMING', 'HIDE FROM UPCOMING'],
    field: 'hide_from_listings',
    show: ({ hideFromListings }) => yesNo(hideFromListings),
  },
  {
    name: 'STICKY IN MONTH VIEW',
    also: ['EVENT STICKY IN MONTH VIEW'],
    field: 'sticky',
    show: ({ sticky }) => yesNo(sticky),
  },
  {
    name: 'FEATURED EVENT',
    also: ['FEATURE EVENT', 'EVENT FEATURED'],
    field: 'featured',
    show: ({ featured }) => yesNo(featured),
  },
  {
    name: 'EVENT VENUE NAME',
    also: ['EVENT VENUE', 'EVENT VENUE NAME(S) OR ID(S)'],
    field: 'venue',
    show: ({ venues }) => names(venues),
  },
  {
    name: 'EVENT ORGANIZER NAME',
    also: [
      'EVENT ORGANIZER',
      'EVENT ORGANIZERS',
      'EVENT ORGANIZER NAME(S)',
      'EVENT ORGANIZER NAME(S) OR ID(S)',
    ],
    field: 'organizer',
    show: ({ organizers }) => names(organizers),
  },
  {
    name: 'EVENT SHOW MAP LINK',
    also: ['SHOW MAP LINK'],
    field: 'show_map_link',
    show: ({ showMapLink }) => yesNo(showMapLink),
  },
  { name: 'EVENT SHOW MAP', also: ['SHOW MAP'], field: 'show_map', show: ({ showMap }) => yesNo(showMap) },
  { name: 'EVENT COST', field: 'cost', show: priceOf },
  {
    name: 'EVENT CURRENCY SYMBOL',
    field: 'currency_symbol',
    show: ({ costDetails }) => costDetails.currencySymbol,
  },
  {
    name: 'EVENT CURRENCY POSITION',
    field: 'currency_position',
    show: ({ costDetails }) => costDetails.currencyPosition ?? '',
  },
  {
    name: 'EVENT ISO CURRENCY CODE',
    also: ['ISO CURRENCY CODE', 'EVENT CURRENCY CODE'],
    field: 'currency_code',
    show: ({ costDetails }) => costDetails.currencyCode,
  },
  {
    name: 'EVENT CATEGORY',
    also: ['EVENT CATEGORIES'],
    field: 'categories',
    show: ({ categories }) => names(categories),
  },
  { name: 'EVENT TAGS', also: ['EVENT TAG'], field: 'tags', show: ({ tags }) => names(tags) },
  { name: 'EVENT WEBSITE', also: ['EVENT URL'], field: 'website', show: ({ website }) => website },
  {
    name: 'EVENT FEATURED IMAGE',
    also: ['FEATURED IMAGE', 'EVENT IMAGE'],
    field: 'image',
    show: ({ image }) => image?.url ?? '',
  },
  { name: 'EVENT SLUG', field: 'slug', show: ({ slug }) => slug },
  { name: 'EVENT STATUS', field: 'status', show: ({ status }) => status },
  { name: 'EVENT TICKETED', field: 'ticketed', show: ({ ticketed }) => yesNo(ticketed) },
] as const satisfies readonly Column<CsvEvent>[];
