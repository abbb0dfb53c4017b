import { BadValue } from '../errors.ts';
import { checkYear, DAY, dateOf, daysInMonth, daysOf, secondsOf, wallFrom, yearOf } from './civil.ts';
import { type Reading, readingOf } from './date-words.ts';
import { addMonths, toUtc } from './dates.ts';
import { wallOf } from './zones.ts';

/**
 * A wall clock to which `elapsed` seconds are still to be added as real time, and the offset from UTC if the
 * text named one.
 */
export interface Words {
  wall: string;
  elapsed: number;
  offset: number | undefined;
  dateOnly: boolean;
}

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

const applyWeekday = (day: number, { weekday, week, day: named }: Reading): number => {
  if (!weekday) return day;
  const today = weekdayOf(day);
  const ahead = (weekday.index - today + 7) % 7;
  if (named !== undefined) {
    if (ahead !== 0) throw new BadValue('The day of the week does not fit the date.');
    return day;
  }
  // Weeks begin on Monday, as in PHP and ISO 8601.
  if (week) return day - ((today + 6) % 7) + ((weekday.index + 6) % 7);
  if (weekday.which === 'next') return day + (ahead || 7);
  return weekday.which === 'last' || weekday.which === 'previous' ? day + (ahead - 7) : day + ahead;
};

const applyMonths = (day: number, { months, edge }: Reading): number => {
  if (months === 0 && edge === undefined) return day;
  const moved = Math.floor(secondsOf(addMonths(wallFrom(day * DAY), months)) / DAY);
  const [year, month] = dateOf(moved);
  checkYear(year);
  return edge === undefined ? moved : daysOf(year, month, edge === 'first' ? 1 : daysInMonth(year, month));
};

/**
 * English dates and relative words, lower-case, applied to the present in `zone` (reference 3.3). A month too
 * short has its last day (`next month` on 31 January is 28 February). Undefined when a part of the text is
 * not understood. @throws BadValue for impossible dates
 */
export const readWords = (text: string, zone: string, now: Date): Words | undefined => {
  const present = wallOf(toUtc(now), zone);
  const reading = readingOf(text.replace(/\s+/g, ' '), yearOf(present));
  if (!reading) return undefined;
  const clock = secondsOf(present);
  const today = Math.floor(clock / DAY);
  const day = applyWeekday(applyMonths(reading.day ?? today, reading) + reading.days, reading);
  const time = reading.time ?? (reading.whole ? 0 : clock - today * DAY);
  return {
    wall: wallFrom(day * DAY + time),
    elapsed: reading.elapsed,
    offset: reading.offset,
    dateOnly: reading.whole && reading.time === undefined && reading.elapsed === 0,
  };
};
