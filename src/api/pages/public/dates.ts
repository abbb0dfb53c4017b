import type { Event } from '../../../domain/generated/schema.ts';
import { dayOf, startOfDay } from '../../../lib/dates.ts';
import { localDateTimeOf } from '../../../lib/zones.ts';
import { type Html, html } from './html.ts';

/** The times of an event that pages need. */
export type ShownTimes = Pick<
  Event,
  | 'allDay'
  | 'startDate'
  | 'endDate'
  | 'startsAt'
  | 'endsAt'
  | 'utcStartDate'
  | 'utcEndDate'
  | 'timezone'
  | 'timezoneAbbr'
>;

// By hand: on a page of fifty events, Intl would take more time than all the HTML, and the words are English
// anyway.
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** The parts of a date to show. @param local `YYYY-MM-DD`, with or without a time */
function shownDate(local: string): { weekday: string; day: string; month: string; year: string } {
  const day = local.slice(0, 10);
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
  return { weekday, day: String(Number(day.slice(8))), month: monthName(day), year: yearOf(day) };
}
const monthName = (local: string): string => MONTHS[Number(local.slice(5, 7)) - 1] ?? '';
const yearOf = (local: string): string => String(Number(local.slice(0, 4)));

/** `Fri, 14 Mar 2031` @param local `YYYY-MM-DD`, with or without a time */
export function dayText(local: string): string {
  const { weekday, day, month, year } = shownDate(local);
  return `${weekday}, ${day} ${month.slice(0, 3)} ${year}`;
}
/** `March 2031` @param local `YYYY-MM`, with or without a day */
export const monthText = (local: string): string => `${monthName(local)} ${yearOf(local)}`;

/**
 * The date as a leaf of a calendar. Hidden from screen readers, because {@link when} says the same in words.
 */
export function leaf({ startDate }: Pick<ShownTimes, 'startDate'>): Html {
  const { weekday, day, month: name } = shownDate(startDate);
  const month = name.slice(0, 3);
  return html`<div class="leaf" aria-hidden="true"><span>${weekday}</span><b>${day}</b><span>${month}</span></div>`;
}

const clockTime = (local: string): string => local.slice(11, 16);

/** When an event is, in its own time zone: `Fri, 14 Mar 2031, 20:00 – 23:00 CET`. */
export function when(event: ShownTimes): Html {
  const { allDay, startDate, endDate, startsAt, endsAt, timezoneAbbr } = event;
  const isOneDay = startDate.slice(0, 10) === endDate.slice(0, 10);
  const from = dayText(startDate);
  if (allDay) {
    const end = html` – <time datetime="${endDate.slice(0, 10)}">${dayText(endDate)}</time>`;
    return html`<time datetime="${startDate.slice(0, 10)}">${from}</time>${!isOneDay && end}, all day`;
  }
  const until = isOneDay ? clockTime(endDate) : `${dayText(endDate)}, ${clockTime(endDate)}`;
  const end = html` – <time datetime="${endsAt}">${until}</time>`;
  const begin = html`<time datetime="${startsAt}">${from}, ${clockTime(startDate)}</time>`;
  return html`${begin}${startDate !== endDate && end} <span class="zone">${timezoneAbbr}</span>`;
}

/**
 * The date in the time zone of the site at a moment, `YYYY-MM-DD`.
 * @param utc `YYYY-MM-DD HH:MM:SS`
 */
export const siteDay = (utc: string, zone: string): string => localDateTimeOf(utc, zone).slice(0, 10);

/** `YYYY-MM-DD` of the day before; null before the year 1. */
export const dayBefore = (day: string): string | null =>
  day <= '0001-01-01' ? null : String(dayOf(day).subtract({ days: 1 }));

/** `YYYY-MM-DD` of the day after; null after the year 9999. */
export const dayAfter = (day: string): string | null =>
  day >= '9999-12-31' ? null : String(dayOf(day).add({ days: 1 }));

/** The month some months later, `YYYY-MM`; null outside of the years 1 to 9999. */
export function monthsLater(month: string, months: number): string | null {
  const later = Temporal.PlainYearMonth.from(month).add({ months });
  return later.year < 1 || later.year > 9999 ? null : String(later);
}

/**
 * The beginning of an event on its own clock, `20:00 EDT, Mon, 10 Mar 2031`; null where the site's clock shows
 * the same, and for all-day events.
 */
export function ownStart(event: ShownTimes, zone: string): string | null {
  const { allDay, startDate, utcStartDate, timezoneAbbr } = event;
  const here = localDateTimeOf(utcStartDate, zone);
  if (allDay || here === startDate) return null;
  const day = here.slice(0, 10) === startDate.slice(0, 10) ? '' : `, ${dayText(startDate)}`;
  return `${clockTime(startDate)} ${timezoneAbbr}${day}`;
}

/**
 * The first and the last day of an event: its own days if it is all-day, else those in the time zone of the
 * site.
 */
export function daysOf(event: ShownTimes, zone: string): { first: string; last: string; at: string } {
  const { allDay, startDate, endDate, utcStartDate, utcEndDate } = event;
  const start = allDay ? startDate : localDateTimeOf(utcStartDate, zone);
  const end = allDay ? endDate : localDateTimeOf(utcEndDate, zone);
  const first = start.slice(0, 10);
  // An event that ends at midnight is not on the next day.
  const last =
    end > start && end === startOfDay(end) ? (dayBefore(end.slice(0, 10)) ?? first) : end.slice(0, 10);
  return { first, last, at: allDay ? '' : clockTime(start) };
}
