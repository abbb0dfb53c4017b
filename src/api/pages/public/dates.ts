import type { Event } from '../../../domain/generated/schema.ts';
import { dayOf, startOfDay } from '../../../lib/dates.ts';
import { localDateTimeOf, zoneAbbreviation } from '../../../lib/zones.ts';
import type { Formats } from './formats.ts';
import { type Html, html } from './html.ts';

/** The times of an event, and whether they still apply. */
export type ShownTimes = {
  /** The enum name of the status. */
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

/** The time zone and the formats in which pages show all events. */
export interface SiteClock {
  readonly zone: string;
  readonly formats: Formats;
}

/** The current time, for pages that depend on it. */
export interface CurrentTime {
  /** Whether an instant has passed: `YYYY-MM-DD HH:MM:SS` in UTC. */
  hasReached(utc: string): boolean;
  /** The day in the zone of the site, `YYYY-MM-DD`. */
  readonly today: string;
}

/** `YYYY-MM-DD` of the day before; null before the year 1. */
export const dayBefore = (day: string): string | null =>
  day <= '0001-01-01' ? null : String(dayOf(day).subtract({ days: 1 }));

/** `YYYY-MM-DD` of the day after; null after the year 9999. */
export const dayAfter = (day: string): string | null =>
  day >= '9999-12-31' ? null : String(dayOf(day).add({ days: 1 }));

/** The month `months` later, `YYYY-MM`; null outside of the years 1 to 9999. */
export function monthsLater(month: string, months: number): string | null {
  const later = Temporal.PlainYearMonth.from(month).add({ months });
  return later.year < 1 || later.year > 9999 ? null : String(later);
}

/** Start and end of an event in the site's zone, `YYYY-MM-DD HH:MM:SS`; its own dates for an all-day event. */
function siteTimes(event: ShownTimes, zone: string): { start: string; end: string } {
  const { isAllDay, localStart, localEnd, utcStartDate, utcEndDate } = event;
  return isAllDay
    ? { start: localStart, end: localEnd }
    : { start: localDateTimeOf(utcStartDate, zone), end: localDateTimeOf(utcEndDate, zone) };
}

/** The first and the last day of an event, `YYYY-MM-DD`: in the site's zone, or its own days if it is all-day. */
export function daysOf(event: ShownTimes, zone: string): { first: string; last: string } {
  const { start, end } = siteTimes(event, zone);
  const first = start.slice(0, 10);
  // An event that ends at midnight is not on the next day.
  const last =
    end > start && end === startOfDay(end) ? (dayBefore(end.slice(0, 10)) ?? first) : end.slice(0, 10);
  return { first, last };
}

/** The start in the site's zone, `20:00`; empty for all-day events. */
export const startTime = (event: ShownTimes, { zone, formats }: SiteClock): string =>
  event.isAllDay ? '' : formats.time(siteTimes(event, zone).start);

/** Whether an event is scheduled and in progress; all-day events by their own dates. */
export function isCurrent(event: ShownTimes, present: CurrentTime): boolean {
  const { isAllDay, localStart, localEnd, utcStartDate, utcEndDate, scheduleStatus } = event;
  if (scheduleStatus !== 'SCHEDULED') return false;
  return isAllDay
    ? localStart.slice(0, 10) <= present.today && present.today <= localEnd.slice(0, 10)
    : present.hasReached(utcStartDate) && !present.hasReached(utcEndDate);
}

/** Whether an event has ended; all-day events by their own dates. */
export const isPast = ({ isAllDay, localEnd, utcEndDate }: ShownTimes, present: CurrentTime): boolean =>
  isAllDay ? localEnd.slice(0, 10) < present.today : present.hasReached(utcEndDate);

/** The date as a calendar leaf. Hidden from screen readers, because {@link when} has the same in words. */
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
  readonly zone: string;
}

/** A time span in one zone: `Fri, 14 Mar 2031, 20:00 – 23:00 CET`. */
function spanText({ startsAt, endsAt }: ShownTimes, { start, end, zone }: Span, formats: Formats): Html {
  const isOneDay = start.slice(0, 10) === end.slice(0, 10);
  const until = isOneDay ? formats.time(end) : formats.dayAndTime(end);
  return html`<time datetime="${startsAt}">${formats.dayAndTime(start)}</time>${
    start !== end && html` – <time datetime="${endsAt}">${until}</time>`
  } <span class="zone">${zone}</span>`;
}

/**
 * The times of an event: in the site's zone, and in its own if that differs. All-day events have their own dates.
 * Strikes out the times of canceled and postponed events.
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
  const here = siteTimes(event, zone);
  if (here.start === localStart && here.end === localEnd) return spanText(event, own, formats);
  const site = { ...here, zone: zoneAbbreviation(here.start, utcStartDate, zone) };
  return html`${spanText(event, site, formats)} <span class="elsewhere">(${spanText(event, own, formats)})</span>`;
}

/**
 * The original start of a rescheduled event, in the site's zone; only the day for an all-day event.
 * @param announced instant with its offset, `2031-04-05T14:00:00+02:00`
 */
export function originalStart(
  { isAllDay }: ShownTimes,
  announced: string,
  { zone, formats }: SiteClock,
): string {
  if (isAllDay) return formats.day(announced.slice(0, 10));
  const utc = new Date(announced).toISOString().slice(0, 19).replace('T', ' ');
  return formats.dayAndTime(localDateTimeOf(utc, zone));
}

/**
 * The start of an event in its own zone, `20:00 EDT, Mon, 10 Mar 2031`; null for all-day events, and if the site's
 * clock shows the same.
 */
export function ownStart(event: ShownTimes, { zone, formats }: SiteClock): string | null {
  const { isAllDay, localStart, timezoneAbbr } = event;
  const { start } = siteTimes(event, zone);
  if (isAllDay || start === localStart) return null;
  const day = start.slice(0, 10) === localStart.slice(0, 10) ? '' : `, ${formats.day(localStart)}`;
  return `${formats.time(localStart)} ${timezoneAbbr}${day}`;
}
