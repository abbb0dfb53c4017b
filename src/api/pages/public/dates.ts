import { LRUCache } from 'lru-cache';
import type { Event } from '../../../domain/generated/schema.ts';
import { SECONDS_PER_DAY, secondsOf } from '../../../lib/date-time.ts';
import { dayOf, startOfDay } from '../../../lib/dates.ts';
import { fixedOffset } from '../../../lib/fixed-offsets.ts';
import { Words } from '../../../lib/words.ts';
import { localDateTimeOf } from '../../../lib/zones.ts';
import { Formats } from './formats.ts';
import { type Html, type HtmlValue, html } from './html.ts';

/** The times of an event, and whether they still apply. */
export type ShownTimes = {
  /** The enum name of the status. */
  readonly scheduleStatus: Uppercase<Event['scheduleStatus']>;
  readonly previousStartsAt: string | null;
} & Pick<
  Event,
  'isAllDay' | 'localStart' | 'localEnd' | 'startsAt' | 'endsAt' | 'utcStartDate' | 'utcEndDate' | 'timezone'
>;

/** The time zone of the site, and the words and formats of its language. */
export interface SiteClock {
  readonly zone: string;
  readonly words: Words;
  readonly formats: Formats;
}

export function siteClock({ timezone, locale }: { timezone: string; locale: string }): SiteClock {
  const words = Words.of(locale);
  return { zone: timezone, words, formats: new Formats(words.locale, locale) };
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

/** Creating a formatter takes eight times as long as using it (80 µs), and a site has events in few zones. */
const zoneFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: 50 });

/**
 * The name of a zone in the language of the site, at an instant: `CET`, `MEZ`, `GMT−5`; a fixed offset returns its own
 * text.
 * @param utc `YYYY-MM-DD HH:MM:SS`
 */
function zoneName(utc: string, zone: string, { words }: SiteClock): string {
  if (fixedOffset(zone) !== undefined) return zone;
  const key = `${words.locale} ${zone}`;
  const format =
    zoneFormats.get(key) ?? new Intl.DateTimeFormat(words.locale, { timeZone: zone, timeZoneName: 'short' });
  zoneFormats.set(key, format);
  const parts = format.formatToParts(new Date(`${utc.replace(' ', 'T')}Z`));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  // A line can end after a hyphen, but not after a minus.
  return name.replace('-', '−');
}

interface Span {
  readonly start: string;
  readonly end: string;
  /** The names of the zone at both; they differ if its clocks change in between. Absent if the span needs none. */
  readonly zones?: Readonly<Record<'start' | 'end', string>>;
}

/**
 * The times of an event where it takes place, and on the clock of the site if that differs; these have the names of
 * their zones. Not for all-day events.
 */
function spansOf(event: ShownTimes, clock: SiteClock): { own: Span; site: Span | null } {
  const { localStart: start, localEnd: end, timezone, utcStartDate, utcEndDate } = event;
  const site = siteTimes(event, clock.zone);
  if (site.start === start && site.end === end) return { own: { start, end }, site: null };
  const zonesOf = (zone: string) => ({
    start: zoneName(utcStartDate, zone, clock),
    end: zoneName(utcEndDate, zone, clock),
  });
  return {
    own: { start, end, zones: zonesOf(timezone) },
    site: { ...site, zones: zonesOf(clock.zone) },
  };
}

/** The name of the zone after the start of a span; absent if the name after its end is enough. */
const zoneOfStart = ({ zones }: Span): string | undefined =>
  zones?.start === zones?.end ? undefined : zones?.start;

const NO_BREAK = '\u00a0';
/** A line may end after a dash, even before a no-break space. */
const JOINER = '\u2060';
const dayIn = (local: string): string => local.slice(0, 10);

/** A time span: `Friday, 14 March 2031, 20:00 – 23:00`. @param dayOfStart empty: only the time */
function spanText(
  { startsAt, endsAt }: ShownTimes,
  span: Span,
  dayOfStart: string,
  { formats }: SiteClock,
): Html {
  const { start, end, zones } = span;
  const on = (day: string, local: string): string =>
    day === '' ? formats.time(local) : `${day}, ${formats.time(local)}`;
  const dayOfEnd = dayIn(end) === dayIn(start) ? '' : formats.heading(dayIn(end), start);
  // Keeps the times of one day on one line.
  const dash = dayOfEnd === '' ? `${NO_BREAK}–${JOINER}${NO_BREAK}` : `${NO_BREAK}– `;
  const named = (zone: string | undefined): HtmlValue => zone && html` <span class="zone">${zone}</span>`;
  return html`<time datetime="${startsAt}">${on(dayOfStart, start)}</time>${named(zoneOfStart(span))}${
    start !== end && html`${dash}<time datetime="${endsAt}">${on(dayOfEnd, end)}</time>`
  }${named(zones?.end)}`;
}

/**
 * The times of an event where it takes place, then on the clock of the site if that differs. Strikes out the times of
 * canceled and postponed events.
 */
export const when = (event: ShownTimes, clock: SiteClock): Html =>
  event.scheduleStatus === 'SCHEDULED' ? times(event, clock) : html`<s>${times(event, clock)}</s>`;

function times(event: ShownTimes, clock: SiteClock): Html {
  const { isAllDay, localStart, localEnd } = event;
  const { formats, words } = clock;
  if (isAllDay) {
    const [first, last] = [dayIn(localStart), dayIn(localEnd)];
    return html`<time datetime="${first}">${formats.longDay(first)}</time>${
      first !== last && html`${NO_BREAK}– <time datetime="${last}">${formats.heading(last, first)}</time>`
    }, ${words.text('time.allDay')}`;
  }
  const { own, site } = spansOf(event, clock);
  const ownText = spanText(event, own, formats.longDay(own.start), clock);
  if (!site) return ownText;
  const days = [own.start, own.end, site.start].map(dayIn);
  const siteDay = new Set(days).size === 1 ? '' : formats.heading(dayIn(site.start), own.start);
  return html`${ownText} <span class="elsewhere">(${spanText(event, site, siteDay, clock)})</span>`;
}

/** `20:00`, with the weekday if it is not on `day` (null: never), and with the zone if it has a name. */
function timeText(
  local: string,
  zone: string | undefined,
  day: string | null,
  { formats }: SiteClock,
): string {
  const time = zone === undefined ? formats.time(local) : `${formats.time(local)} ${zone}`;
  return day === null || dayIn(local) === day ? time : `${formats.longWeekday(local)}, ${time}`;
}

/** `20:00`; elsewhere `14:00 GMT−5 (20:00 CET)`. @param at the start or the end */
function pointText(event: ShownTimes, at: 'start' | 'end', day: string | null, clock: SiteClock): string {
  const { own, site } = spansOf(event, clock);
  const text = (span: Span): string => timeText(span[at], span.zones?.[at], day, clock);
  return site ? `${text(own)} (${text(site)})` : text(own);
}

/** `20:00 – 23:00`; elsewhere `14:00 – 17:00 GMT−5 (20:00 – 23:00 CET)`. */
function pointsText(event: ShownTimes, day: string, clock: SiteClock): string {
  const { own, site } = spansOf(event, clock);
  if (own.start === own.end) return pointText(event, 'start', day, clock);
  const text = (span: Span): string =>
    `${timeText(span.start, zoneOfStart(span), day, clock)} – ${timeText(span.end, span.zones?.end, null, clock)}`;
  return site ? `${text(own)} (${text(site)})` : text(own);
}

/** Whether an event ends within 24 hours, so that its times are clear without a day. */
const isShort = ({ localStart, localEnd }: ShownTimes): boolean =>
  secondsOf(localEnd) - secondsOf(localStart) < SECONDS_PER_DAY;

function textOn(event: ShownTimes, day: string, clock: SiteClock): string {
  const { words, formats, zone } = clock;
  const { first, last } = daysOf(event, zone);
  const lastDay = (): string => formats.heading(daysOf(event, event.timezone).last, day);
  if (event.isAllDay)
    return first === last || last <= day
      ? words.text('time.allDay')
      : words.text('time.untilDay', { day: lastDay() });
  if (first >= day)
    return isShort(event)
      ? pointsText(event, day, clock)
      : words.text('time.startUntilDay', { start: pointText(event, 'start', day, clock), day: lastDay() });
  return last <= day
    ? words.text('time.untilTime', { time: pointText(event, 'end', null, clock) })
    : words.text('time.untilDay', { day: lastDay() });
}

/**
 * The time of an event in the list of a day: `20:00 – 23:00`, `all day`, `until Sunday 3 January`. Its own time, then
 * the site's in brackets if that differs. Struck out as by {@link when}.
 * @param day `YYYY-MM-DD` in the zone of the site
 */
export function timeOf(event: ShownTimes, clock: SiteClock, day: string): Html {
  const { startsAt, localStart, isAllDay, scheduleStatus } = event;
  const time = html`<time datetime="${isAllDay ? dayIn(localStart) : startsAt}">${textOn(event, day, clock)}</time>`;
  return scheduleStatus === 'SCHEDULED' ? time : html`<s>${time}</s>`;
}

/** The start of an event: `20:00`; elsewhere `14:00 GMT−5 (20:00 CET)`; empty for all-day events. */
export const startTime = (event: ShownTimes, clock: SiteClock): string =>
  event.isAllDay ? '' : pointText(event, 'start', daysOf(event, clock.zone).first, clock);

/**
 * The original start of a rescheduled event, in its zone; only the day for an all-day event.
 * @param announced instant with its offset, `2031-04-05T14:00:00+02:00`
 */
export function originalStart(
  { isAllDay, timezone }: ShownTimes,
  announced: string,
  { formats }: SiteClock,
): string {
  if (isAllDay) return formats.longDay(announced.slice(0, 10));
  const utc = new Date(announced).toISOString().slice(0, 19).replace('T', ' ');
  const local = localDateTimeOf(utc, timezone);
  return `${formats.longDay(local)}, ${formats.time(local)}`;
}
