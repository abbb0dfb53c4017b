import ICAL from 'ical.js';
import { fixedOffset, signed } from '../kernel/fixed-offsets.ts';

/** A property as RFC 7265 writes it: name, parameters, type, values. */
export type Property = [string, Readonly<Record<string, string>>, string, ...(string | number | number[])[]];

/** Years before and after the present that the definition of a zone tells of. */
const YEARS = 20;

/** `YYYY-MM-DD HH:MM:SS` as jCal has it. */
const jcalTime = (wall: string): string => wall.replace(' ', 'T');

/** A change of the clock, or several by one rule. */
interface Observance {
  from: string;
  to: string;
  /** What the clock showed before it was changed first. */
  first: Temporal.PlainDateTime;
  /** When it was changed last. */
  last: Temporal.ZonedDateTime;
  years: number;
  /** `BYDAY` of the rules that all changes follow: on the second Sunday, on the last one. */
  rules: readonly string[];
}

/** Whether changes go on by the rule as far as a definition tells. */
const goesOn = ({ last }: Observance, lastYear: number): boolean => last.year === lastYear;

function written(change: Observance, lastYear: number): unknown[] {
  const { from, to, first, last, years, rules } = change;
  const until = goesOn(change, lastYear)
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

/** The rules that a day follows: which weekday of its month it is, and whether it is the last one. */
function rulesOf({ day, dayOfWeek, daysInMonth }: Temporal.PlainDateTime): string[] {
  const weekday = WEEKDAYS[dayOfWeek - 1];
  return [`${Math.ceil(day / 7)}${weekday}`, ...(day + 7 > daysInMonth ? [`-1${weekday}`] : [])];
}

/** The same change a year later, by a rule that those before it follow too; null for another one. */
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

/** A clock that shows one offset from the beginning of a year on. */
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
 * What the clocks of a zone did and will do, as the tz database of this process knows it. By rules where there
 * are some, as more readers know those than lists of dates.
 */
function named(tzid: string, first: number, last: number): string {
  let at = Temporal.ZonedDateTime.from(`${first}-01-01T00:00:00[${tzid}]`);
  const beginning = constant(first, at.offset);
  const ended: Observance[] = [];
  /** By offsets. */
  const running = new Map<string, Observance>();
  for (let next = at.getTimeZoneTransition('next'); next && next.year <= last; ) {
    const from = next.subtract({ nanoseconds: 1 }).offset;
    const wall = next.withTimeZone(from).toPlainDateTime();
    const one = { from, to: next.offset, first: wall, last: next, years: 1, rules: rulesOf(wall) };
    const key = `${from} ${next.offset}`;
    const known = running.get(key);
    const longer = known && extended(known, one);
    if (known && !longer) ended.push(known);
    running.set(key, longer ?? one);
    at = next;
    next = at.getTimeZoneTransition('next');
  }
  const changes = [...ended, ...running.values()];
  return zone(tzid, [beginning, ...changes.map((change) => written(change, last))]);
}

/**
 * Whether a clock shows a time once, and that is the given one. What an hour means that is shown twice,
 * readers do not agree on.
 */
function isPlain(wall: string, utc: string, timezone: string): boolean {
  const clock = Temporal.PlainDateTime.from(wall);
  const [earlier, later] = (['earlier', 'later'] as const).map(
    (disambiguation) => clock.toZonedDateTime(timezone, { disambiguation }).epochMilliseconds,
  );
  return earlier === later && earlier === Temporal.Instant.from(`${utc}Z`).epochMilliseconds;
}

/**
 * The time zones of one calendar: each is defined where it is needed first. A definition lists the changes of
 * the clock from {@link YEARS} years before the present to as many after it; times that it cannot tell are
 * written in UTC, which every reader understands.
 */
export class Zones {
  readonly #first: number;
  readonly #last: number;
  readonly #defined = new Set<string>();

  constructor(now: Date) {
    this.#first = now.getUTCFullYear() - YEARS;
    this.#last = now.getUTCFullYear() + YEARS;
  }

  /**
   * A point in time, given as an event's clock shows it and in UTC, both `YYYY-MM-DD HH:MM:SS`.
   * @returns the property, and the definition of its zone if that was not written yet
   */
  time(
    name: string,
    wall: string,
    utc: string,
    timezone: string,
  ): { property: Property; definition: string } {
    const offset = fixedOffset(timezone);
    const isTold = offset !== undefined || (this.#tells(wall) && isPlain(wall, utc, timezone));
    if (timezone === 'UTC' || !isTold)
      return { property: [name, {}, 'date-time', `${jcalTime(utc)}Z`], definition: '' };
    const tzid = offset === undefined ? timezone : `UTC${signed(offset, '')}`;
    return {
      property: [name, { tzid }, 'date-time', jcalTime(wall)],
      definition: this.#define(tzid, offset),
    };
  }

  #tells(wall: string): boolean {
    const year = Number(wall.slice(0, 4));
    return year >= this.#first && year <= this.#last;
  }

  #define(tzid: string, offset: number | undefined): string {
    if (this.#defined.has(tzid)) return '';
    this.#defined.add(tzid);
    if (offset === undefined) return named(tzid, this.#first, this.#last);
    return zone(tzid, [constant(1970, signed(offset, ':'))]);
  }
}
