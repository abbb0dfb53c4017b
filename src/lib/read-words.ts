import { dateTimeOnDay, moved, secondsOf, toUtc } from './date-time.ts';
import { type DateWords, readingOf } from './date-words.ts';
import { dayOf, startOfDay } from './dates.ts';
import { BadValue } from './errors.ts';
import { localDateTimeOf } from './zones.ts';

/**
 * Local time to which `elapsed` seconds are still to be added as real time, and the offset from UTC if the
 * text has one.
 */
interface Words {
  local: string;
  elapsed: number;
  offset: number | undefined;
  dateOnly: boolean;
}

/** Days until the weekday of the text, in its week; 0 for a text without weekday. */
const daysAhead = (day: Temporal.PlainDate, { weekday, week, day: written }: DateWords): number => {
  if (!weekday) return 0;
  const ahead = (weekday.index - day.dayOfWeek + 7) % 7;
  if (written !== undefined) {
    if (ahead !== 0) throw new BadValue('The day of the week does not fit the date.');
    return 0;
  }
  // Weeks begin on Monday, as in PHP and ISO 8601.
  if (week) return (weekday.index || 7) - day.dayOfWeek;
  if (weekday.which === 'next') return ahead || 7;
  return weekday.which === 'last' || weekday.which === 'previous' ? ahead - 7 : ahead;
};

const applyMonths = (day: Temporal.PlainDate, { months, edge }: DateWords): Temporal.PlainDate => {
  const month = moved(day, { months });
  return edge === undefined ? month : month.with({ day: edge === 'first' ? 1 : month.daysInMonth });
};

/**
 * English dates and relative words, lower-case, applied to the present in `zone` (rules#date-words). A month
 * too short has its last day (`next month` on 31 January is 28 February). Undefined when a part of the text
 * is not understood.
 * @throws BadValue for impossible dates
 */
export const readWords = (text: string, zone: string, now: Date): Words | undefined => {
  const present = localDateTimeOf(toUtc(now), zone);
  const today = dayOf(present);
  const reading = readingOf(text.replace(/\s+/g, ' '), today.year);
  if (!reading) return undefined;
  const day = moved(applyMonths(reading.day ?? today, reading), { days: reading.days });
  const target = moved(day, { days: daysAhead(day, reading) });
  const time = reading.time ?? (reading.whole ? 0 : secondsOf(present) - secondsOf(startOfDay(present)));
  return {
    local: dateTimeOnDay(target, time),
    elapsed: reading.elapsed,
    offset: reading.offset,
    dateOnly: reading.whole && reading.time === undefined && reading.elapsed === 0,
  };
};
