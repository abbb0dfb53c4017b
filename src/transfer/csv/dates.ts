import { dateFromParts, readOffset, readTime } from '../../lib/date-parts.ts';
import { MONTHS } from '../../lib/date-words.ts';
import { BadValue } from '../../lib/errors.ts';
import { ImportError } from '../import/report.ts';

const DAY_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?[ .-]+([a-z]{3,9})\.?,?[ .-]+(\d{4})$/i;
const MONTH_DAY = /^([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})$/i;
const TIME = /^(\d{1,2})(?:[:.](\d{2})(?:[:.](\d{2}))?)? *(?:([ap])\.?m\.? *)?(?:(z|utc|[+-]\d\d:?\d\d))?$/i;

interface ParsedDate {
  readonly day: string;
  /** The text after the day, such as a time; `''` without one. */
  readonly rest: string;
}

/** Reads a cell with a date. @throws ImportError, BadValue for an invalid or ambiguous date */
export type ReadDateCell = (cell: string) => ParsedDate;

const isoDay = (year: string, month: string | number, day: string): string =>
  dateFromParts(year, month, day).toString();

function monthOf(word: string): number {
  const at = MONTHS.indexOf(word.slice(0, 3).toLowerCase());
  const name = new Intl.DateTimeFormat('en', { month: 'long' }).format(new Date(Date.UTC(2000, at, 15)));
  const isMonth = at >= 0 && (word.length <= 4 || name.toLowerCase() === word.toLowerCase());
  if (!isMonth) throw new ImportError(`has a date whose month is not English: "${word}"; write YYYY-MM-DD`);
  return at + 1;
}

/** Reads a day. @throws ImportError if day and month cannot be distinguished */
function parseUnambiguous(date: string): string {
  const [, year = '', month = '', last = ''] =
    /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(date)?.toSpliced(2, 1) ?? [];
  if (year !== '') return isoDay(year, month, last);
  const [, day = '', word = '', inYear = ''] = DAY_MONTH.exec(date) ?? [];
  if (day !== '') return isoDay(inYear, monthOf(word), day);
  const [, name = '', dayOfMonth = '', yearBehind = ''] = MONTH_DAY.exec(date) ?? [];
  if (name !== '') return isoDay(yearBehind, monthOf(name), dayOfMonth);
  // With points, the order is always day, month, year.
  const [, first = '', between = '', second = '', end = ''] =
    /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(date) ?? [];
  if (first === '')
    throw new ImportError(
      `has a date that cannot be read: "${date}"; write YYYY-MM-DD, or choose its format (--date-format)`,
    );
  if (between === '.' || Number(first) > 12) return isoDay(end, second, first);
  if (Number(second) > 12 || first === second) return isoDay(end, first, second);
  const either = ['DD/MM/YYYY', 'MM/DD/YYYY'].map((format) => format.replaceAll('/', between)).join(' or ');
  throw new ImportError(`has the ambiguous date "${date}": choose its format, ${either} (--date-format)`);
}

/** In characters. Longer cells are refused before any pattern matching. */
const MAX_LENGTH = 100;

/** Trims a cell and collapses white space. @throws ImportError for a cell that is too long */
function shortCell(cell: string, what: 'date' | 'time'): string {
  const text = cell.replace(/\s+/g, ' ').trim();
  if (text.length > MAX_LENGTH)
    throw new ImportError(`has a ${what} that cannot be read: it is longer than ${MAX_LENGTH} characters`);
  return text;
}

const split = (cell: string, date: RegExp): [date: string, rest: string] => {
  const [match] = date.exec(cell) ?? [cell];
  return [
    match.trim(),
    cell
      .slice(match.length)
      .replace(/^[T,\s]+/i, '')
      .trim(),
  ];
};

const BEFORE_TIME = /^.*?(?=(?<![T\s,])[T\s,]+\d{1,2}(?:[:.]\d\d|\s*[ap]\.?m)|$)/i;

/**
 * Returns a function that reads the dates of a file.
 * @param format such as `DD/MM/YYYY`; without one, ambiguous dates are refused
 * @throws ImportError for a format without day, month or year
 */
export function dateCellReader(format?: string): ReadDateCell {
  if (format === undefined)
    return (cell) => {
      const [date, rest] = split(shortCell(cell, 'date'), BEFORE_TIME);
      return { day: parseUnambiguous(date), rest };
    };
  const parts = [...format.matchAll(/YYYY|MM?|DD?/g)].map(([part]) => part.charAt(0));
  if (parts.toSorted().join('') !== 'DMY')
    throw new ImportError(`cannot be read by the date format "${format}": use DD, MM and YYYY once each`);
  const pattern = format
    .split(/(YYYY|MM?|DD?)/)
    .map((part, at) => (at % 2 === 0 ? RegExp.escape(part) : part === 'YYYY' ? '(\\d{4})' : '(\\d{1,2})'))
    .join('');
  const whole = new RegExp(`^${pattern}(?=[T\\s,]|$)`);
  return (cell) => {
    const text = shortCell(cell, 'date');
    const match = whole.exec(text);
    if (!match) throw new ImportError(`has a date that is not of the form ${format}: "${text}"`);
    const value = (part: string): string => match[parts.indexOf(part) + 1] ?? '';
    return { day: isoDay(value('Y'), value('M'), value('D')), rest: split(text, whole)[1] };
  };
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/**
 * Reads a time of day as `HH:MM:SS`, and the optional offset from UTC after it.
 * @throws ImportError, BadValue
 */
export function readTimeCell(cell: string): { time: string; offset: string } {
  const text = shortCell(cell, 'time');
  const [, hour, minute, second, half, offset = ''] = TIME.exec(text) ?? [];
  // A bare number is not necessarily an hour.
  if (hour === undefined || (minute === undefined && half === undefined))
    throw new ImportError(`has a time that cannot be read: "${text}"; write HH:MM`);
  const seconds = readTime(hour, minute, second, half?.toLowerCase());
  if (seconds >= 86_400) throw new BadValue('A day ends at 23:59:59: write 00:00 of the next one.');
  readOffset(offset === '' ? 'Z' : offset);
  const time = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => twoDigits(Math.floor(part)));
  return { time: time.join(':'), offset: offset.toUpperCase().replace('UTC', 'Z') };
}
