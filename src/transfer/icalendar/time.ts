import ICAL from 'ical.js';
import { dateTimeFromSeconds } from '../../lib/date-time.ts';
import { shortened } from '../../lib/errors.ts';
import { signed } from '../../lib/fixed-offsets.ts';
import { windowsZone } from '../../lib/windows-zones.ts';
import { findZone, localDateTimeOf, utcOf } from '../../lib/zones.ts';
import { ImportError } from '../import/report.ts';
import type { IcsComponent, JcalProperty } from './components.ts';

/**
 * A start or end: local time (`local`) and `utc`, both `YYYY-MM-DD HH:MM:SS`. Of an all-day event `local` is a
 * date and `utc` null.
 */
export interface Moment {
  readonly local: string;
  readonly utc: string | null;
  readonly zone: string;
  /** Whether the file gives the zone. A time in UTC does not: events of any zone are written in UTC. */
  readonly isNamed: boolean;
}

/** Identifies an occurrence of a series: its start in UTC, as in RFC 5545. */
export const occurrenceKey = ({ local, utc }: Moment): string =>
  utc === null ? local.replaceAll('-', '') : `${utc.replace(/[-:]/g, '').replace(' ', 'T')}Z`;

/** A VTIMEZONE. */
class Definition {
  /** undefined once they have failed. */
  #rules: ICAL.Timezone | undefined;
  /** The zone of the tz database that it names beside its own name, if there is one. */
  readonly alias: string | undefined;
  /** Its offset, if it has no other: `UTC+05:30`. */
  readonly fixed: string | undefined;

  /** @throws ImportError for one that cannot be read */
  constructor(component: IcsComponent) {
    try {
      const definition = new ICAL.Component(component.jcal);
      this.#rules = new ICAL.Timezone(definition);
      this.fixed = fixedZone(definition);
    } catch {
      throw new ImportError('is not a time zone that can be read');
    }
    this.alias = findZone(component.text('x-lic-location'));
  }

  /**
   * The UTC of a local time, both `YYYY-MM-DD HH:MM:SS`.
   * @throws ImportError where that cannot be computed, at once if it has failed or has been broken off before
   */
  utcOf(local: string): string {
    const unreadable = new ImportError('has a time in a zone whose definition cannot be read');
    const rules = this.#rules;
    if (!rules) throw unreadable;
    // Work that is broken off leaves them away: they are half computed, and large.
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
  return fixed ? findZone(`UTC${signed(seconds, ':')}`) : undefined;
}

/** A day of each week of a year, at noon. */
const weeksOf = (year: string): string[] =>
  Array.from({ length: 53 }, (_, week) => {
    const day = Temporal.PlainDate.from(`${year}-01-01`).add({ weeks: week });
    return `${day} 12:00:00`;
  });

/** In characters; longer than any name of a zone. */
const LONGEST_NAME = 255;

/** Reads the times of one file, with the time zones that it defines. */
export class TimeReader {
  readonly #site: string;
  readonly #defined = new Map<string, Definition>();
  /** Whether definitions agree with the tz database, by `TZID year`. */
  readonly #agreement = new Map<string, boolean>();

  /** @param site the zone of times without one */
  constructor(site: string) {
    this.#site = site;
  }

  /** @throws ImportError for a definition that cannot be read */
  define(component: IcsComponent): void {
    const tzid = component.text('tzid');
    if (tzid !== '' && !this.#defined.has(tzid)) this.#defined.set(tzid, new Definition(component));
  }

  /** Whether all time zones of an event are known, or have been defined. */
  knows(component: IcsComponent): boolean {
    return component.jcal[1].every(
      ([, { tzid }]) => typeof tzid !== 'string' || zoneAtEnd(tzid) !== undefined || this.#defined.has(tzid),
    );
  }

  /** The zone of the file's author, if it is given. */
  #ofAuthor({ calendar }: IcsComponent): string | undefined {
    return findZone(calendar.timezone) ?? windowsZone(calendar.timezone);
  }

  /**
   * The zone in the tz database that a TZID means: by its name; by that of Windows, unless the file defines other
   * times for it in the year of the event; by what the file says beside it (rules#calendar-files).
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
    const ofAuthor = this.#ofAuthor(component);
    const own = ofAuthor ?? this.#site;
    const named = ofAuthor !== undefined;
    if (type === 'date' || value.length === 10)
      return { local: plainDate(name, value), utc: null, zone: own, isNamed: named };
    const local = plainTime(name, value);
    // Without a zone of the author, all that is known of such a time is its instant.
    if (value.endsWith('Z')) {
      const zone = ofAuthor ?? 'UTC';
      return { local: localDateTimeOf(local, zone), utc: local, zone, isNamed: named };
    }
    if (typeof tzid !== 'string') return { local, utc: utcOf(local, own), zone: own, isNamed: named };
    // All times of an event are read alike, also those of another year.
    const zone = this.#zoneOf(tzid, /^\d{4}/.exec(component.text('dtstart'))?.[0] ?? local.slice(0, 4));
    if (zone !== undefined) return { local, utc: utcOf(local, zone), zone, isNamed: true };
    const definition = this.#defined.get(tzid);
    if (!definition)
      throw new ImportError(`has a time in the zone "${shortened(tzid, 60)}", which nobody defines`);
    const utc = definition.utcOf(local);
    return { local: localDateTimeOf(utc, own), utc, zone: own, isNamed: named };
  }
}

/** The zone of the tz database whose name a TZID is, or with which it ends (`/mozilla.org/…/America/New_York`). */
function zoneAtEnd(tzid: string): string | undefined {
  if (tzid.length > LONGEST_NAME) return undefined;
  const [, last = ''] = /(?:^|\/)([A-Z]\w+\/[\w+/-]+)$/.exec(tzid) ?? [];
  return findZone(tzid) ?? findZone(last);
}

/**
 * What is wrong with a time, and how it is written. One that has another form is not shown: ical.js has put marks
 * into it.
 */
const noTime = (name: string, what: 'date' | 'time', value: string): ImportError =>
  new ImportError(
    `has a ${name.toUpperCase()} that is not a ${what}` +
      (/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ?)?$/.test(value)
        ? `: ${value}`
        : `: it is written as ${what === 'date' ? '20310401' : '20310401T183000'}`),
  );

function plainDate(name: string, value: string): string {
  try {
    return Temporal.PlainDate.from(value.slice(0, 10)).toString();
  } catch {
    throw noTime(name, 'date', value);
  }
}

function plainTime(name: string, value: string): string {
  try {
    const read = Temporal.PlainDateTime.from(value.replace(/Z$/, ''));
    return read.toString({ smallestUnit: 'second' }).replace('T', ' ');
  } catch {
    throw noTime(name, 'time', value);
  }
}

/** Adds a duration: days and weeks in local time, hours and less in elapsed time. */
export function laterMoment({ local, utc, zone, isNamed }: Moment, duration: Temporal.Duration): Moment {
  if (utc === null)
    return { local: Temporal.PlainDate.from(local).add(duration).toString(), utc, zone, isNamed };
  const { weeks, days, hours, minutes, seconds } = duration;
  const onClock = Temporal.PlainDateTime.from(local).add({ weeks, days });
  const moved = onClock.toString({ smallestUnit: 'second' }).replace('T', ' ');
  // Without days, local time is not used: in autumn it may be ambiguous.
  const from = weeks === 0 && days === 0 ? utc : utcOf(moved, zone);
  const elapsed = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const end = dateTimeFromSeconds((Date.parse(`${from.replace(' ', 'T')}Z`) + elapsed) / 1000);
  return { local: localDateTimeOf(end, zone), utc: end, zone, isNamed };
}
