import { BadValue } from '../errors.ts';
import { DAY, secondsOf, wallFrom } from './civil.ts';
import { readDay, readOffset, readTime } from './date-parts.ts';
import { readWords } from './read-words.ts';
import { utcOf, wallOf } from './zones.ts';

/** A point in time: the wall clock in the zone, the instant in UTC, and whether no time of day was given (then it is 00:00:00). */
export interface ReadDate {
  wall: string;
  utc: string;
  dateOnly: boolean;
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,12})?)?( ?Z| ?[+-]\d\d(?::?\d\d)?| \d\d:\d\d)?)?$/;
const UNIX = /^@?(\d{1,15})(?:\.\d{1,9})?$/;
const MAX_LENGTH = 100;

const at = (seconds: number, zone: string): ReadDate => {
  const utc = wallFrom(seconds);
  return { wall: wallOf(utc, zone), utc, dateOnly: false };
};

const unixTime = (seconds: number, zone: string): ReadDate => {
  if (!(seconds >= 1)) throw new BadValue('Unix seconds must be positive.');
  return at(Math.floor(seconds), zone);
};

const clock = (wall: string, zone: string, dateOnly: boolean): ReadDate => {
  const utc = utcOf(wall, zone);
  return { wall: wallOf(utc, zone), utc, dateOnly };
};

const parse = (text: string, zone: string, now: Date): ReadDate => {
  const match = ISO.exec(text);
  if (match) {
    const [, year = '', month = '', day = '', hour, minute, second, offset] = match;
    const start = readDay(year, month, day) * DAY;
    if (hour === undefined) return clock(wallFrom(start), zone, true);
    const seconds = start + readTime(hour, minute, second);
    if (offset === undefined) return clock(wallFrom(seconds), zone, false);
    return at(seconds - readOffset(offset), zone);
  }
  const unix = UNIX.exec(text);
  if (unix && (text.startsWith('@') || !text.includes('.'))) return unixTime(Number(unix[1]), zone);
  const words = readWords(text.toLowerCase(), zone, now);
  if (!words) throw new BadValue('Use YYYY-MM-DD, YYYY-MM-DD HH:MM:SS, ISO 8601, Unix seconds, or words such as "tomorrow 9am".');
  if (words.offset === undefined && words.elapsed === 0) return clock(words.wall, zone, words.dateOnly);
  const start = words.offset === undefined ? utcOf(words.wall, zone) : words.wall;
  return at(secondsOf(start) + words.elapsed - (words.offset ?? 0), zone);
};

/**
 * Reads a date as decision 13 lists them: `YYYY-MM-DD[ HH:MM[:SS]]`, ISO 8601, Unix seconds (any text of digits, also `@…`), English
 * dates and relative words. A naive value is a wall clock of `zone`, moved forward inside a spring gap; an instant is converted into it, so in
 * an autumn overlap `utc` may be the second of the two instants. @throws BadValue with a reason for everything else, and outside 0001-9999
 */
export const readDateTime = (value: string | number, zone: string, now: Date): ReadDate => {
  if (typeof value === 'number') return unixTime(value, zone);
  const text = value.trim();
  if (text === '') throw new BadValue('The date is empty.');
  if (text.length > MAX_LENGTH) throw new BadValue('The text is too long for a date.');
  try {
    return parse(text, zone, now);
  } catch (error) {
    throw error instanceof BadValue ? new BadValue(`"${text}" is not a date: ${error.message}`, error.code) : error;
  }
};
