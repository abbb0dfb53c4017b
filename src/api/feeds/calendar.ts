import ICAL from 'ical.js';
import { secondsOf } from '../../lib/date-time.ts';
import { nextDay } from '../../lib/dates.ts';
import { mailtoOf } from '../../lib/email.ts';
import { textOfHtml } from '../../lib/html-text.ts';
import type { Words } from '../../lib/words.ts';
import type { FeedEvent, FeedOrganizer } from './document.ts';
import { type FeedInfo, type FeedWriter, type Format, locationOf, termNames } from './feed.ts';
import { type Property, TimeZones } from './zones.ts';

// Octets per line (RFC 5545), without the leading space of a folded line.
ICAL.foldLength = 74;

const END = 'END:VCALENDAR\r\n';
/** Suggested polling interval of calendar programs. */
const POLLING_INTERVAL = 'PT1H';
/** SEQUENCE counts seconds from here: it grows with every change, and fits into 31 bits until 2068. */
const SEQUENCE_EPOCH_SECONDS = Date.UTC(2000, 0, 1) / 1000;

const stamp = (utc: string): string => `${utc.replace(' ', 'T')}Z`;

const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const OTHER_CONTROLS = /(?![\t\n])\p{Cc}/gu;

/**
 * Removes line breaks from a value. ical.js escapes them only in texts; otherwise a record could inject lines of
 * its own (rules#feeds).
 */
function oneLineValue(value: string, type: string): string {
  if (type === 'text') return value.replace(LINE_ENDS, '\n').replace(OTHER_CONTROLS, '');
  return type === 'unknown' ? value.replace(BREAKS, ' ') : value.replace(BREAKS, encodeURIComponent);
}

function property([name, params, type, ...values]: Property): Property {
  return [
    name,
    Object.fromEntries(Object.entries(params).map(([key, text]) => [key, text.replace(BREAKS, ' ')])),
    type,
    ...values.map((value) => (typeof value === 'string' ? oneLineValue(value, type) : value)),
  ];
}

const textProperty = (name: string, value: string): Property[] =>
  value === '' ? [] : [[name, {}, 'text', value]];

/** Escapes a text for properties that ical.js does not know as text. */
const escaped = (text: string): string => text.replace(/[\\,;]/g, '\\$&');

/** Marks the CATEGORIES that are tags, for imports by this service. */
const tagProperties = (event: FeedEvent): Property[] =>
  event.tags.map(({ name }) => ['x-tags', {}, 'unknown', escaped(name)]);

/** RFC 5545 allows one ORGANIZER; the other organizers become CONTACTs. */
function organizerProperties([first, ...others]: readonly FeedOrganizer[]): Property[] {
  if (!first) return [];
  const address = mailtoOf(first.email) ?? first.url;
  return [
    ['organizer', { cn: first.name.replaceAll('"', "'") }, 'cal-address', address],
    ...others.flatMap(({ name, email }) =>
      textProperty('contact', email === '' ? name : `${name}, ${email}`),
    ),
  ];
}

/**
 * STATUS. Unpublished events are tentative in any case. So are postponed ones, which X-EVENT-STATUS marks for
 * imports by this service.
 */
function statusOf({ status, scheduleStatus }: FeedEvent): Property[] {
  if (status === 'draft' || status === 'pending') return [['status', {}, 'text', 'TENTATIVE']];
  if (scheduleStatus === 'canceled') return [['status', {}, 'text', 'CANCELLED']];
  if (scheduleStatus === 'scheduled') return [['status', {}, 'text', 'CONFIRMED']];
  return [
    ['status', {}, 'text', 'TENTATIVE'],
    ['x-event-status', {}, 'unknown', scheduleStatus],
  ];
}

/** The address for online participation (RFC 7986). */
const conference = ({ isOnline, onlineUrl }: FeedEvent): Property[] =>
  isOnline && onlineUrl !== '' ? [['conference', { value: 'URI' }, 'unknown', onlineUrl]] : [];

function place(event: FeedEvent): Property[] {
  const [{ latitude = null, longitude = null } = {}] = event.venues;
  // Many readers do not know CONFERENCE.
  const location = textProperty('location', locationOf(event));
  return latitude === null || longitude === null
    ? location
    : [...location, ['geo', {}, 'float', [latitude, longitude]]];
}

/** DTSTART and DTEND, and the definitions of their zones unless already written. */
interface Times {
  readonly definitions: string;
  readonly properties: Property[];
}

/** The properties of a VEVENT besides its content: UID, times, and the recurrence or the replaced occurrence. */
interface EventFrame {
  readonly uid: string;
  readonly times: readonly Property[];
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly modifiedUtc: string;
  readonly url: string;
}

function contentOf(event: FeedEvent, words: Words): Property[] {
  const terms = termNames(event);
  const { title, scheduleStatus } = event;
  // Some readers do not show that an event is canceled.
  const summary = scheduleStatus === 'canceled' ? words.text('feed.canceled', { title }) : title;
  const properties: Property[] = [
    ['summary', {}, 'text', summary],
    ...textProperty('description', textOfHtml(event.description || event.excerpt)),
    ...textProperty('comment', event.scheduleStatusReason),
    ...place(event),
    ...conference(event),
    ...organizerProperties(event.organizers),
    ...(terms.length > 0 ? [['categories', {}, 'text', ...terms] satisfies Property] : []),
    ...tagProperties(event),
    ...statusOf(event),
  ];
  return properties.map(property);
}

export function vevent({ uid, times, modifiedUtc, url }: EventFrame, content: readonly Property[]): string {
  const changed = stamp(modifiedUtc);
  const identity: Property[] = [
    ['uid', {}, 'text', uid],
    ['dtstamp', {}, 'date-time', changed],
    ['last-modified', {}, 'date-time', changed],
    ['sequence', {}, 'integer', Math.max(0, secondsOf(modifiedUtc) - SEQUENCE_EPOCH_SECONDS)],
    ...times,
  ];
  const all = [...identity.map(property), ...content, property(['url', {}, 'uri', url])];
  return ICAL.stringify(['vevent', all, []]);
}

/**
 * DTSTART and DTEND. All-day events end on the day after their last (RFC 5545); events without duration have no
 * DTEND.
 */
export function timesOf(event: FeedEvent, zones: TimeZones): Times {
  const { isAllDay, localStart, localEnd, utcStartDate, utcEndDate, timezone } = event;
  if (isAllDay) {
    const properties: Property[] = [
      ['dtstart', {}, 'date', localStart.slice(0, 10)],
      ['dtend', {}, 'date', nextDay(localEnd).slice(0, 10)],
    ];
    return { definitions: '', properties };
  }
  const start = zones.time('dtstart', localStart, utcStartDate, timezone);
  if (utcEndDate <= utcStartDate) return { definitions: start.definition, properties: [start.property] };
  const end = zones.time('dtend', localEnd, utcEndDate, timezone);
  return { definitions: start.definition + end.definition, properties: [start.property, end.property] };
}

/** Writes an iCalendar stream (RFC 5545). ical.js converts it from jCal (RFC 7265): folding, escaping, value types. */
export class CalendarWriter implements FeedWriter {
  readonly #info: FeedInfo;
  readonly zones: TimeZones;

  constructor(info: FeedInfo) {
    this.#info = info;
    this.zones = new TimeZones(info.year);
  }

  head(): string {
    const { name, address } = this.#info;
    const properties: Property[] = [
      ['version', {}, 'text', '2.0'],
      ['prodid', {}, 'text', '-//Calendar events service//EN'],
      ['calscale', {}, 'text', 'GREGORIAN'],
      ['method', {}, 'text', 'PUBLISH'],
      ['name', {}, 'unknown', escaped(name)],
      ['x-wr-calname', {}, 'unknown', escaped(name)],
      ['source', { value: 'URI' }, 'unknown', address],
      ['refresh-interval', { value: 'DURATION' }, 'unknown', POLLING_INTERVAL],
      ['x-published-ttl', {}, 'unknown', POLLING_INTERVAL],
    ];
    return ICAL.stringify(['vcalendar', properties, []])
      .trimEnd()
      .slice(0, -(END.length - 2));
  }

  events(events: readonly FeedEvent[]): string {
    return events.map((event) => this.event(event)).join('');
  }

  tail(): readonly string[] {
    return [END];
  }

  /** The content of an event, independent of its time and UID. */
  content(event: FeedEvent): Property[] {
    return contentOf(event, this.#info.words);
  }

  event(event: FeedEvent): string {
    const { definitions, properties } = timesOf(event, this.zones);
    const { globalId, modifiedUtc, url } = event;
    return definitions + vevent({ uid: globalId, times: properties, modifiedUtc, url }, this.content(event));
  }
}

export const calendar: Format = {
  type: 'text/calendar; charset=utf-8',
  writer: (info) => new CalendarWriter(info),
};
