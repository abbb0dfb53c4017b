import { FIELDS } from '../../domain/events/event.fields.ts';
import { listCell } from './cells.ts';
import { type ColumnSpec, csvColumns } from './column.ts';
import {
  type CsvEvent,
  costCell,
  costOfRow,
  datesInCell,
  eventStatusOfRow,
  linksInCell,
  namesCell,
  recurrenceInCell,
  seriesCell,
  termsInCell,
  timeCell,
  timesOfRow,
} from './event-cells.ts';
import { DESCRIPTION, EXCERPT, IMAGE, SLUG, STATUS } from './shared-columns.ts';

/** A cell that another column reads. */
const read = () => ({});

/** In the order and with the headings of The Events Calendar; those that it does not have are at the end. */
const LISTED: readonly ColumnSpec<CsvEvent>[] = [
  { key: 'title', name: 'EVENT NAME', also: ['EVENT TITLE'], isRequired: true },
  DESCRIPTION,
  EXCERPT,
  {
    key: 'startDate',
    isRequired: true,
    show: ({ startDate }) => startDate.slice(0, 10),
    read: timesOfRow,
  },
  {
    key: 'startTime',
    selection: 'allDay timezone startDate utcStartDate startsAt',
    show: (event) => timeCell(event, event.startDate, event.utcStartDate, event.startsAt),
    read,
  },
  { key: 'endDate', show: ({ endDate }) => endDate.slice(0, 10), read },
  {
    key: 'endTime',
    selection: 'allDay timezone endDate utcEndDate endsAt',
    show: (event) => timeCell(event, event.endDate, event.utcEndDate, event.endsAt),
    read,
  },
  {
    key: 'timezone',
    name: 'EVENT TIME ZONE',
    also: ['TIMEZONE', 'TIME ZONE', 'EVENT TIMEZONE'],
    read: (row) => ({ timezone: row.word('timezone') }),
  },
  {
    key: 'allDay',
    name: 'ALL DAY EVENT',
    also: ['ALL DAY'],
    show: ({ allDay }) => (allDay ? 'TRUE' : 'FALSE'),
    read,
  },
  {
    key: 'hideFromListings',
    name: 'HIDE FROM EVENT LISTINGS',
    also: ['HIDE EVENT FROM EVENT LISTINGS', 'HIDE EVENT FROM UPCOMING', 'HIDE FROM UPCOMING'],
  },
  { key: 'sticky', name: 'STICKY IN MONTH VIEW', also: ['EVENT STICKY IN MONTH VIEW'] },
  { key: 'featured', name: 'FEATURED EVENT', also: ['FEATURE EVENT', 'EVENT FEATURED'] },
  {
    key: 'venue',
    name: 'EVENT VENUE NAME',
    also: ['EVENT VENUE', 'EVENT VENUE NAME(S) OR ID(S)'],
    selection: 'venues { name }',
    show: ({ venues }) => namesCell(venues),
    read: (row) => ({ venues: linksInCell(row.text('venue')) }),
  },
  {
    key: 'organizer',
    name: 'EVENT ORGANIZER NAME',
    also: [
      'EVENT ORGANIZER',
      'EVENT ORGANIZERS',
      'EVENT ORGANIZER NAME(S)',
      'EVENT ORGANIZER NAME(S) OR ID(S)',
    ],
    selection: 'organizers { name }',
    show: ({ organizers }) => namesCell(organizers),
    read: (row) => ({ organizers: linksInCell(row.text('organizer')) }),
  },
  { key: 'showMapLink', also: ['SHOW MAP LINK'] },
  { key: 'showMap', also: ['SHOW MAP'] },
  {
    key: 'cost',
    selection: 'cost costDetails { values currencySymbol }',
    show: costCell,
    read: (row, { currency }) => ({ cost: costOfRow(row, currency) }),
  },
  {
    key: 'currencySymbol',
    selection: 'costDetails { currencySymbol }',
    show: ({ costDetails }) => costDetails.currencySymbol,
    read,
  },
  {
    key: 'currencyPosition',
    selection: 'costDetails { currencyPosition }',
    show: ({ costDetails }) => costDetails.currencyPosition ?? '',
    read,
  },
  {
    key: 'currencyCode',
    name: 'EVENT ISO CURRENCY CODE',
    also: ['ISO CURRENCY CODE', 'EVENT CURRENCY CODE'],
    selection: 'costDetails { currencyCode }',
    show: ({ costDetails }) => costDetails.currencyCode,
    read,
  },
  {
    key: 'categories',
    name: 'EVENT CATEGORY',
    also: ['EVENT CATEGORIES'],
    selection: 'categories { name }',
    show: ({ categories }) => namesCell(categories),
    read: (row) => ({ categories: termsInCell(row.text('categories')) }),
  },
  {
    key: 'tags',
    also: ['EVENT TAG'],
    selection: 'tags { name }',
    show: ({ tags }) => namesCell(tags),
    read: (row) => ({ tags: termsInCell(row.text('tags')) }),
  },
  { key: 'website', also: ['EVENT URL'] },
  { ...IMAGE, name: 'EVENT FEATURED IMAGE', also: ['FEATURED IMAGE', 'EVENT IMAGE'] },
  SLUG,
  STATUS,
  // `EVENT STATUS` is the state of the record, as it has always been.
  { key: 'eventStatus', name: 'EVENT SCHEDULE STATUS', also: ['SCHEDULE STATUS'], read: eventStatusOfRow },
  { key: 'eventStatusReason', name: 'EVENT STATUS REASON', also: ['STATUS REASON'] },
  { key: 'isVirtual', name: 'VIRTUAL EVENT', also: ['EVENT IS VIRTUAL', 'ONLINE EVENT'] },
  { key: 'virtualUrl', also: ['VIRTUAL URL', 'ONLINE URL'] },
  {
    key: 'recurrence',
    show: ({ recurrence }) => recurrence ?? '',
    read: (row) => ({ recurrence: recurrenceInCell(row.text('recurrence')) }),
  },
  {
    key: 'recurrenceExceptions',
    show: ({ recurrenceExceptions }) => listCell(recurrenceExceptions ?? []),
    read: (row) => ({ recurrenceExceptions: datesInCell(row.text('recurrence_exceptions')) }),
  },
  { key: 'recurrenceStart', read: (row) => ({ recurrenceStart: row.word('recurrence_start') }) },
  { key: 'recurrenceId', read },
  { key: 'series', selection: 'recurrence series { parent { slug } }', show: seriesCell, read },
];

export const EVENT_COLUMNS = csvColumns('event', FIELDS, LISTED, {
  postParent: 'there are no ids in a table, and titles are not unique',
  previousStartsAt: 'a table says when events are, not when they were to be',
  lineage: 'ids of other calendars; only an export as JSON has them',
});
