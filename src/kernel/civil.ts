import { BadValue } from '../errors.ts';

/** Seconds in a day. */
export const DAY = 86_400;

const digits = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
};

/**
 * Days since 1970-01-01 in the Gregorian calendar (also before 1582). `month` 1-12; `Date.UTC` would read
 * years below 100 as 19xx.
 */
export const daysOf = (year: number, month: number, day: number): number => {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  );
};

/** Year, month (1-12) and day of a number of days since 1970-01-01. */
export const dateOf = (days: number): [year: number, month: number, day: number] => {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const index = Math.floor((5 * dayOfYear + 2) / 153);
  const month = index < 10 ? index + 3 : index - 9;
  return [
    yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    dayOfYear - Math.floor((153 * index + 2) / 5) + 1,
  ];
};

/** Days of a month, 1-12. */
export const daysInMonth = (year: number, month: number): number =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31;

/** The year of a `YYYY-…` text. */
export const yearOf = (wall: string): number => digits(wall, 0, 4);

/**
 * Seconds since 1970-01-01 00:00:00 on the same clock as `YYYY-MM-DD HH:MM:SS`. @throws BadValue when a digit
 * is missing
 */
export const secondsOf = (wall: string): number => {
  const days = daysOf(yearOf(wall), digits(wall, 5, 7), digits(wall, 8, 10));
  const seconds = days * DAY + digits(wall, 11, 13) * 3600 + digits(wall, 14, 16) * 60 + digits(wall, 17, 19);
  if (Number.isNaN(seconds))
    throw new BadValue(`"${wall}" is not a date and time of the form YYYY-MM-DD HH:MM:SS.`);
  return seconds;
};

const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`);

/** @throws BadValue outside the years 0001-9999, which the format cannot hold */
export const checkYear = (year: number): void => {
  if (!(year >= 1 && year <= 9999)) throw new BadValue('The date is outside the years 0001 to 9999.');
};

/** The inverse of {@link secondsOf}. @throws BadValue outside the years 0001-9999 */
export const wallFrom = (seconds: number): string => {
  const days = Math.floor(seconds / DAY);
  const rest = seconds - days * DAY;
  const [year, month, day] = dateOf(days);
  checkYear(year);
  const date = `${year < 1000 ? `${year}`.padStart(4, '0') : year}-${two(month)}-${two(day)}`;
  return `${date} ${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
};
