import type { Event } from '../../../domain/generated/schema.ts';
import { dayOf, startOfDay } from '../../../lib/dates.ts';
import { localDateTimeOf, zoneAbbreviation } from '../../../lib/zones.ts';
import type { Formats } from './formats.ts';
import { type Html, html } from './html.ts';

/** The times of an event that pages need, and whether they are still true. */
export type ShownTimes = {
  /** The name of the status. */
  readonly scheduleStatus: Uppercase<Event['scheduleStatus']>;
  readonly previousStartsAt: string | null;
} & Pick<
  Event,
  | 'isAllDay'
  | 'localStart'
  | 'localEnd'
  | 'startsAt'
  | 'endsAt'
  | 'utcStartDate'
  | 'utcEndDate'
  | 'timezone'
  | 'timezoneAbbr'
>;

/** The clock by which pages show all events, and how they write what it shows. */
export interface SiteClock {
  /** Zone of the site. */
  readonly zone: string;
  readonly formats: Formats;
}

/** The present, for pages that depend on it. */
export interface Present {
  /** Whether a moment has come: `YYYY-MM-DD HH:MM:SS` in UTC. */
  hasCome(utc: string): boolean;
  /** The day in the zone of the site, `YYYY-MM-DD`. */
  readonly today: string;
}

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

/** When an event begins and ends on the site's clock, both `YYYY-MM-DD HH:MM:SS`; an all-day one by its own dates. */
function onSite(event: ShownTimes, zone: string): { start: string; end: string } {
  const { isAllDay, localStart, localEnd, utcStartDate, utcEndDate } = event;
  return isAllDay
    ? { start: localStart, end: localEnd }
    : { start: localDateTimeOf(utcStartDate, zone), end: localDateTimeOf(utcEndDate, zone) };
}

/**
 * The first and the last day of an event, `YYYY-MM-DD`: its own days if it is all-day, else those in the time zone of
 * the site.
 */
export function daysOf(event: ShownTimes, zone: string): { first: string; last: string } {
  const { start, end } = onSite(event, zone);
  const first = start.slice(0, 10);
  // An event that ends at midnight is not on the next day.
  const last =
    end > start && end === startOfDay(end) ? (dayBefore(end.slice(0, 10)) ?? first) : end.slice(0, 10);
  return { first, last };
}

/** What the site's clock shows as an event begins, `20:00`; empty for all-day events. */
export const startTime = (event: ShownTimes, { zone, formats }: SiteClock): string =>
  event.isAllDay ? '' : formats.time(onSite(event, zone).start);

/** Whether an event takes place, has begun and not ended; all-day events by their own dates. */
export function isOnNow(event: ShownTimes, present: Present): boolean {
  const { isAllDay, localStart, localEnd, utcStartDate, utcEndDate, scheduleStatus } = event;
  if (scheduleStatus !== 'SCHEDULED') return false;
  return isAllDay
    ? localStart.slice(0, 10) <= present.today && present.today <= localEnd.slice(0, 10)
    : present.hasCome(utcStartDate) && !present.hasCome(utcEndDate);
}

/** Whether an event has ended; all-day events by their own dates. */
export const isOver = ({ isAllDay, localEnd, utcEndDate }: ShownTimes, present: Present): boolean =>
  isAllDay ? localEnd.slice(0, 10) < present.today : present.hasCome(utcEndDate);

/** The date as a leaf of a calendar. Hidden from screen readers, because {@link when} says the same in words. */
export function leaf(event: ShownTimes, { zone, formats }: SiteClock): Html {
  const { first } = daysOf(event, zone);
  const struck = event.scheduleStatus !== 'SCHEDULED' && ' struck';
  return html`<div class="leaf${struck}" aria-hidden="true"><span>${formats.weekday(first)}</span><b>${formats.dayOfMonth(
    first,
  )}</b><span>${formats.shortMonth(first)}</span></div>`;
}

interface Span {
  readonly start: string;
  readonly end: string;
  /** Abbreviation of the zone. */
  readonly zone: string;
}

/** From when to when on one clock: `Fri, 14 Mar 2031, 20:00 – 23:00 CET`. */
function spanText({ startsAt, endsAt }: ShownTimes, { start, end, zone }: Span, formats: Formats): Html {
  const isOneDay = start.slice(0, 10) === end.slice(0, 10);
  const until = isOneDay ? formats.time(end) : formats.dayAndTime(end);
  return html`<time datetime="${startsAt}">${formats.dayAndTime(start)}</time>${
    start !== end && html` – <time datetime="${endsAt}">${until}</time>`
  } <span class="zone">${zone}</span>`;
}

/**
 * When an event is: on the site's clock, and on its own where that shows something else. All-day events are on their
 * own dates. The times of an event that does not take place then are struck.
 */
export const when = (event: ShownTimes, clock: SiteClock): Html =>
  event.scheduleStatus === 'SCHEDULED' ? times(event, clock) : html`<s>${times(event, clock)}</s>`;

function times(event: ShownTimes, { zone, formats }: SiteClock): Html {
  const { isAllDay, localStart, localEnd, utcStartDate, timezoneAbbr } = event;
  const own = { start: localStart, end: localEnd, zone: timezoneAbbr };
  if (isAllDay) {
    const [first, last] = [localStart.slice(0, 10), localEnd.slice(0, 10)];
    return html`<time datetime="${first}">${formats.day(first)}</time>${
      first !== last && html` – <time datetime="${last}">${formats.day(last)}</time>`
    }, all day`;
  }
  const here = onSite(event, zone);
  if (here.start === localStart && here.end === localEnd) return spanText(event, own, formats);
  const site = { ...here, zone: zoneAbbreviation(here.start, utcStartDate, zone) };
  return html`${spanText(event, site, formats)} <span class="elsewhere">(${spanText(event, own, formats)})</span>`;
}

/**
 * When an event was to begin before it was moved, on the site's clock; of one that takes whole days, the day.
 * @param announced instant with its offset, `2031-04-05T14:00:00+02:00`
 */
export function announcedStart(
  { isAllDay }: ShownTimes,
  announced: string,
  { zone, formats }: SiteClock,
): string {
  if (isAllDay) return formats.day(announced.slice(0, 10));
  const utc = new Date(announced).toISOString().slice(0, 19).replace('T', ' ');
  return formats.dayAndTime(localDateTimeOf(utc, zone));
}

/**
 * The beginning of an event on its own clock, `20:00 EDT, Mon, 10 Mar 2031`; null where the site's clock shows
 * the same, and for all-day events.
 */
export function ownStart(event: ShownTimes, { zone, formats }: SiteClock): string | null {
  const { isAllDay, localStart, timezoneAbbr } = event;
  const { start } = onSite(event, zone);
  if (isAllDay || start === localStart) return null;
  const day = start.slice(0, 10) === localStart.slice(0, 10) ? '' : `, ${formats.day(localStart)}`;
  return `${formats.time(localStart)} ${timezoneAbbr}${day}`;
}
