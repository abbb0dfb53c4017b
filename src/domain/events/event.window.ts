import { sql } from 'kysely';
import { addMonths, nextDay, startOfDay } from '../../lib/dates.ts';
import { BadValue } from '../../lib/errors.ts';
import { readDateTime } from '../../lib/read-date.ts';
import { localDateTimeOf, utcOf } from '../../lib/zones.ts';
import { allOf, type Condition } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { EventFilter } from '../generated/schema.ts';
import type { Filter } from '../resource/checks.ts';
import { dayCondition, endsSince } from './event.days.ts';

/**
 * The conditions of a list of events. Without `exact` each date stands for its whole day, so that a bound always
 * falls between two days (rules#window, rules#days).
 */
export interface ListFilter extends EventFilter {
  /** Whether the list is ordered by the ends of events. */
  isByEnd?: boolean;
}

type Comparison = '<' | '<=' | '>' | '>=';

/** How far the default window reaches into the future, in months. */
const DEFAULT_MONTHS = 24;

interface Bound {
  /** The end of an event that the bound is about. */
  end: 'start' | 'end';
  /** With `exact`: how the start or end compares with the moment. */
  strict: Comparison;
  /** Without `exact`: on which side of the beginning (`from`) or the end (`until`, `next`) of the day it lies. */
  day: 'from' | 'until' | 'next';
}

const BOUNDS = {
  startsFrom: { end: 'start', strict: '>=', day: 'from' },
  startsUntil: { end: 'start', strict: '<=', day: 'until' },
  endsUntil: { end: 'end', strict: '<=', day: 'until' },
  startsBefore: { end: 'start', strict: '<', day: 'until' },
  startsAfter: { end: 'start', strict: '>', day: 'next' },
  endsBefore: { end: 'end', strict: '<', day: 'until' },
  endsAfter: { end: 'end', strict: '>', day: 'next' },
} as const satisfies Record<string, Bound>;

type BoundName = keyof typeof BOUNDS;

interface PointInTime {
  local: string;
  utc: string;
}

/** The beginning of the next day, on any clock; null after the last day of the calendar. */
function nextDayIfAny(local: string): string | null {
  try {
    return nextDay(local);
  } catch (error) {
    if (error instanceof BadValue) return null;
    throw error;
  }
}

function boundCondition(
  { settings: { timezone } }: Context,
  name: BoundName,
  moment: PointInTime,
  isStrict: boolean,
): Condition {
  const { strict, day, end }: Bound = BOUNDS[name];
  if (isStrict) return sql`${sql.ref(`event.${end}_utc`)} ${sql.raw(strict)} ${moment.utc}::timestamp`;
  if (day === 'from') return dayCondition(end, 'from', startOfDay(moment.local), timezone);
  const after = nextDayIfAny(moment.local);
  if (after === null) return day === 'until' ? sql`true` : sql`false`;
  return dayCondition(end, day === 'until' ? 'until' : 'from', after, timezone);
}

/** The bound of a list with these conditions. */
function boundIn(filter: ListFilter, context: Context, name: BoundName, moment: PointInTime): Condition {
  const condition = boundCondition(context, name, moment, filter.exact === true);
  const { end, day } = BOUNDS[name];
  const boundsEnds = filter.isByEnd === true && end === 'start' && day !== 'until';
  return boundsEnds ? allOf([condition, endsSince(startOfDay(moment.local))]) : condition;
}

/** What stands for the first and the last day of the calendar where the clocks of a zone reach beyond it. */
const ENDS: Readonly<Record<string, string>> = { '0001-01-01': '-infinity', '9999-12-31': 'infinity' };

/** Reads a date for a bound. @throws BadValue */
function readMoment(context: Context, value: string | number): PointInTime {
  try {
    return readDateTime(value, context.settings.timezone, context.clock);
  } catch (error) {
    const day = /^\s*(\d{4}-\d\d-\d\d)(?![\d.])/.exec(String(value))?.[1] ?? '';
    const utc = ENDS[day];
    // The scalar has checked its syntax.
    if (utc === undefined || !(error instanceof BadValue)) throw error;
    return { local: `${day} 00:00:00`, utc };
  }
}

/** The filter of one date. `include` lifts it. */
export const dateFilter =
  (name: BoundName): Filter<string | number, Condition, ListFilter> =>
  (value, context, filter) => {
    const moment = readMoment(context, value);
    return filter.include ? null : boundIn(filter, context, name, moment);
  };

/** Events that were changed at a moment or later: changes in the same second must not be missed. */
export const modifiedFilter: Filter<string | number, Condition> = (value, context) =>
  sql`event.modified_utc >= ${readMoment(context, value).utc}::timestamp`;

/** Events that have begun and not ended at the moment of the request, or all others. */
export const ongoingFilter: Filter<boolean, Condition> = (wanted, context) => {
  const { nowUtc } = context.clock;
  const isOngoing: Condition = sql`
    event.start_utc <= ${nowUtc}::timestamp and event.end_utc > ${nowUtc}::timestamp`;
  return wanted ? isOngoing : sql`not (${isOngoing})`;
};

/** The default bounds that no condition replaces, and that do not contradict the other bound. */
function defaultBounds(
  context: Context,
  filter: ListFilter,
  now: PointInTime,
  { from, until }: { from: PointInTime | null; until: PointInTime | null },
): Condition[] {
  const farLocal = addMonths(now.local, DEFAULT_MONTHS);
  const far: PointInTime = { local: farLocal, utc: utcOf(farLocal, context.settings.timezone) };
  const isBefore = (a: PointInTime, b: PointInTime): boolean =>
    filter.exact === true ? a.utc < b.utc : startOfDay(a.local) < startOfDay(b.local);
  // In revision A the window ends with the last start (rules#revisions).
  const end = context.settings.revision === 'A' ? 'startsUntil' : 'endsUntil';
  const conditions: Condition[] = [];
  if (!from && !(until && isBefore(until, now))) conditions.push(boundIn(filter, context, 'startsFrom', now));
  if (!until && !(from && isBefore(far, from))) conditions.push(boundIn(filter, context, end, far));
  return conditions;
}

const momentOf = ({ clock: { nowUtc }, settings }: Context): PointInTime => ({
  local: localDateTimeOf(nowUtc, settings.timezone),
  utc: nowUtc,
});

/** Of the day of the site: lists without a time of day stay the same until midnight. */
function beginningOfDay({ clock, settings }: Context): PointInTime {
  const local = `${clock.today} 00:00:00`;
  return { local, utc: utcOf(local, settings.timezone) };
}

/**
 * The default bounds: from now to two years ahead. `startsBefore`, `startsAfter`, `endsBefore`, `endsAfter`, `include`,
 * `seriesOf`, `isOngoing`, `hasEnded` and `modifiedSince` remove them. A default that contradicts the other bound would
 * leave nothing to list, so it is dropped (rules#window).
 */
export function defaultWindow(context: Context, filter: ListFilter): readonly Condition[] {
  const { startsFrom = null, startsBefore, startsAfter, endsBefore, endsAfter } = filter;
  const { include, seriesOf, isOngoing, hasEnded, modifiedSince } = filter;
  const last = filter.endsUntil ?? filter.startsUntil ?? null;
  const bounds = startsBefore ?? startsAfter ?? endsBefore ?? endsAfter;
  const lifting = bounds ?? include ?? seriesOf ?? hasEnded ?? modifiedSince ?? null;
  if (lifting !== null || isOngoing === true) return [];
  const now = filter.exact === true ? momentOf(context) : beginningOfDay(context);
  const from = startsFrom === null ? null : readMoment(context, startsFrom);
  const until = last === null ? null : readMoment(context, last);
  return defaultBounds(context, filter, now, { from, until });
}
