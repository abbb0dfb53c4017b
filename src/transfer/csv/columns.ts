import { capital } from '../../api/contract/endpoints.ts';
import type { Contract } from '../../api/contract/types.ts';
import type { Image } from '../../domain/generated/schema.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { termNames } from '../import/source.ts';
import { listCell } from './cells.ts';
import { type Column, type ColumnSpec, csvColumns } from './column.ts';
import { type CsvEvent, costCell, costOfRow, timeCell, timesOfRow } from './event-cells.ts';
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

/** A column with another heading than that of its name, and further ones. */
const headed = (key: string, name: string, ...also: string[]) => ({ key, name, also });

const image = (name: string, ...also: string[]) => ({
  ...headed('image', name, 'FEATURED IMAGE', ...also),
  selection: 'image { url }',
  show: ({ image: shown }: CsvEntry) => shown?.url ?? '',
  read: (row: RowCells) => ({ image: row.image() }),
});

/** Several names in a cell: of new venues and organizers, in whose place known ones of these names are taken. */
const linkNames = (list: 'venues' | 'organizers', key: string) => ({
  selection: `${list} { name }`,
  show: (event: CsvEvent) => listCell(event[list].map(({ name }) => name)),
  read: (row: RowCells) => ({ [key]: row.names(key)?.map((name) => ({ name })) }),
});

/** Several names of categories or tags in a cell. */
const terms = (list: 'categories' | 'tags') => ({
  selection: `${list} { name }`,
  show: (event: CsvEvent) => listCell(event[list].map(({ name }) => name)),
  read(row: RowCells) {
    const names = row.names(list);
    return { [list]: names && termNames(names) };
  },
});

const currency = (key: 'currencySymbol' | 'currencyPosition' | 'currencyCode') => ({
  key,
  selection: `costDetails { ${key} }`,
  show: ({ costDetails }: CsvEvent) => costDetails[key] ?? '',
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

/** In REST it has the name of its kind. */
const NAME = { key: 'name', field: 'name', isRequired: true };

const VENUE: readonly ColumnSpec<CsvEntry>[] = [
  NAME,
  { key: 'description' },
  { key: 'country' },
  { key: 'address', read: (row) => ({ address: addressOfRow(row) }) },
  { key: 'city' },
  headed('region', 'VENUE STATE/PROVINCE', 'VENUE STATE OR PROVINCE'),
  { key: 'zip', also: ['VENUE POSTAL CODE'] },
  headed('latitude', 'VENUE LATITUDE'),
  headed('longitude', 'VENUE LONGITUDE'),
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
  NAME,
  { key: 'description' },
  { key: 'email' },
  { key: 'website', also: ['ORGANIZER URL'] },
  { key: 'phone' },
  image('ORGANIZER FEATURED IMAGE', 'ORGANIZER IMAGE'),
  { key: 'slug' },
  { key: 'status' },
];

const EVENT: readonly ColumnSpec<CsvEvent>[] = [
  { ...headed('title', 'EVENT NAME', 'EVENT TITLE'), isRequired: true },
  { key: 'description' },
  { key: 'excerpt' },
  {
    ...{ key: 'start', field: 'start_date', isRequired: true, selection: 'localStart' },
    show: ({ localStart }) => localStart.slice(0, 10),
    read: timesOfRow,
  },
  {
    key: 'startTime',
    selection: 'isAllDay timezone localStart utcStartDate startsAt',
    show: (event) => timeCell(event, event.localStart, event.utcStartDate, event.startsAt),
  },
  {
    key: 'end',
    field: 'end_date',
    selection: 'localEnd',
    show: ({ localEnd }) => localEnd.slice(0, 10),
    read,
  },
  {
    key: 'endTime',
    selection: 'isAllDay timezone localEnd utcEndDate endsAt',
    show: (event) => timeCell(event, event.localEnd, event.utcEndDate, event.endsAt),
  },
  {
    ...headed('timezone', 'EVENT TIME ZONE', 'TIMEZONE', 'TIME ZONE', 'EVENT TIMEZONE'),
    read: (row) => ({ timezone: row.word('timezone') }),
  },
  { ...headed('isAllDay', 'ALL DAY EVENT', 'ALL DAY'), read },
  headed(
    ...(['isHidden', 'HIDE FROM EVENT LISTINGS', 'HIDE EVENT FROM EVENT LISTINGS'] as const),
    ...['HIDE EVENT FROM UPCOMING', 'HIDE FROM UPCOMING'],
  ),
  headed('isSticky', 'STICKY IN MONTH VIEW', 'EVENT STICKY IN MONTH VIEW'),
  headed('isFeatured', 'FEATURED EVENT', 'FEATURE EVENT', 'EVENT FEATURED'),
  {
    ...headed('venues', 'EVENT VENUE NAME', 'EVENT VENUE', 'EVENT VENUE NAME(S) OR ID(S)'),
    ...linkNames('venues', 'venue'),
  },
  {
    ...headed('organizers', 'EVENT ORGANIZER NAME'),
    also: ['', 'S', ' NAME(S)', ' NAME(S) OR ID(S)'].map((end) => `EVENT ORGANIZER${end}`),
    ...linkNames('organizers', 'organizer'),
  },
  { key: 'showMapLink', also: ['SHOW MAP LINK'] },
  { key: 'showMap', also: ['SHOW MAP'] },
  {
    key: 'cost',
    selection: 'cost costDetails { values currencySymbol }',
    show: costCell,
    read: (row, options) => ({ cost: costOfRow(row, options.currency) }),
  },
  currency('currencySymbol'),
  currency('currencyPosition'),
  {
    ...currency('currencyCode'),
    ...headed('currencyCode', 'EVENT ISO CURRENCY CODE', 'ISO CURRENCY CODE', 'EVENT CURRENCY CODE'),
  },
  { ...headed('categories', 'EVENT CATEGORY', 'EVENT CATEGORIES'), ...terms('categories') },
  { ...headed('tags', 'EVENT TAGS', 'EVENT TAG'), ...terms('tags') },
  { key: 'website', also: ['EVENT URL'] },
  image('EVENT FEATURED IMAGE', 'EVENT IMAGE'),
  { key: 'slug' },
  { key: 'status' },
  // `EVENT STATUS` is the state of the record, as it has always been.
  headed('scheduleStatus', 'EVENT SCHEDULE STATUS', 'SCHEDULE STATUS'),
  { key: 'scheduleStatusReason', also: ['STATUS REASON'] },
  headed('isOnline', 'VIRTUAL EVENT', 'EVENT IS VIRTUAL', 'ONLINE EVENT'),
  { key: 'onlineUrl', also: ['VIRTUAL URL', 'ONLINE URL'] },
  // An empty cell leaves a series as it is.
  { key: 'recurrence', read: (row) => ({ recurrence: row.word('recurrence') }) },
  {
    key: 'recurrenceExceptions',
    read(row) {
      const dates = row.names('recurrence_exceptions') ?? [];
      return { recurrence_exceptions: dates.length === 0 ? undefined : dates };
    },
  },
  { key: 'recurrenceStart', read: (row) => ({ recurrence_start: row.word('recurrence_start') }) },
  { key: 'plannedLocalStart', field: 'recurrence_id' },
  {
    key: 'series',
    selection: 'recurrence series { parent { slug } }',
    // In the rows of its other events.
    show: ({ recurrence, series }) => (recurrence === null ? (series?.parent?.slug ?? '') : ''),
  },
];

/** Authors, dates of publication and ids of parents belong to the calendar, not to a table. */
const LEFT_OUT = ['author', 'publishedAt', 'dateUtc', 'parent'];

/** The columns of tables, by the contract. */
export function csvColumnsOf({ inputs }: Pick<Contract, 'inputs'>): CsvColumns {
  const paramsOf = (kind: RecordKind) => inputs.get(`Create${capital(kind)}Input`) ?? [];
  return {
    event: csvColumns('event', paramsOf('event'), EVENT, LEFT_OUT),
    venue: csvColumns('venue', paramsOf('venue'), VENUE, LEFT_OUT),
    organizer: csvColumns('organizer', paramsOf('organizer'), ORGANIZER, LEFT_OUT),
  };
}
