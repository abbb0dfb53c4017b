import ICAL from 'ical.js';
import { fixedOffset, formatOffset } from '../../lib/fixed-offsets.ts';

/** A property in jCal (RFC 7265): name, parameters, type, values. */
export type Property = [string, Readonly<Record<string, string>>, string, ...(string | number | number[])[]];

/** A VTIMEZONE lists the clock changes of this many years before and after the current one. */
const YEARS_AROUND_NOW = 20;

/** From `YYYY-MM-DD HH:MM:SS` to the form of jCal. */
const jcalTime = (local: string): string => local.replace(' ', 'T');

/** A clock change, or several in consecutive years that follow one rule. */
interface Observance {
  from: string;
  to: string;
  /** Local time before the first change. */
  first: Temporal.PlainDateTime;
  last: Temporal.ZonedDateTime;
  years: number;
  /** Possible values of BYDAY: the second Sunday (`2SU`), the last one (`-1SU`). */
  rules: readonly string[];
}

/** Whether the rule still applies in the last year of the definition; then it has no UNTIL. */
const isOngoing = ({ last }: Observance, lastYear: number): boolean => last.year === lastYear;

function observanceText(change: Observance, lastYear: number): unknown[] {
  const { from, to, first, last, years, rules } = change;
  const until = isOngoing(change, lastYear)
    ? {}
    : { until: `${last.toInstant().toString({ smallestUnit: 'second' })}` };
  const rule = { freq: 'YEARLY', bymonth: first.month, byday: rules.at(-1) ?? '', ...until };
  return [
    to > from ? 'daylight' : 'standard',
    [
      ['dtstart', {}, 'date-time', first.toString({ smallestUnit: 'second' })],
      ['tzoffsetfrom', {}, 'utc-offset', from],
      ['tzoffsetto', {}, 'utc-offset', to],
      ...(years > 1 ? [['rrule', {}, 'recur', rule]] : []),
    ],
    [],
  ];
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The values of BYDAY that match a day: `2SU`, and `-1SU` if it is the last Sunday of its month. */
function rulesOf({ day, dayOfWeek, daysInMonth }: Temporal.PlainDateTime): string[] {
  const weekday = WEEKDAYS[dayOfWeek - 1];
  return [`${Math.ceil(day / 7)}${weekday}`, ...(day + 7 > daysInMonth ? [`-1${weekday}`] : [])];
}

/** `change` with `next` added, if that is a year later and follows the same rule; else null. */
function extended(change: Observance, next: Observance): Observance | null {
  const { first, years } = change;
  const isNext =
    next.first.year === first.year + years &&
    next.first.month === first.month &&
    next.first.toPlainTime().equals(first.toPlainTime());
  const rules = change.rules.filter((rule) => next.rules.includes(rule));
  return isNext && rules.length > 0 ? { ...change, last: next.last, years: years + 1, rules } : null;
}

const zone = (tzid: string, observances: readonly unknown[]): string =>
  ICAL.stringify(['vtimezone', [['tzid', {}, 'text', tzid]], [...observances]]);

/** An observance with one offset, from the beginning of a year. */
const constant = (year: number, offset: string): unknown[] => [
  'standard',
  [
    ['dtstart', {}, 'date-time', `${year}-01-01T00:00:00`],
    ['tzoffsetfrom', {}, 'utc-offset', offset],
    ['tzoffsetto', {}, 'utc-offset', offset],
  ],
  [],
];

/**
 * The VTIMEZONE of a zone in the tz database. Writes changes as rules if possible, because more readers understand
 * rules than lists of dates.
 */
function vtimezone(tzid: string, first: number, last: number): string {
  let at = Temporal.ZonedDateTime.from(`${first}-01-01T00:00:00[${tzid}]`);
  const beginning = constant(first, at.offset);
  const ended: Observance[] = [];
  /** By the offsets before and after. */
  const running = new Map<string, Observance>();
  for (let next = at.getTimeZoneTransition('next'); next && next.year <= last; ) {
    const from = next.subtract({ nanoseconds: 1 }).offset;
    const local = next.withTimeZone(from).toPlainDateTime();
    const one = { from, to: next.offset, first: local, last: next, years: 1, rules: rulesOf(local) };
    const key = `${from} ${next.offset}`;
    const current = running.get(key);
    const longer = current && extended(current, one);
    if (current && !longer) ended.push(current);
    running.set(key, longer ?? one);
    at = next;
    next = at.getTimeZoneTransition('next');
  }
  const changes = [...ended, ...running.values()];
  return zone(tzid, [beginning, ...changes.map((change) => observanceText(change, last))]);
}

/**
 * Whether a local time is unambiguous, and means the instant `utc`. Readers disagree about an hour that clocks show
 * twice.
 */
function isUnambiguous(local: string, utc: string, timezone: string): boolean {
  const clock = Temporal.PlainDateTime.from(local);
  const [earlier, later] = (['earlier', 'later'] as const).map(
    (disambiguation) => clock.toZonedDateTime(timezone, { disambiguation }).epochMilliseconds,
  );
  return earlier === later && earlier === Temporal.Instant.from(`${utc}Z`).epochMilliseconds;
}

const tzidOf = (timezone: string): string => {
  const offset = fixedOffset(timezone);
  return offset === undefined ? timezone : `UTC${formatOffset(offset, '')}`;
};

/**
 * The time zones of one iCalendar stream: each is defined before its first use. Times outside of the defined years,
 * and ambiguous ones, are written in UTC.
 */
export class TimeZones {
  readonly #first: number;
  readonly #last: number;
  readonly #defined = new Set<string>();

  constructor(year: number) {
    this.#first = year - YEARS_AROUND_NOW;
    this.#last = year + YEARS_AROUND_NOW;
  }

  /**
   * A property for an instant. @param local and `utc` are the same instant, `YYYY-MM-DD HH:MM:SS`
   * @returns the property, and the definition of its zone unless already written
   */
  time(
    name: string,
    local: string,
    utc: string,
    timezone: string,
  ): { property: Property; definition: string } {
    const offset = fixedOffset(timezone);
    if (timezone === 'UTC' || !this.hasClock(local, utc, timezone))
      return { property: [name, {}, 'date-time', `${jcalTime(utc)}Z`], definition: '' };
    const tzid = tzidOf(timezone);
    return {
      property: [name, { tzid }, 'date-time', jcalTime(local)],
      definition: this.#define(tzid, offset),
    };
  }

  /** Whether a time can be written on its own clock: {@link time} writes others in UTC. */
  hasClock(local: string, utc: string, timezone: string): boolean {
    if (fixedOffset(timezone) !== undefined || timezone === 'UTC') return true;
    return this.#covers(local) && isUnambiguous(local, utc, timezone);
  }

  /** A property for several times on one clock, whose zone was defined by {@link time}. */
  times(name: string, locals: readonly string[], timezone: string): Property {
    if (timezone === 'UTC') return [name, {}, 'date-time', ...locals.map((local) => `${jcalTime(local)}Z`)];
    return [name, { tzid: tzidOf(timezone) }, 'date-time', ...locals.map(jcalTime)];
  }

  #covers(local: string): boolean {
    const year = Number(local.slice(0, 4));
    return year >= this.#first && year <= this.#last;
  }

  #define(tzid: string, offset: number | undefined): string {
    if (this.#defined.has(tzid)) return '';
    this.#defined.add(tzid);
    if (offset === undefined) return vtimezone(tzid, this.#first, this.#last);
    return zone(tzid, [constant(1970, formatOffset(offset, ':'))]);
  }
}
