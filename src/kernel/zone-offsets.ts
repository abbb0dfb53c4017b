import { BadValue } from '../errors.ts';
import { DAY, daysOf, secondsOf } from './civil.ts';

/** A stretch of time with one offset; `from` inclusive, `until` exclusive, in seconds since 1970 UTC. */
export interface Stretch {
  from: number;
  until: number;
  offset: number;
}

interface Zone {
  fixed: Stretch[] | undefined;
  format: Intl.DateTimeFormat | undefined;
  years: Map<number, Stretch[]>;
}

/**
 * The shortest time between two changes in the tz database is just under seven days, so a step of three days
 * misses none.
 */
const STEP = 3 * DAY;
/** Every wall clock of a year lies within two days of the same year in UTC. */
const MARGIN = 2 * DAY;
const MAX_OFFSET = 14 * 3600;
/** Dates may be anywhere in ten thousand years; keep the memory of one zone small. */
const MAX_YEARS = 200;

const zones = new Map<string, Zone>();

/**
 * Seconds east of Greenwich of `UTC+2`, `UTC-5.5`, `UTC+05:30`, `+02:00`, `+0200`; undefined for anything
 * else or beyond 14 hours.
 */
export const fixedOffset = (zone: string): number | undefined => {
  const match = /^(?:UTC([+-])(\d{1,2})(?:\.(\d{1,2})|:(\d{2}))?|([+-])(\d{2})(?::?(\d{2}))?)$/.exec(zone);
  if (!match) return undefined;
  const [, sign = match[5], hours = match[6], fraction, minutes = match[7] ?? '0'] = match;
  if (Number(minutes) > 59) return undefined;
  const seconds = Number(hours) * 3600 + (fraction ? Number(`0.${fraction}`) * 3600 : Number(minutes) * 60);
  if (seconds > MAX_OFFSET || seconds % 60 !== 0) return undefined;
  return sign === '-' && seconds > 0 ? -seconds : seconds;
};

const open = (name: string): Zone => {
  const offset = name === 'UTC' || name === 'GMT' ? 0 : fixedOffset(name);
  if (offset !== undefined) {
    return {
      fixed: [{ from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY, offset }],
      format: undefined,
      years: new Map(),
    };
  }
  try {
    const two = '2-digit';
    const parts = {
      era: 'short',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    } as const;
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, hourCycle: 'h23', ...parts });
    return { fixed: undefined, format, years: new Map() };
  } catch {
    throw new BadValue(`"${name}" is not a known time zone.`);
  }
};

/** Offset at an instant by the runtime's own tz data; 1 µs a call, hence the stretches. */
const measure = (format: Intl.DateTimeFormat, instant: number): number => {
  const match = /^(\d+)\/(\d+)\/(\d+) ([AB])\w*, (\d+:\d+:\d+)$/.exec(format.format(instant * 1000));
  if (!match) return 0;
  const [, month, day, shown, era, time] = match;
  const year = era === 'A' ? Number(shown) : 1 - Number(shown);
  return daysOf(year, Number(month), Number(day)) * DAY + secondsOf(`1970-01-01 ${time}`) - instant;
};

const survey = (format: Intl.DateTimeFormat, year: number): Stretch[] => {
  const end = daysOf(year + 1, 1, 1) * DAY + MARGIN;
  let at = daysOf(year, 1, 1) * DAY - MARGIN;
  let current: Stretch = {
    from: Number.NEGATIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
    offset: measure(format, at),
  };
  const stretches = [current];
  while (at < end) {
    const next = Math.min(at + STEP, end);
    const offset = measure(format, next);
    if (offset !== current.offset) {
      let [before, after] = [at, next];
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2);
        if (measure(format, middle) === current.offset) before = middle;
        else after = middle;
      }
      current.until = after;
      current = { from: after, until: Number.POSITIVE_INFINITY, offset };
      stretches.push(current);
    }
    at = next;
  }
  return stretches;
};

/**
 * The offsets of a zone around a year (its instants in UTC and its wall clocks alike), in order. @throws
 * BadValue for an unknown zone
 */
export const stretchesOf = (name: string, year: number): readonly Stretch[] => {
  let zone = zones.get(name);
  if (!zone) {
    zone = open(name);
    zones.set(name, zone);
  }
  if (zone.fixed) return zone.fixed;
  let stretches = zone.years.get(year);
  if (!stretches && zone.format) {
    if (zone.years.size >= MAX_YEARS) zone.years.clear();
    stretches = survey(zone.format, year);
    zone.years.set(year, stretches);
  }
  return stretches ?? [];
};
