import { Script } from 'node:vm';
import ICAL from 'ical.js';
import { utcOf, wallOf } from '../kernel/zones.ts';
import type { Part } from './ics-parts.ts';
import { type Clocks, type Moment, occurrenceKey } from './ics-time.ts';
import { Refused } from './report.ts';

/** The days between which occurrences of series are imported, both included: `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Occurrences of one rule that are computed at most: a daily one since 1900 has fewer. */
const MOST = 50_000;

/** Whether something begins within the days, in its own local time. */
export const isWithin = ({ wall }: Moment, { from, to }: Days): boolean =>
  wall.slice(0, 10) >= from && wall.slice(0, 10) <= to;

/** `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` as a floating time of ical.js. */
const icalTime = (wall: string): ICAL.Time =>
  wall.length === 10 ? ICAL.Time.fromDateString(wall) : ICAL.Time.fromDateTimeString(wall.replace(' ', 'T'));

/** UNTIL of a rule in local time, because rules are computed in local time. */
function untilOf(value: unknown, { utc, zone }: Moment): ICAL.Time | null {
  if (typeof value !== 'string') return null;
  if (value.length === 10) return icalTime(utc === null ? value : `${value} 23:59:59`);
  const wall = value.replace(/Z$/, '').replace('T', ' ');
  const onClock = value.endsWith('Z') ? wallOf(wall, zone) : wall;
  return icalTime(utc === null ? onClock.slice(0, 10) : onClock);
}

/**
 * The occurrences that a rule gives, within the days.
 * @throws Refused for a rule with too many occurrences before the last day
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
/** The longest time for computing one rule, in milliseconds. */
const LONGEST = 5_000;

/**
 * Runs synchronous work that may never end, and breaks it off after {@link LONGEST}: for a rule such as the
 * 31st of February, ical.js searches for ever. `vm` can interrupt code that does not yield.
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
  if (!done) throw new Error('the work ended without a result');
  return done.value;
}

/** The values of a list property, such as RDATE; of periods their starts. */
const listedMoments = (clocks: Clocks, part: Part, name: string): Moment[] =>
  part.all(name).flatMap((property) => {
    const [, , , ...values] = property;
    return values.map((value) => clocks.moment(part, property, Array.isArray(value) ? value[0] : value));
  });

/** The starts of a series within the days; `left` are those of occurrences that EXDATE leaves out. */
interface Series {
  readonly starts: readonly Moment[];
  readonly left: readonly Moment[];
}

/** @throws Refused for a rule that cannot be computed */
export function seriesOf(clocks: Clocks, part: Part, start: Moment, days: Days): Series {
  const all = new Map([[occurrenceKey(start), start]]);
  const add = (moment: Moment): void => void all.set(occurrenceKey(moment), moment);
  for (const [, , , rule] of part.all('rrule')) {
    if (typeof rule !== 'object' || rule === null) throw new Refused('has a rule that cannot be read');
    try {
      for (const moment of withinLimit(() => [...byRule(rule, start, days)])) add(moment);
    } catch (error) {
      throw error instanceof Refused ? error : new Refused('has a rule that cannot be read');
    }
  }
  for (const moment of listedMoments(clocks, part, 'rdate')) add(inForm(moment, start));
  const left = listedMoments(clocks, part, 'exdate').flatMap((moment) => {
    // An EXDATE that is a day leaves out whatever begins on that day.
    if (moment.utc !== null || start.utc === null) return [inForm(moment, start)];
    return [...all.values()].filter(({ wall }) => wall.startsWith(moment.wall));
  });
  for (const moment of left) all.delete(occurrenceKey(moment));
  const within = (moments: Iterable<Moment>): Moment[] =>
    [...moments]
      .filter((moment) => isWithin(moment, days))
      .sort((a, b) => (occurrenceKey(a) < occurrenceKey(b) ? -1 : 1));
  return { starts: within(all.values()), left: within(left) };
}

/** In a series of all-day events every start is a day, even if the file gives a time. */
const inForm = (moment: Moment, start: Moment): Moment =>
  start.utc === null && moment.utc !== null ? { ...start, wall: moment.wall.slice(0, 10) } : moment;
