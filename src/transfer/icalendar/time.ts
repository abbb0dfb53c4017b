import ICAL from 'ical.js';
import { dateTimeFromSeconds } from '../../lib/date-time.ts';
import { truncate } from '../../lib/errors.ts';
import { formatOffset } from '../../lib/fixed-offsets.ts';
import { windowsZone } from '../../lib/windows-zones.ts';
import { findZone, localDateTimeOf, utcOf } from '../../lib/zones.ts';
import { ImportError } from '../import/report.ts';
import type { IcsComponent, JcalProperty } from './components.ts';

/** A start or end. */
export interface Moment {
  /** Local time, `YYYY-MM-DD HH:MM:SS`; a day for all-day events. */
  readonly local: string;
  /** `YYYY-MM-DD HH:MM:SS`; null for all-day events. */
  readonly utc: string | null;
  readonly zone: string;
  /** Whether the file names the zone. UTC does not count: programs write events of any zone in UTC. */
  readonly isNamed: boolean;
}

/** The key of an occurrence: its start in UTC, in the form of RFC 5545. */
export const occurrenceKey = ({ local, utc }: Moment): string =>
  utc === null ? local.replaceAll('-', '') : `${utc.replace(/[-:]/g, '').replace(' ', 'T')}Z`;

class Definition {
  /** undefined after a failure. */
  #rules: ICAL.Timezone | undefined;
  /** The tz database zone in its X-LIC-LOCATION. */
  readonly alias: string | undefined;
  /** Its only offset, `UTC+05:30`; undefined if it has several. */
  readonly fixed: string | undefined;

  /** @throws ImportError for an invalid definition */
  constructor(component: IcsComponent) {
    try {
      const definition = new ICAL.Component(component.jcal);
      this.#rules = new ICAL.Timezone(definition);
      this.fixed = fixedZone(definition);
    } catch {
      throw new ImportError('is not a valid time zone');
    }
    this.alias = findZone(component.text('x-lic-location'));
  }

  /**
   * Converts local time to UTC, both `YYYY-MM-DD HH:MM:SS`.
   * @throws ImportError on failure, and immediately after an earlier failure or interruption
   */
  utcOf(local: string): string {
    const unreadable = new ImportError('has a time in a zone whose definition cannot be read');
    const rules = this.#rules;
    if (!rules) throw unreadable;
    // An interruption leaves them undefined, because they are incomplete and large.
    this.#rules = undefined;
    try {
      const time = ICAL.Time.fromDateTimeString(local.replace(' ', 'T'));
      time.zone = rules;
      const utc = dateTimeFromSeconds(time.toUnixTime());
      this.#rules = rules;
      return utc;
    } catch {
      throw unreadable;
    }
  }
}

function fixedZone(component: ICAL.Component): string | undefined {
  const offsets = new Set(
    component.getAllSubcomponents().map((one) => String(one.getFirstPropertyValue('tzoffsetto'))),
  );
  const [only] = offsets;
  const fixed = offsets.size === 1 && only ? /^([+-])(\d\d):(\d\d)/.exec(only) : null;
  const seconds = fixed ? (Number(fixed[2]) * 60 + Number(fixed[3])) * (fixed[1] === '-' ? -60 : 60) : 0;
  return fixed ? findZone(`UTC${formatOffset(seconds, ':')}`) : undefined;
}

/** One day of each week of a year, at noon. */
const weeksOf = (year: string): string[] =>
  Array.from({ length: 53 }, (_, week) => {
    const day = Temporal.PlainDate.from(`${year}-01-01`).add({ weeks: week });
    return `${day} 12:00:00`;
  });

/** In characters; longer than any name of a zone. */
const LONGEST_NAME = 255;

/** Reads the times of one file, with its time zone definitions. */
export class TimeReader {
  readonly #site: string;
  readonly #defined = new Map<string, Definition>();
  /** Whether definitions agree with the tz database, by `TZID year`. */
  readonly #agreement = new Map<string, boolean>();

  /** @param site the site's zone, for times without a zone */
  constructor(site: string) {
    this.#site = site;
  }

  /** Adds a VTIMEZONE. @throws ImportError for an invalid definition */
  define(component: IcsComponent): void {
    const tzid = component.text('tzid');
    if (tzid !== '' && !this.#defined.has(tzid)) this.#defined.set(tzid, new Definition(component));
  }

  /** Whether all time zones of an event are known or defined so far. */
  knows(component: IcsComponent): boolean {
    return component.jcal[1].every(
      ([, { tzid }]) => typeof tzid !== 'string' || zoneAtEnd(tzid) !== undefined || this.#defined.has(tzid),
    );
  }

  /** The author's zone in the file, if any. */
  #authorZone({ calendar }: IcsComponent): string | undefined {
    return findZone(calendar.timezone) ?? windowsZone(calendar.timezone);
  }

  /**
   * Maps a TZID to a tz database zone: by its name or alias; by its Windows name, unless the file's definition differs
   * in the year of the event; else by the definition's fixed offset (rules#calendar-files).
   */
  #zoneOf(tzid: string, year: string): string | undefined {
    const definition = this.#defined.get(tzid);
    const named = zoneAtEnd(tzid) ?? definition?.alias;
    if (named !== undefined) return named;
    const ofWindows = windowsZone(tzid);
    if (ofWindows !== undefined && (!definition || this.#agrees(tzid, definition, ofWindows, year)))
      return ofWindows;
    return definition?.fixed;
  }

  #agrees(tzid: string, definition: Definition, zone: string, year: string): boolean {
    const key = `${tzid} ${year}`;
    const cached = this.#agreement.get(key);
    if (cached !== undefined) return cached;
    const agrees = weeksOf(year).every((local) => definition.utcOf(local) === utcOf(local, zone));
    this.#agreement.set(key, agrees);
    return agrees;
  }

  /** Reads a value of a property. @throws ImportError for an invalid time or an unknown zone */
  moment(component: IcsComponent, [name, { tzid }, type]: JcalProperty, value: unknown): Moment {
    if (typeof value !== 'string') throw new ImportError(`has a ${name.toUpperCase()} that is not a time`);
    const authorZone = this.#authorZone(component);
    const own = authorZone ?? this.#site;
    const named = authorZone !== undefined;
    if (type === 'date' || value.length === 10)
      return { local: plainDate(name, value), utc: null, zone: own, isNamed: named };
    const local = plainTime(name, value);
    // Without an author's zone, only the instant is known.
    if (value.endsWith('Z')) {
      const zone = authorZone ?? 'UTC';
      return { local: localDateTimeOf(local, zone), utc: local, zone, isNamed: named };
    }
    if (typeof tzid !== 'string') return { local, utc: utcOf(local, own), zone: own, isNamed: named };
    // All times of an event use the same zone, including those of another year.
    const zone = this.#zoneOf(tzid, /^\d{4}/.exec(component.text('dtstart'))?.[0] ?? local.slice(0, 4));
    if (zone !== undefined) return { local, utc: utcOf(local, zone), zone, isNamed: true };
    const definition = this.#defined.get(tzid);
    if (!definition) throw new ImportError(`has a time in the unknown zone "${truncate(tzid, 60)}"`);
    const utc = definition.utcOf(local);
    return { local: localDateTimeOf(utc, own), utc, zone: own, isNamed: named };
  }
}

/** The tz database zone that a TZID is, or with which it ends (`/mozilla.org/…/America/New_York`). */
function zoneAtEnd(tzid: string): string | undefined {
  if (tzid.length > LONGEST_NAME) return undefined;
  const [, last = ''] = /(?:^|\/)([A-Z]\w+\/[\w+/-]+)$/.exec(tzid) ?? [];
  return findZone(tzid) ?? findZone(last);
}

/** The error for an invalid time. Omits values of another form, because ical.js has inserted separators. */
const invalidTime = (name: string, what: 'date' | 'time', value: string): ImportError =>
  new ImportError(
    `has a ${name.toUpperCase()} that is not a ${what}` +
      (/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ?)?$/.test(value)
        ? `: ${value}`
        : `: use the form ${what === 'date' ? '20310401' : '20310401T183000'}`),
  );

function plainDate(name: string, value: string): string {
  try {
    return Temporal.PlainDate.from(value.slice(0, 10)).toString();
  } catch {
    throw invalidTime(name, 'date', value);
  }
}

function plainTime(name: string, value: string): string {
  try {
    const read = Temporal.PlainDateTime.from(value.replace(/Z$/, ''));
    return read.toString({ smallestUnit: 'second' }).replace('T', ' ');
  } catch {
    throw invalidTime(name, 'time', value);
  }
}

/** Adds a duration: weeks and days in local time, hours and smaller units in elapsed time. */
export function addDuration({ local, utc, zone, isNamed }: Moment, duration: Temporal.Duration): Moment {
  if (utc === null)
    return { local: Temporal.PlainDate.from(local).add(duration).toString(), utc, zone, isNamed };
  const { weeks, days, hours, minutes, seconds } = duration;
  const onClock = Temporal.PlainDateTime.from(local).add({ weeks, days });
  const moved = onClock.toString({ smallestUnit: 'second' }).replace('T', ' ');
  // Without days, avoid local time: it can be ambiguous in autumn.
  const from = weeks === 0 && days === 0 ? utc : utcOf(moved, zone);
  const elapsed = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const end = dateTimeFromSeconds((Date.parse(`${from.replace(' ', 'T')}Z`) + elapsed) / 1000);
  return { local: localDateTimeOf(end, zone), utc: end, zone, isNamed };
}
