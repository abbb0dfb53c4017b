import { BadValue } from './errors.ts';

/** Seconds in a day. */
export const DAY = 86_400;

const outsideCalendar = (): BadValue => new BadValue('The date is outside the years 0001 to 9999.');

/**
 * Seconds since 1970-01-01 00:00:00 on the same clock as `YYYY-MM-DD HH:MM:SS`.
 * @throws BadValue for a text of another form
 */
export const secondsOf = (local: string): number => {
  const seconds = Date.parse(`${local.slice(0, 10)}T${local.slice(11)}Z`) / 1000;
  if (Number.isNaN(seconds))
    throw new BadValue(`"${local}" is not a date and time of the form YYYY-MM-DD HH:MM:SS.`);
  return seconds;
};

/**
 * `YYYY-MM-DD HH:MM:SS` of an ISO 8601 text.
 * @throws BadValue outside the years 0001-9999, which the form cannot hold
 */
export const dateTimeFromIso = (iso: string): string => {
  if (!/^(?!0000)\d{4}-/.test(iso)) throw outsideCalendar();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
};

/** The inverse of {@link secondsOf}. @throws BadValue outside the years 0001-9999 */
export const dateTimeFromSeconds = (seconds: number): string => toUtc(new Date(seconds * 1000));

/**
 * A `Date` as UTC `YYYY-MM-DD HH:MM:SS`, fractions of a second dropped.
 * @throws BadValue outside 0001-9999 and for an invalid date
 */
export const toUtc = (date: Date): string => {
  if (Number.isNaN(date.getTime())) throw outsideCalendar();
  return dateTimeFromIso(date.toISOString());
};

/** One second later, as UTC. @throws BadValue outside the years 0001-9999 */
export const nextSecond = (date: Date): string => toUtc(new Date(date.getTime() + 1_000));

/** The date, if it lies in the years 0001-9999. @throws BadValue otherwise */
export const inCalendar = (date: Temporal.PlainDate): Temporal.PlainDate => {
  if (date.year < 1 || date.year > 9999) throw outsideCalendar();
  return date;
};

/** A date moved by whole days or months. @throws BadValue outside the years 0001-9999 */
export const moved = (date: Temporal.PlainDate, by: Temporal.DurationLikeObject): Temporal.PlainDate => {
  try {
    return inCalendar(date.add(by));
  } catch {
    // Temporal itself ends with the year 275760.
    throw outsideCalendar();
  }
};

/** A day, `seconds` after its midnight. @throws BadValue outside the years 0001-9999 */
export const dateTimeOnDay = (day: Temporal.PlainDate, seconds: number): string =>
  dateTimeFromIso(day.toPlainDateTime().add({ seconds }).toString());
