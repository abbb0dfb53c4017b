import { capitalize } from '../../api/contract/endpoints.ts';
import type { Contract } from '../../api/contract/types.ts';
import type { Image } from '../../domain/generated/schema.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { termNames } from '../import/source.ts';
import { listCell } from './cells.ts';
import { type Column, type ColumnSpec, csvColumns } from './column.ts';
import { type CsvEvent, costCell, costOfRow, timeCell, timesOfRow } from './event-cells.ts';
import type { RowCells } from './row.ts';

/** A venue or organizer with the nested fields of its columns. */
export interface CsvEntry {
  readonly image: Pick<Image, 'url'> | null;
}

/** A record as an export reads it. */
export type CsvRecord<K extends RecordKind> = K extends 'event' ? CsvEvent : CsvEntry;

export type CsvColumns = { readonly [K in RecordKind]: readonly Column<CsvRecord<K>>[] };

/** For cells that another column reads. */
const read = () => ({});

/** A column with a special heading and aliases. */
const headed = (key: string, name: string, ...aliases: string[]) => ({ key, name, aliases });

const image = (name: string, ...aliases: string[]) => ({
  ...headed('image', name, 'FEATURED IMAGE', ...aliases),
  selection: 'image { url }',
  show: ({ image: shown }: CsvEntry) => shown?.url ?? '',
  read: (row: RowCells) => ({ image: row.image() }),
});

/** A cell with names of venues or organizers; new ones unless records with these names exist. */
const linkNames = (list: 'venues' | 'organizers', key: string) => ({
  selection: `${list} { name }`,
  show: (event: CsvEvent) => listCell(event[list].map(({ name }) => name)),
  read: (row: RowCells) => ({ [key]: row.names(key)?.map((name) => ({ name })) }),
});

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

function addressOfRow(row: RowCells): string | undefined {
  const lines = [row.text('address'), row.text('address_2')].filter((line) => line !== undefined);
  return lines.length === 0 ? undefined : lines.filter((line) => line.trim() !== '').join(', ');
}

/*
 * The columns of The Events Calendar with its order and headings, then further ones. Cells are written and read by the
 * contract parameter unless specified here.
 */

/** In REST, the parameter is named after the kind. */
const NAME = { key: 'name', field: 'name', isRequired: true };

const VENUE: readonly ColumnSpec<CsvEntry>[] = [
  NAME,
  { key: 'description' },
  { key: 'country' },
  { key: 'address', read: (row) => ({ address: addressOfRow(row) }) },
  { key: 'city' },
  headed('region', 'VENUE STATE/PROVINCE', 'VENUE STATE OR PROVINCE'),
  { key: 'zip', aliases: ['VENUE POSTAL CODE'] },
  headed('latitude', 'VENUE LATITUDE'),
  headed('longitude', 'VENUE LONGITUDE'),
  { key: 'phone' },
  { key: 'website', aliases: ['VENUE URL'] },
  image('VENUE FEATURED IMAGE', 'VENUE IMAGE'),
  { key: 'state' },
  { key: 'province' },
  { key: 'showMapLink', aliases: ['SHOW MAP LINK'] },
  { key: 'showMap', aliases: ['SHOW MAP'] },
  { key: 'slug' },
  { key: 'status' },
  { key: 'address_2', selection: null, read },
];

const ORGANIZER: readonly ColumnSpec<CsvEntry>[] = [
  NAME,
  { key: 'description' },
  { key: 'email' },
  { key: 'website', aliases: ['ORGANIZER URL'] },
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
    aliases: ['', 'S', ' NAME(S)', ' NAME(S) OR ID(S)'].map((end) => `EVENT ORGANIZER${end}`),
    ...linkNames('organizers', 'organizer'),
  },
  { key: 'showMapLink', aliases: ['SHOW MAP LINK'] },
  { key: 'showMap', aliases: ['SHOW MAP'] },
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
  { key: 'website', aliases: ['EVENT URL'] },
  image('EVENT FEATURED IMAGE', 'EVENT IMAGE'),
  { key: 'slug' },
  { key: 'status' },
  // `EVENT STATUS` has always been the publication status.
  headed('scheduleStatus', 'EVENT SCHEDULE STATUS', 'SCHEDULE STATUS'),
  { key: 'scheduleStatusReason', aliases: ['STATUS REASON'] },
  headed('isOnline', 'VIRTUAL EVENT', 'EVENT IS VIRTUAL', 'ONLINE EVENT'),
  { key: 'onlineUrl', aliases: ['VIRTUAL URL', 'ONLINE URL'] },
  // An empty cell leaves a series unchanged.
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
    // Only for the series' other events.
    show: ({ recurrence, series }) => (recurrence === null ? (series?.parent?.slug ?? '') : ''),
  },
];

/** Authors, publication dates and parent ids belong to the calendar, not to a table. */
const EXCLUDED = ['author', 'publishedAt', 'dateUtc', 'parent'];

export function csvColumnsOf({ inputs }: Pick<Contract, 'inputs'>): CsvColumns {
  const paramsOf = (kind: RecordKind) => inputs.get(`Create${capitalize(kind)}Input`) ?? [];
  return {
    event: csvColumns('event', paramsOf('event'), EVENT, EXCLUDED),
    venue: csvColumns('venue', paramsOf('venue'), VENUE, EXCLUDED),
    organizer: csvColumns('organizer', paramsOf('organizer'), ORGANIZER, EXCLUDED),
  };
}
