import { moved } from './date-time.ts';

/** The six parts of a date, zero-padded strings (rules#representation). */
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

/** 23:59:59 of the same day: the last second an all-day event has (rules#days). */
export const endOfDay = (wall: string): string => `${wall.slice(0, 10)} 23:59:59`;

/** The day of a `YYYY-MM-DD HH:MM:SS`. */
export const dayOf = (wall: string): Temporal.PlainDate => Temporal.PlainDate.from(wall.slice(0, 10));

/** 00:00:00 of the day after. @throws BadValue after 9999-12-31 */
export const nextDay = (wall: string): string => `${moved(dayOf(wall), { days: 1 })} 00:00:00`;

/**
 * The same time of day `months` later (or earlier, if negative), on the last day of a shorter month.
 * @throws BadValue outside 0001-9999
 */
export const addMonths = (wall: string, months: number): string =>
  `${moved(dayOf(wall), { months })}${wall.slice(10)}`;
