import { addToDate } from './date-time.ts';

/** The parts of a date and time as zero-padded strings (rules#representation). */
export interface DateDetails {
  year: string;
  month: string;
  day: string;
  hour: string;
  minutes: string;
  seconds: string;
}

export const dateDetails = (local: string): DateDetails => ({
  year: local.slice(0, 4),
  month: local.slice(5, 7),
  day: local.slice(8, 10),
  hour: local.slice(11, 13),
  minutes: local.slice(14, 16),
  seconds: local.slice(17, 19),
});

export const startOfDay = (local: string): string => `${local.slice(0, 10)} 00:00:00`;

/** 23:59:59 of the same day: the last second of an all-day event (rules#days). */
export const endOfDay = (local: string): string => `${local.slice(0, 10)} 23:59:59`;

export const dayOf = (local: string): Temporal.PlainDate => Temporal.PlainDate.from(local.slice(0, 10));

/** 00:00:00 of the next day. @throws BadValue after 9999-12-31 */
export const nextDay = (local: string): string => `${addToDate(dayOf(local), { days: 1 })} 00:00:00`;

/**
 * Adds months (negative: subtracts) and keeps the time of day; uses the last day of a shorter month.
 * @throws BadValue outside the years 0001-9999
 */
export const addMonths = (local: string, months: number): string =>
  `${addToDate(dayOf(local), { months })}${local.slice(10)}`;
