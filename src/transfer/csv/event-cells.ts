import type { RunnerResult } from '../../api/graphql/runner.ts';
import type { Body } from '../../api/rest/index.ts';
import type {
  Category,
  CostDetails,
  Event,
  Image,
  Organizer,
  Tag,
  Venue,
} from '../../domain/generated/schema.ts';
import type { SiteCurrency } from '../../lib/currency.ts';
import { utcOf } from '../../lib/zones.ts';
import { ImportError } from '../import/report.ts';
import type { SourceOccurrence } from '../import/source.ts';
import { type ReadDateCell, readTimeCell } from './dates.ts';
import type { RowCells, RowOptions } from './row.ts';

type Times = 'isAllDay' | 'timezone' | 'localStart' | 'localEnd';
type Instants = 'utcStartDate' | 'utcEndDate' | 'startsAt' | 'endsAt';

/** An event with the fields that its special columns need. */
export interface CsvEvent
  extends Pick<RunnerResult<Event>, Times | Instants | 'cost' | 'recurrence' | 'recurrenceExceptions'> {
  series: { parent: Pick<Event, 'slug'> | null } | null;
  costDetails: Pick<RunnerResult<CostDetails>, 'values' | 'currencySymbol' | 'currencyCode'> &
    Pick<CostDetails, 'currencyPosition'>;
  image: Pick<Image, 'url'> | null;
  venues: readonly Pick<Venue, 'name'>[];
  organizers: readonly Pick<Organizer, 'name'>[];
  categories: readonly Pick<Category, 'name'>[];
  tags: readonly Pick<Tag, 'name'>[];
}

/**
 * Formats the time of day; `''` for all-day events. In the repeated hour of autumn, the second occurrence gets its
 * offset from UTC.
 */
export function timeCell(
  { isAllDay, timezone }: CsvEvent,
  local: string,
  utc: string,
  instant: string,
): string {
  if (isAllDay) return '';
  const time = local.slice(11);
  return utcOf(local, timezone) === utc ? time : `${time} ${instant.slice(19)}`;
}

/** Formats the cost, with 0 instead of `Free`, which would lose its currency on import. */
export const costCell = ({ cost, costDetails: { currencySymbol, values } }: CsvEvent): string =>
  currencySymbol !== '' && values[0] === '0' ? cost.replace(/^Free/, '0') : cost;

interface DayAndTime {
  readonly day: string;
  /** `HH:MM:SS`, with the offset from UTC if the cell has one; undefined without a time. */
  readonly time: string | undefined;
}

/** Reads a time with its optional offset; undefined for an empty text. @throws ImportError, BadValue */
function timeIn(text: string): string | undefined {
  if (text === '') return undefined;
  const { time, offset } = readTimeCell(text);
  return time + offset;
}

/** Reads the start or end of a row. The time is in its own cell, or after the date. */
function dateOf(row: RowCells, end: 'start' | 'end', readDateCell: ReadDateCell): DayAndTime | null {
  const cell = row.word(`${end}_date`);
  const time = row.word(`${end}_time`);
  if (cell === undefined) return null;
  const { day, rest } = readDateCell(cell);
  return { day, time: timeIn(time ?? rest) };
}

/** A date for the API: local time, or with an offset. */
const formatTime = (day: string, time: string): string => `${day}${time.length > 8 ? 'T' : ' '}${time}`;

/** Reads the times of an event. Without any time of day it is an all-day event, unless the row specifies it. */
export function timesOfRow(row: RowCells, { readDateCell }: RowOptions): Body {
  const start = dateOf(row, 'start', readDateCell);
  if (!start) throw new ImportError('has no start date');
  const end = dateOf(row, 'end', readDateCell);
  // Without an end date, the end time is on the day of the start.
  const endTime = end ? end.time : timeIn(row.word('end_time') ?? '');
  const isTimed = start.time !== undefined || endTime !== undefined;
  if (row.flag('all_day') ?? !isTimed)
    return { all_day: true, start_date: start.day, end_date: end?.day ?? start.day };
  const startDate = formatTime(start.day, start.time ?? '00:00:00');
  if (end && end.day !== start.day && endTime === undefined)
    throw new ImportError('has an end date but no end time');
  const endDate = endTime === undefined ? startDate : formatTime(end?.day ?? start.day, endTime);
  return { all_day: false, start_date: startDate, end_date: endDate };
}

/** A price or range without a currency, which The Events Calendar has in separate columns. */
const PLAIN = /^[\d.,\s]+(?:[-–—][\d.,\s]+)?$/;

/**
 * Reads the cost, with the currency of the other columns. Uses the code instead of the symbol if the symbol would mean
 * this site's currency.
 */
export function costOfRow(row: RowCells, site: SiteCurrency): string[] | undefined {
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

/** The occurrence of a series that a row is; undefined for a row without series or planned start. */
export function occurrenceOfRow(row: RowCells, { readDateCell }: RowOptions): SourceOccurrence | undefined {
  const [slug, planned] = [row.word('series'), row.word('recurrence_id')];
  if (slug === undefined || planned === undefined) return undefined;
  const { day, rest } = readDateCell(planned);
  return { series: { slug }, start: `${day} ${timeIn(rest) ?? '00:00:00'}` };
}
