import { dateFromParts, readOffset, readTime } from './date-parts.ts';
import { dateTimeFromSeconds, dateTimeOnDay, secondsOf } from './date-time.ts';
import { BadValue } from './errors.ts';
import { readWords } from './read-words.ts';
import { canonicalZone, localDateTimeOf, utcOf } from './zones.ts';

/**
 * A point in time: local time in the zone, the instant in UTC, and whether the text has no time of day (then
 * it is 00:00:00).
 */
interface ReadDate {
  local: string;
  utc: string;
  dateOnly: boolean;
  /** Local time as written, before it was moved out of a gap; absent when an instant was written. */
  naive?: string;
}

/** The moment, read when it is needed. */
interface Present {
  readonly now: Date;
}

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,12})?)?( ?Z| ?[+-]\d\d(?::?\d\d)?| \d\d:\d\d)?)?$/;
const UNIX = /^(?:@(\d{1,15})(?:\.\d{1,9})?|(\d{9,15}))$/;
/** Eight digits are a date, `20310405`; nobody means Unix seconds by fewer than nine. */
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;
/** A zone of the tz database behind a date, which has a time then. */
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

/** Local time of another zone: an instant. */
const fromElsewhere = (text: string, there: string, zone: string, clock: Present): ReadDate => {
  const { utc, naive, dateOnly } = parseUnzoned(text, canonicalZone(there), clock);
  if (naive === undefined || dateOnly)
    throw new BadValue('A zone belongs behind a date with a time of day, and without an offset.');
  return fromSeconds(secondsOf(utc), zone);
};

const parseDate = (text: string, zone: string, clock: Present): ReadDate => {
  const [, before, there] = ZONED.exec(text) ?? [];
  return before === undefined || there === undefined
    ? parseUnzoned(text, zone, clock)
    : fromElsewhere(before, there, zone, clock);
};

const parseUnzoned = (text: string, zone: string, clock: Present): ReadDate => {
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
    throw new BadValue('Digits alone are a date as YYYYMMDD, or Unix seconds, nine digits or more.');
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
 * Reads a date (rules#dates): `YYYY-MM-DD[ HH:MM[:SS]]`, `DD.MM.YYYY`, `YYYYMMDD`, Unix seconds (nine digits or
 * more, or `@…`), English dates and relative words, with an offset or zone behind a time. A naive value is a
 * local time of `zone`, moved forward inside a spring gap; an instant is converted into it, so in an autumn
 * overlap `utc` may be the second of the two instants.
 * @param clock read only for words that are relative to the present
 * @throws BadValue with a reason for everything else, and outside 0001-9999
 */
export const readDateTime = (value: string | number, zone: string, clock: Present): ReadDate => {
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
