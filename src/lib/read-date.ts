import { dateFromParts, readOffset, readTime } from './date-parts.ts';
import { addToDate, dateTimeFromSeconds, dateTimeOnDay, secondsOf, toUtc } from './date-time.ts';
import { type DateWords, parseDateWords } from './date-words.ts';
import { dayOf, startOfDay } from './dates.ts';
import { BadValue } from './errors.ts';
import { canonicalZone, localDateTimeOf, utcOf } from './zones.ts';

interface ReadDate {
  /** Local time in the zone. */
  local: string;
  utc: string;
  /** Whether the text has no time of day; then it is 00:00:00. */
  dateOnly: boolean;
  /** Local time as written, before the shift out of a spring gap; absent if the text is an instant. */
  naive?: string;
}

/** A clock, read only if a text needs the current time. */
interface Clock {
  readonly now: Date;
}

interface ResolvedWords {
  local: string;
  /** Seconds of real time to add to `local`. */
  elapsed: number;
  /** Seconds east of Greenwich, if the text has an offset. */
  offset: number | undefined;
  dateOnly: boolean;
}

/** Days until the weekday of the text; 0 for a text without one. */
const daysAhead = (day: Temporal.PlainDate, { weekday, hasWeek, day: written }: DateWords): number => {
  if (!weekday) return 0;
  const ahead = (weekday.index - day.dayOfWeek + 7) % 7;
  if (written !== undefined) {
    if (ahead !== 0) throw new BadValue('The day of the week does not fit the date.');
    return 0;
  }
  // Weeks start on Monday, as in PHP and ISO 8601.
  if (hasWeek) return (weekday.index || 7) - day.dayOfWeek;
  if (weekday.which === 'next') return ahead || 7;
  return weekday.which === 'last' || weekday.which === 'previous' ? ahead - 7 : ahead;
};

const applyMonths = (day: Temporal.PlainDate, { months, edge }: DateWords): Temporal.PlainDate => {
  const month = addToDate(day, { months });
  return edge === undefined ? month : month.with({ day: edge === 'first' ? 1 : month.daysInMonth });
};

/**
 * Resolves lower-case English dates and relative words against the current time in `zone` (rules#date-words). Uses the
 * last day of a shorter month (`next month` on 31 January is 28 February).
 * @returns undefined if any part of the text is unknown
 * @throws BadValue for impossible dates
 */
const readWords = (text: string, zone: string, now: Date): ResolvedWords | undefined => {
  const present = localDateTimeOf(toUtc(now), zone);
  const today = dayOf(present);
  const reading = parseDateWords(text.replace(/\s+/g, ' '), today.year);
  if (!reading) return undefined;
  const day = addToDate(applyMonths(reading.day ?? today, reading), { days: reading.days });
  const target = addToDate(day, { days: daysAhead(day, reading) });
  const time =
    reading.time ?? (reading.defaultsToMidnight ? 0 : secondsOf(present) - secondsOf(startOfDay(present)));
  return {
    local: dateTimeOnDay(target, time),
    elapsed: reading.elapsed,
    offset: reading.offset,
    dateOnly: reading.defaultsToMidnight && reading.time === undefined && reading.elapsed === 0,
  };
};

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,12})?)?( ?Z| ?[+-]\d\d(?::?\d\d)?| \d\d:\d\d)?)?$/;
const UNIX = /^(?:@(\d{1,15})(?:\.\d{1,9})?|(\d{9,15}))$/;
/** Eight digits are a date, `20310405`; Unix seconds need at least nine. */
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;
/** A date followed by a tz database zone. */
const ZONED = /^(.*\S)\s+([A-Za-z][\w+-]*(?:\/[\w+-]+)+)$/;
const MAX_LENGTH = 100;

const fromSeconds = (seconds: number, zone: string): ReadDate => {
  const utc = dateTimeFromSeconds(seconds);
  return { local: localDateTimeOf(utc, zone), utc, dateOnly: false };
};

const unixTime = (seconds: number, zone: string): ReadDate => {
  if (!(seconds >= 1)) throw new BadValue('Unix seconds must be positive.');
  return fromSeconds(Math.floor(seconds), zone);
};

const fromLocal = (local: string, zone: string, dateOnly: boolean): ReadDate => {
  const utc = utcOf(local, zone);
  return { local: localDateTimeOf(utc, zone), utc, dateOnly, naive: local };
};

/** Local time in the zone that the text names, converted to `zone`. */
const fromOtherZone = (text: string, ownZone: string, zone: string, clock: Clock): ReadDate => {
  const { utc, naive, dateOnly } = parseUnzoned(text, canonicalZone(ownZone), clock);
  if (naive === undefined || dateOnly)
    throw new BadValue('Use a zone only after a date with a time of day and without an offset.');
  return fromSeconds(secondsOf(utc), zone);
};

const parseDate = (text: string, zone: string, clock: Clock): ReadDate => {
  const [, before, ownZone] = ZONED.exec(text) ?? [];
  return before === undefined || ownZone === undefined
    ? parseUnzoned(text, zone, clock)
    : fromOtherZone(before, ownZone, zone, clock);
};

const parseUnzoned = (text: string, zone: string, clock: Clock): ReadDate => {
  const match = ISO.exec(text);
  if (match) {
    const [, year = '', month = '', day = '', hour, minute, second, offset] = match;
    const date = dateFromParts(year, month, day);
    if (hour === undefined) return fromLocal(dateTimeOnDay(date, 0), zone, true);
    const local = dateTimeOnDay(date, readTime(hour, minute, second));
    if (offset === undefined) return fromLocal(local, zone, false);
    return fromSeconds(secondsOf(local) - readOffset(offset), zone);
  }
  const [, year, month = '', day = ''] = COMPACT.exec(text) ?? [];
  if (year !== undefined) return fromLocal(dateTimeOnDay(dateFromParts(year, month, day), 0), zone, true);
  const unix = UNIX.exec(text);
  if (unix) return unixTime(Number(unix[1] ?? unix[2]), zone);
  if (/^\d+$/.test(text))
    throw new BadValue('A number must be a date as YYYYMMDD, or Unix seconds with nine digits or more.');
  const words = readWords(text.toLowerCase(), zone, clock.now);
  if (!words)
    throw new BadValue(
      'Use YYYY-MM-DD, DD.MM.YYYY or YYYY-MM-DD HH:MM:SS (with Z, an offset such as +02:00 or a zone such as ' +
        'Europe/Berlin, if you like), Unix seconds, or words such as "tomorrow 9am".',
    );
  if (words.offset === undefined && words.elapsed === 0) return fromLocal(words.local, zone, words.dateOnly);
  const start = words.offset === undefined ? utcOf(words.local, zone) : words.local;
  return fromSeconds(secondsOf(start) + words.elapsed - (words.offset ?? 0), zone);
};

/** A number as text; Unix seconds lose their fraction. */
const digitsOf = (value: number): string =>
  Number.isInteger(value) || value >= 100_000_000 ? String(Math.floor(value)) : String(value);

/**
 * Reads a date (rules#dates): `YYYY-MM-DD[ HH:MM[:SS]]`, `DD.MM.YYYY`, `YYYYMMDD`, Unix seconds (nine digits or more,
 * or `@…`), English dates and relative words, with an optional offset or zone after a time. A value without one is
 * local time of `zone`, shifted forward inside a spring gap. An instant is converted to `zone`, so in an autumn overlap
 * `utc` can be the second of the two instants.
 * @param clock read only for words relative to the current time
 * @throws BadValue with a reason for other texts, and outside the years 0001-9999
 */
export const readDateTime = (value: string | number, zone: string, clock: Clock): ReadDate => {
  const text = typeof value === 'number' ? digitsOf(value) : value.trim();
  if (text === '') throw new BadValue('The date is empty.');
  if (text.length > MAX_LENGTH) throw new BadValue('The text is too long for a date.');
  try {
    return parseDate(text, zone, clock);
  } catch (error) {
    throw error instanceof BadValue
      ? new BadValue(`"${text}" is not a date: ${error.message}`, error.code)
      : error;
  }
};
