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
export const dateDetails = (local: string): DateDetails => ({
  year: local.slice(0, 4),
  month: local.slice(5, 7),
  day: local.slice(8, 10),
  hour: local.slice(11, 13),
  minutes: local.slice(14, 16),
  seconds: local.slice(17, 19),
});

/** 00:00:00 of the same day. */
export const startOfDay = (local: string): string => `${local.slice(0, 10)} 00:00:00`;

/** 23:59:59 of the same day: the last second an all-day event has (rules#days). */
export const endOfDay = (local: string): string => `${local.slice(0, 10)} 23:59:59`;

/** The day of a `YYYY-MM-DD HH:MM:SS`. */
export const dayOf = (local: string): Temporal.PlainDate => Temporal.PlainDate.from(local.slice(0, 10));

/** 00:00:00 of the day after. @throws BadValue after 9999-12-31 */
export const nextDay = (local: string): string => `${moved(dayOf(local), { days: 1 })} 00:00:00`;

/**
 * The same time of day `months` later (or earlier, if negative), on the last day of a shorter month.
 * @throws BadValue outside 0001-9999
 */
export const addMonths = (local: string, months: number): string =>
  `${moved(dayOf(local), { months })}${local.slice(10)}`;
