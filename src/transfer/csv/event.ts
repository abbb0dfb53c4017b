import type { CreateEventInput } from '../../domain/generated/schema.ts';
import type { SiteCurrency } from '../../lib/currency.ts';
import { ImportError } from '../import/report.ts';
import type { SourceTimes } from '../import/source-records.ts';
import { namesIn } from './cells.ts';
import { type ReadDay, readTimeCell } from './dates.ts';
import type { RowCells } from './row.ts';

/** How the rows of a file are read. */
export interface RowOptions {
  readonly readDay: ReadDay;
  /** The currency of the site. */
  readonly currency: SiteCurrency;
}

interface DayAndTime {
  readonly day: string;
  /** `HH:MM:SS`, with an offset from UTC where one was given; undefined without a time. */
  readonly time: string | undefined;
}

/** The start or end of a row. The time is in a cell of its own, or behind the date. */
function dateOf(row: RowCells, end: 'start' | 'end', readDay: ReadDay): DayAndTime | null {
  const cell = row.word(`${end}_date`);
  const time = row.word(`${end}_time`);
  if (cell === undefined) {
    if (end === 'start') throw new ImportError('has no start date');
    return null;
  }
  const { day, rest } = readDay(cell);
  const read = time ?? (rest === '' ? undefined : rest);
  if (read === undefined) return { day, time: undefined };
  const { time: clock, offset } = readTimeCell(read);
  return { day, time: clock + offset };
}

/** In a form that the API reads: local time, or with an offset. */
const writtenTime = (day: string, time: string): string => `${day}${time.length > 8 ? 'T' : ' '}${time}`;

/** When the event is. Without any time of day it is an all-day event, unless the row says otherwise. */
function timesOfRow(row: RowCells, { readDay }: RowOptions): SourceTimes {
  const start = dateOf(row, 'start', readDay);
  if (!start) throw new ImportError('has no start date');
  const end = dateOf(row, 'end', readDay);
  const endTime = end ? end.time : withoutDate(row);
  const isTimed = start.time !== undefined || endTime !== undefined;
  if (row.flag('all_day') ?? !isTimed)
    return { allDay: true, startDate: start.day, endDate: end?.day ?? start.day };
  const startDate = writtenTime(start.day, start.time ?? '00:00:00');
  if (end && end.day !== start.day && endTime === undefined)
    throw new ImportError('has an end date, and no end time');
  const endDate = endTime === undefined ? startDate : writtenTime(end?.day ?? start.day, endTime);
  return { allDay: false, startDate, endDate };
}

/** The end time of a row without an end date: it is on the day of the start. */
function withoutDate(row: RowCells): string | undefined {
  const cell = row.word('end_time');
  if (cell === undefined) return undefined;
  const { time, offset } = readTimeCell(cell);
  return time + offset;
}

/** A price or a range of prices without a currency, which The Events Calendar has in columns of its own. */
const PLAIN = /^[\d.,\s]+(?:[-–—][\d.,\s]+)?$/;

/**
 * The cost, with the currency of the other columns. Its code is taken instead of its symbol where the symbol
 * would mean the currency of this site.
 */
function costOfRow(row: RowCells, site: SiteCurrency): CreateEventInput['cost'] {
  const cost = row.text('cost')?.trim();
  if (cost === undefined) return undefined;
  if (cost === '') return [];
  const symbol = row.word('currency_symbol') ?? '';
  const code = row.word('currency_code')?.toUpperCase() ?? '';
  const isMisleading = symbol === site.symbol && code !== '' && code !== site.code;
  const currency = isMisleading ? code : symbol || code;
  if (currency === '' || !PLAIN.test(cost)) return [cost];
  const position = row.word('currency_position')?.toLowerCase() ?? (currency === code ? 'postfix' : 'prefix');
  return [position === 'prefix' || position === 'before' ? `${currency}${cost}` : `${cost} ${currency}`];
}

const links = (cell: string | undefined) =>
  cell === undefined ? undefined : namesIn(cell).map((name) => ({ create: { name } }));
const termsInCell = (cell: string | undefined) =>
  cell === undefined ? undefined : namesIn(cell).map((text) => ({ text }));

/** The event of a row. @throws ImportError, BadValue */
export function eventInput(row: RowCells, options: RowOptions): CreateEventInput {
  return {
    title: row.word('title') ?? '',
    description: row.text('description'),
    excerpt: row.text('excerpt'),
    ...timesOfRow(row, options),
    timezone: row.word('timezone'),
    hideFromListings: row.flag('hide_from_listings'),
    sticky: row.flag('sticky'),
    featured: row.flag('featured'),
    showMap: row.flag('show_map'),
    showMapLink: row.flag('show_map_link'),
    ticketed: row.flag('ticketed'),
    venue: links(row.text('venue')),
    organizer: links(row.text('organizer')),
    categories: termsInCell(row.text('categories')),
    tags: termsInCell(row.text('tags')),
    cost: costOfRow(row, options.currency),
    website: row.text('website')?.trim(),
    image: row.image(),
    slug: row.word('slug'),
    status: statusOfRow(row),
  };
}

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

/** @throws ImportError for an unknown status */
export function statusOfRow(row: RowCells): CreateEventInput['status'] {
  const word = row.word('status')?.toLowerCase();
  if (word === undefined) return undefined;
  const status = STATUSES.find((known) => known === word);
  if (!status) throw new ImportError(`has the status "${word}", which is none of ${STATUSES.join(', ')}`);
  return status;
}
