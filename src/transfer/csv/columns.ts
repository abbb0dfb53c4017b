import { capital } from '../../api/contract/endpoints.ts';
import type { Contract } from '../../api/contract/types.ts';
import type { Image } from '../../domain/generated/schema.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { listCell } from './cells.ts';
import { type Column, type ColumnSpec, csvColumns } from './column.ts';
import {
  type CsvEvent,
  costCell,
  costOfRow,
  datesInCell,
  linksInCell,
  namesCell,
  recurrenceInCell,
  seriesCell,
  termsInCell,
  timeCell,
  timesOfRow,
} from './event-cells.ts';
import type { RowCells } from './row.ts';

/** A venue or organizer with what its columns ask for beside single fields. */
export interface CsvEntry {
  readonly image: Pick<Image, 'url'> | null;
}

/** The form in which an export reads records of a kind. */
export type CsvRecord<K extends RecordKind> = K extends 'event' ? CsvEvent : CsvEntry;

/** The columns of each kind. */
export type CsvColumns = { readonly [K in RecordKind]: readonly Column<CsvRecord<K>>[] };

/** A cell that another column reads. */
const read = () => ({});

const image = (name: string, ...also: string[]) => ({
  key: 'image',
  name,
  also: ['FEATURED IMAGE', ...also],
  selection: 'image { url }',
  show: ({ image: shown }: CsvEntry) => shown?.url ?? '',
  read: (row: RowCells) => ({ image: row.image() }),
});

/** Both lines of an address as one: there is only one here. */
function addressOfRow(row: RowCells): string | undefined {
  const lines = [row.text('address'), row.text('address_2')].filter((line) => line !== undefined);
  return lines.length === 0 ? undefined : lines.filter((line) => line.trim() !== '').join(', ');
}

/*
 * The columns of The Events Calendar in its order and with its headings; those that it does not have are behind them. How
 * a cell is written and read follows from the parameter of the contract, but for what stands here.
 */

const VENUE: readonly ColumnSpec<CsvEntry>[] = [
  { key: 'name', isRequired: true },
  { key: 'description' },
  { key: 'country' },
  { key: 'address', read: (row) => ({ address: addressOfRow(row) }) },
  { key: 'city' },
  { key: 'stateprovince', name: 'VENUE STATE/PROVINCE', also: ['VENUE STATE OR PROVINCE'] },
  { key: 'zip', also: ['VENUE POSTAL CODE'] },
  { key: 'geoLat', name: 'VENUE LATITUDE' },
  { key: 'geoLng', name: 'VENUE LONGITUDE' },
  { key: 'phone' },
  { key: 'website', also: ['VENUE URL'] },
  image('VENUE FEATURED IMAGE', 'VENUE IMAGE'),
  { key: 'state' },
  { key: 'province' },
  { key: 'showMapLink', also: ['SHOW MAP LINK'] },
  { key: 'showMap', also: ['SHOW MAP'] },
  { key: 'slug' },
  { key: 'status' },
  { key: 'address_2', selection: null, read },
];

const ORGANIZER: readonly ColumnSpec<CsvEntry>[] = [
  { key: 'name', isRequired: true },
  { key: 'description' },
  { key: 'email' },
  { key: 'website', also: ['ORGANIZER URL'] },
  { key: 'phone' },
  image('ORGANIZER FEATURED IMAGE', 'ORGANIZER IMAGE'),
  { key: 'slug' },
  { key: 'status' },
];

const EVENT: readonly ColumnSpec<CsvEvent>[] = [
  { key: 'title', name: 'EVENT NAME', also: ['EVENT TITLE'], isRequired: true },
  { key: 'description' },
  { key: 'excerpt' },
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
  },
  { key: 'endDate', show: ({ endDate }) => endDate.slice(0, 10), read },
  {
    key: 'endTime',
    selection: 'allDay timezone endDate utcEndDate endsAt',
    show: (event) => timeCell(event, event.endDate, event.utcEndDate, event.endsAt),
  },
  {
    key: 'timezone',
    name: 'EVENT TIME ZONE',
    also: ['TIMEZONE', 'TIME ZONE', 'EVENT TIMEZONE'],
    read: (row) => ({ timezone: row.word('timezone') }),
  },
  { key: 'allDay', name: 'ALL DAY EVENT', also: ['ALL DAY'], read },
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
    read: (row) => ({ venue: linksInCell(row.text('venue')) }),
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
    read: (row) => ({ organizer: linksInCell(row.text('organizer')) }),
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
  },
  {
    key: 'currencyPosition',
    selection: 'costDetails { currencyPosition }',
    show: ({ costDetails }) => costDetails.currencyPosition ?? '',
  },
  {
    key: 'currencyCode',
    name: 'EVENT ISO CURRENCY CODE',
    also: ['ISO CURRENCY CODE', 'EVENT CURRENCY CODE'],
    selection: 'costDetails { currencyCode }',
    show: ({ costDetails }) => costDetails.currencyCode,
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
  image('EVENT FEATURED IMAGE', 'EVENT IMAGE'),
  { key: 'slug' },
  { key: 'status' },
  // `EVENT STATUS` is the state of the record, as it has always been.
  { key: 'eventStatus', name: 'EVENT SCHEDULE STATUS', also: ['SCHEDULE STATUS'] },
  { key: 'eventStatusReason', name: 'EVENT STATUS REASON', also: ['STATUS REASON'] },
  { key: 'isVirtual', name: 'VIRTUAL EVENT', also: ['EVENT IS VIRTUAL', 'ONLINE EVENT'] },
  { key: 'virtualUrl', also: ['VIRTUAL URL', 'ONLINE URL'] },
  { key: 'recurrence', read: (row) => ({ recurrence: recurrenceInCell(row.text('recurrence')) }) },
  {
    key: 'recurrenceExceptions',
    show: ({ recurrenceExceptions }) => listCell(recurrenceExceptions ?? []),
    read: (row) => ({ recurrence_exceptions: datesInCell(row.text('recurrence_exceptions')) }),
  },
  { key: 'recurrenceStart', read: (row) => ({ recurrence_start: row.word('recurrence_start') }) },
  { key: 'recurrenceId' },
  { key: 'series', selection: 'recurrence series { parent { slug } }', show: seriesCell },
];

/** Authors, dates of publication and ids of parents belong to the calendar, not to a table. */
const LEFT_OUT = ['authorId', 'date', 'dateUtc', 'parentId', 'venues', 'organizers'];

/** The columns of tables, by the contract. */
export function csvColumnsOf({ inputs }: Pick<Contract, 'inputs'>): CsvColumns {
  const paramsOf = (kind: RecordKind) => inputs.get(`Create${capital(kind)}Input`) ?? [];
  return {
    event: csvColumns('event', paramsOf('event'), EVENT, LEFT_OUT),
    venue: csvColumns('venue', paramsOf('venue'), VENUE, LEFT_OUT),
    organizer: csvColumns('organizer', paramsOf('organizer'), ORGANIZER, LEFT_OUT),
  };
}
