import { checkYear, daysInMonth, secondsOf, wallFrom, yearOf } from './civil.ts';

/** The six parts of a date, zero-padded strings (reference 1.2). */
export interface DateDetails {
  year: string;
  month: string;
  day: string;
  hour: string;
  minutes: string;
  seconds: string;
}

/** The parts of a `YYYY-MM-DD HH:MM:SS`. */
export const dateDetails = (wall: string): DateDetails => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
});

/** 00:00:00 of the same day. */
export const startOfDay = (wall: string): string => `${wall.slice(0, 10)} 00:00:00`;

/** 23:59:59 of the same day: the last second an all-day event has (reference 4.1). */
export const endOfDay = (wall: string): string => `${wall.slice(0, 10)} 23:59:59`;

/** 00:00:00 of the day after. @throws BadValue after 9999-12-31 */
export const nextDay = (wall: string): string => wallFrom(secondsOf(endOfDay(wall)) + 1);

/**
 * The same time of day `n` months later (or earlier, `n` negative), on the last day of a shorter month.
 * @throws BadValue outside 0001-9999
 */
export const addMonths = (wall: string, n: number): string => {
  const months = yearOf(wall) * 12 + Number(wall.slice(5, 7)) - 1 + n;
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;
  checkYear(year);
  const day = Math.min(Number(wall.slice(8, 10)), daysInMonth(year, month));
  const pad = (value: number, width: number): string => String(value).padStart(width, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}${wall.slice(10)}`;
};

/**
 * A `Date` as UTC `YYYY-MM-DD HH:MM:SS`, fractions of a second dropped. @throws BadValue outside 0001-9999
 * and for an invalid date
 */
export const toUtc = (date: Date): string => wallFrom(Math.floor(date.getTime() / 1000));

/** The present moment (from the request's clock) as UTC `YYYY-MM-DD HH:MM:SS`. */
export const utcNow = (now: Date): string => toUtc(now);

/** Whether a text is a real date and time of exactly the form `YYYY-MM-DD HH:MM:SS`, years 0001-9999. */
export const isWall = (text: string): boolean => {
  const match = /^(\d{4})-(\d\d)-(\d\d) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
};
