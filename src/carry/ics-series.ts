import { Script } from 'node:vm';
import ICAL from 'ical.js';
import { utcOf, wallOf } from '../kernel/zones.ts';
import type { Part } from './ics-parts.ts';
import { type Clocks, keyOf, type Moment } from './ics-time.ts';
import { Refused } from './report.ts';

/** The days in which events that recur are brought in, both `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** So many times a rule is asked before it is given up: a daily one since 1900. */
const MOST = 50_000;

/** Whether something begins within the days, by the clock it is on. */
export const isWithin = ({ wall }: Moment, { from, to }: Days): boolean =>
  wall.slice(0, 10) >= from && wall.slice(0, 10) <= to;

/** `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` as ical.js counts with it: on a clock of its own. */
const icalTime = (wall: string): ICAL.Time =>
  wall.length === 10 ? ICAL.Time.fromDateString(wall) : ICAL.Time.fromDateTimeString(wall.replace(' ', 'T'));

/** The end of a rule on the clock of what recurs, as rules are counted there. */
function untilOf(value: unknown, { utc, zone }: Moment): ICAL.Time | null {
  if (typeof value !== 'string') return null;
  if (value.length === 10) return icalTime(utc === null ? value : `${value} 23:59:59`);
  const wall = value.replace(/Z$/, '').replace('T', ' ');
  const onClock = value.endsWith('Z') ? wallOf(wall, zone) : wall;
  return icalTime(utc === null ? onClock.slice(0, 10) : onClock);
}

/**
 * What begins as the rule says, until the last of the days.
 * @throws Refused for a rule that never ends to be counted
 */
function* byRule(rule: object, start: Moment, { from, to }: Days): Generator<Moment> {
  const { until, ...rest }: { until?: unknown } = { ...rule };
  const recur = ICAL.Recur.fromData(rest);
  const end = untilOf(until, start);
  if (end) recur.until = end;
  const iterator = recur.iterator(icalTime(start.wall));
  for (let count = 0, at = iterator.next(); at; at = iterator.next(), count++) {
    const wall = at.toString().replace('T', ' ');
    if (wall.slice(0, 10) > to) return;
    if (count >= MOST) throw new Refused('recurs too often to be counted');
    if (wall.slice(0, 10) < from) continue;
    yield { ...start, wall, utc: start.utc === null ? null : utcOf(wall, start.zone) };
  }
}

const CALL = new Script('work()');
/** A rule is counted for so long at most, in milliseconds. */
const LONGEST = 5_000;

/**
 * Does work that may not end: ical.js looks for the 31st of February, hour by hour, for ever. Only from outside of it
 * can code be broken off that gives nobody else a turn.
 */
function withinLimit<T>(work: () => T): T {
  let done: { value: T } | undefined;
  const sandbox = {
    work: () => {
      done = { value: work() };
    },
  };
  try {
    CALL.runInNewContext(sandbox, { timeout: LONGEST });
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new Refused('recurs by a rule that takes too long to be counted');
    throw error;
  }
  if (!done) throw new Error('the work has not been done');
  return done.value;
}

/** The moments of a property that lists some; of periods their beginnings. */
const listed = (clocks: Clocks, part: Part, name: string): Moment[] =>
  part.all(name).flatMap((property) => {
    const [, , , ...values] = property;
    return values.map((value) => clocks.moment(part, property, Array.isArray(value) ? value[0] : value));
  });

/** A series: when its occurrences begin, and which it has no more, within the days. */
export interface Series {
  readonly starts: readonly Moment[];
  readonly left: readonly Moment[];
}

/** @throws Refused for what cannot be counted */
export function seriesOf(clocks: Clocks, part: Part, start: Moment, days: Days): Series {
  const all = new Map([[keyOf(start), start]]);
  const add = (moment: Moment): void => void all.set(keyOf(moment), moment);
  for (const [, , , rule] of part.all('rrule')) {
    if (typeof rule !== 'object' || rule === null) throw new Refused('has a rule that cannot be read');
    try {
      for (const moment of withinLimit(() => [...byRule(rule, start, days)])) add(moment);
    } catch (error) {
      throw error instanceof Refused ? error : new Refused('has a rule that cannot be read');
    }
  }
  for (const moment of listed(clocks, part, 'rdate')) add(inForm(moment, start));
  const left = listed(clocks, part, 'exdate').flatMap((moment) => {
    // A day stands for whatever begins on it.
    if (moment.utc !== null || start.utc === null) return [inForm(moment, start)];
    return [...all.values()].filter(({ wall }) => wall.startsWith(moment.wall));
  });
  for (const moment of left) all.delete(keyOf(moment));
  const within = (moments: Iterable<Moment>): Moment[] =>
    [...moments].filter((moment) => isWithin(moment, days)).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return { starts: within(all.values()), left: within(left) };
}

/** A moment of a series of days is a day. */
const inForm = (moment: Moment, start: Moment): Moment =>
  start.utc === null && moment.utc !== null ? { ...start, wall: moment.wall.slice(0, 10) } : moment;
