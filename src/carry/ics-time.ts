import ICAL from 'ical.js';
import { wallFrom } from '../kernel/civil.ts';
import { signed } from '../kernel/fixed-offsets.ts';
import { knownZone, utcOf, wallOf } from '../kernel/zones.ts';
import type { JcalProperty, Part } from './ics-parts.ts';
import { Refused } from './report.ts';

/**
 * A start or end: local time (`wall`) and `utc`, both `YYYY-MM-DD HH:MM:SS`. Of an all-day event `wall` is a
 * date and `utc` null.
 */
export interface Moment {
  readonly wall: string;
  readonly utc: string | null;
  /** The zone of `wall`. */
  readonly zone: string;
  /** Whether the file gives the zone. A time in UTC does not: events of any zone are written in UTC. */
  readonly isNamed: boolean;
}

/** Identifies an occurrence of a series: its start in UTC, as in RFC 5545. */
export const occurrenceKey = ({ wall, utc }: Moment): string =>
  utc === null ? wall.replaceAll('-', '') : `${utc.replace(/[-:]/g, '').replace(' ', 'T')}Z`;

/** A VTIMEZONE. */
interface Definition {
  /** The same zone in the tz database, if there is one. */
  readonly zone: string | undefined;
  readonly rules: ICAL.Timezone;
}

function definitionOf(part: Part): Definition {
  const component = new ICAL.Component(part.jcal);
  const offsets = new Set(
    component.getAllSubcomponents().map((one) => String(one.getFirstPropertyValue('tzoffsetto'))),
  );
  const [only] = offsets;
  const fixed = offsets.size === 1 && only ? /^([+-])(\d\d):(\d\d)/.exec(only) : null;
  const seconds = fixed ? (Number(fixed[2]) * 60 + Number(fixed[3])) * (fixed[1] === '-' ? -60 : 60) : 0;
  return {
    zone:
      knownZone(part.text('tzid')) ??
      knownZone(part.text('x-lic-location')) ??
      (fixed ? knownZone(`UTC${signed(seconds, ':')}`) : undefined),
    rules: new ICAL.Timezone(component),
  };
}

/** Reads the times of one file, with the time zones that it defines. */
export class Clocks {
  readonly #site: string;
  readonly #defined = new Map<string, Definition>();

  /** @param site the zone of times without one */
  constructor(site: string) {
    this.#site = site;
  }

  define(part: Part): void {
    const tzid = part.text('tzid');
    if (tzid !== '' && !this.#defined.has(tzid)) this.#defined.set(tzid, definitionOf(part));
  }

  /** Whether all time zones of an event are known, or have been defined. */
  knows(part: Part): boolean {
    return part.jcal[1].every(
      ([, { tzid }]) =>
        typeof tzid !== 'string' || this.#zoneOf(tzid) !== undefined || this.#defined.has(tzid),
    );
  }

  /** The zone of the file's author, else that of the site. */
  own({ calendar }: Part): string {
    return knownZone(calendar.timezone) ?? this.#site;
  }

  /** The zone in the tz database that a TZID means, which may be the end of a longer name. */
  #zoneOf(tzid: string): string | undefined {
    const [, last = ''] = /(?:^|\/)([A-Z]\w+\/[\w+/-]+)$/.exec(tzid) ?? [];
    return knownZone(tzid) ?? this.#defined.get(tzid)?.zone ?? knownZone(last);
  }

  /** Reads a value of a property. @throws Refused for an invalid time or an unknown zone */
  moment(part: Part, [name, { tzid }, type]: JcalProperty, value: unknown): Moment {
    if (typeof value !== 'string') throw new Refused(`has a ${name.toUpperCase()} that is no time`);
    const own = this.own(part);
    const named = knownZone(part.calendar.timezone) !== undefined;
    if (type === 'date' || value.length === 10)
      return { wall: plainDate(name, value), utc: null, zone: own, isNamed: named };
    const wall = plainTime(name, value);
    // Without a zone of the author, all that is known of such a time is its instant.
    if (value.endsWith('Z')) {
      const zone = knownZone(part.calendar.timezone) ?? 'UTC';
      return { wall: wallOf(wall, zone), utc: wall, zone, isNamed: named };
    }
    if (typeof tzid !== 'string') return { wall, utc: utcOf(wall, own), zone: own, isNamed: named };
    const zone = this.#zoneOf(tzid);
    if (zone !== undefined) return { wall, utc: utcOf(wall, zone), zone, isNamed: true };
    const rules = this.#defined.get(tzid)?.rules;
    if (!rules) throw new Refused(`has a time in the zone "${tzid}", which nobody defines`);
    const defined = ICAL.Time.fromDateTimeString(wall.replace(' ', 'T'));
    defined.zone = rules;
    const utc = wallFrom(defined.toUnixTime());
    return { wall: wallOf(utc, own), utc, zone: own, isNamed: named };
  }
}

function plainDate(name: string, value: string): string {
  try {
    return Temporal.PlainDate.from(value.slice(0, 10)).toString();
  } catch {
    throw new Refused(`has a ${name.toUpperCase()} that is no date: ${value}`);
  }
}

function plainTime(name: string, value: string): string {
  try {
    const read = Temporal.PlainDateTime.from(value.replace(/Z$/, ''));
    return read.toString({ smallestUnit: 'second' }).replace('T', ' ');
  } catch {
    throw new Refused(`has a ${name.toUpperCase()} that is no time: ${value}`);
  }
}

/** Adds a duration: days and weeks in local time, hours and less in elapsed time. */
export function laterMoment({ wall, utc, zone, isNamed }: Moment, duration: Temporal.Duration): Moment {
  if (utc === null)
    return { wall: Temporal.PlainDate.from(wall).add(duration).toString(), utc, zone, isNamed };
  const { weeks, days, hours, minutes, seconds } = duration;
  const onClock = Temporal.PlainDateTime.from(wall).add({ weeks, days });
  const moved = onClock.toString({ smallestUnit: 'second' }).replace('T', ' ');
  // Without days, local time is not used: in autumn it may be ambiguous.
  const from = weeks === 0 && days === 0 ? utc : utcOf(moved, zone);
  const elapsed = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const end = wallFrom((Date.parse(`${from.replace(' ', 'T')}Z`) + elapsed) / 1000);
  return { wall: wallOf(end, zone), utc: end, zone, isNamed };
}
