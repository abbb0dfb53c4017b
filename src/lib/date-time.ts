import { BadValue } from './errors.ts';

export const SECONDS_PER_DAY = 86_400;

const outsideCalendar = (): BadValue => new BadValue('The date is outside the years 0001 to 9999.');

/**
 * Converts `YYYY-MM-DD HH:MM:SS` to seconds since 1970-01-01 00:00:00 on the same clock.
 * @throws BadValue for other texts
 */
export const secondsOf = (local: string): number => {
  const seconds = Date.parse(`${local.slice(0, 10)}T${local.slice(11)}Z`) / 1000;
  if (Number.isNaN(seconds))
    throw new BadValue(`"${local}" is not a date and time of the form YYYY-MM-DD HH:MM:SS.`);
  return seconds;
};

/**
 * Converts an ISO 8601 text to `YYYY-MM-DD HH:MM:SS`, without conversion to another zone.
 * @throws BadValue outside the years 0001-9999, which do not fit this form
 */
export const dateTimeFromIso = (iso: string): string => {
  if (!/^(?!0000)\d{4}-/.test(iso)) throw outsideCalendar();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
};

/** The inverse of {@link secondsOf}. @throws BadValue outside the years 0001-9999 */
export const dateTimeFromSeconds = (seconds: number): string => toUtc(new Date(seconds * 1000));

/**
 * Formats a `Date` as UTC `YYYY-MM-DD HH:MM:SS`, without fractions of a second.
 * @throws BadValue outside the years 0001-9999 and for an invalid date
 */
export const toUtc = (date: Date): string => {
  if (Number.isNaN(date.getTime())) throw outsideCalendar();
  return dateTimeFromIso(date.toISOString());
};

/** Formats the next second as UTC. @throws BadValue outside the years 0001-9999 */
export const nextSecond = (date: Date): string => toUtc(new Date(date.getTime() + 1_000));

/** Returns the date unchanged. @throws BadValue outside the years 0001-9999 */
export const assertSupportedYear = (date: Temporal.PlainDate): Temporal.PlainDate => {
  if (date.year < 1 || date.year > 9999) throw outsideCalendar();
  return date;
};

/** Adds days or months to a date. @throws BadValue outside the years 0001-9999 */
export const addToDate = (date: Temporal.PlainDate, by: Temporal.DurationLikeObject): Temporal.PlainDate => {
  try {
    return assertSupportedYear(date.add(by));
  } catch {
    // Temporal throws beyond the year 275760.
    throw outsideCalendar();
  }
};

/** Formats a day plus seconds since its midnight. @throws BadValue outside the years 0001-9999 */
export const dateTimeOnDay = (day: Temporal.PlainDate, seconds: number): string =>
  dateTimeFromIso(day.toPlainDateTime().add({ seconds }).toString());
