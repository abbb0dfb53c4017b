import { sql } from 'kysely';
import { addMonths, nextDay, startOfDay } from '../../lib/dates.ts';
import { BadValue } from '../../lib/errors.ts';
import { readDateTime } from '../../lib/read-date.ts';
import { localDateTimeOf, utcOf } from '../../lib/zones.ts';
import { allOf, type Condition } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { EventFilter } from '../generated/schema.ts';
import type { Filter } from '../resource/checks.ts';
import { dayCondition, endsOnOrAfter } from './event.days.ts';

/**
 * The filter of a list of events. Without `exact` each date means its whole day, so every bound is between two days
 * (rules#window, rules#days).
 */
export interface ListFilter extends EventFilter {
  /** Whether the list is in the order of the ends. */
  isByEnd?: boolean;
}

type Comparison = '<' | '<=' | '>' | '>=';

const DEFAULT_WINDOW_MONTHS = 24;

interface Bound {
  end: 'start' | 'end';
  /** With `exact`: compares the start or end with the instant. */
  strict: Comparison;
  /** Without `exact`: from the start of the day (`from`), until its end (`until`), or from its end (`next`). */
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

/** The start of the next day; null after the last day of the calendar. */
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
  point: PointInTime,
  isStrict: boolean,
): Condition {
  const { strict, day, end }: Bound = BOUNDS[name];
  if (isStrict) return sql`${sql.ref(`event.${end}_utc`)} ${sql.raw(strict)} ${point.utc}::timestamp`;
  if (day === 'from') return dayCondition(end, 'from', startOfDay(point.local), timezone);
  const after = nextDayIfAny(point.local);
  if (after === null) return day === 'until' ? sql`true` : sql`false`;
  return dayCondition(end, day === 'until' ? 'until' : 'from', after, timezone);
}

/** In a list in the order of the ends, a bound on the starts also bounds the ends, so that their index can be used. */
function listBound(filter: ListFilter, context: Context, name: BoundName, point: PointInTime): Condition {
  const condition = boundCondition(context, name, point, filter.exact === true);
  const { end, day } = BOUNDS[name];
  const boundsEnds = filter.isByEnd === true && end === 'start' && day !== 'until';
  return boundsEnds ? allOf([condition, endsOnOrAfter(startOfDay(point.local))]) : condition;
}

/** Infinite timestamps for the first and the last day of the calendar, if their UTC instants are outside it. */
const CALENDAR_EDGES: Readonly<Record<string, string>> = {
  '0001-01-01': '-infinity',
  '9999-12-31': 'infinity',
};

/** @throws BadValue */
function readBound(context: Context, value: string | number): PointInTime {
  try {
    return readDateTime(value, context.settings.timezone, context.clock);
  } catch (error) {
    const day = /^\s*(\d{4}-\d\d-\d\d)(?![\d.])/.exec(String(value))?.[1] ?? '';
    const utc = CALENDAR_EDGES[day];
    // The scalar type has already checked the syntax.
    if (utc === undefined || !(error instanceof BadValue)) throw error;
    return { local: `${day} 00:00:00`, utc };
  }
}

/** The filter for one date. `include` disables it. */
export const dateFilter =
  (name: BoundName): Filter<string | number, Condition, ListFilter> =>
  (value, context, filter) => {
    const point = readBound(context, value);
    return filter.include ? null : listBound(filter, context, name, point);
  };

/** Events changed at an instant or later; inclusive, to avoid missing changes in the same second. */
export const modifiedFilter: Filter<string | number, Condition> = (value, context) =>
  sql`event.modified_utc >= ${readBound(context, value).utc}::timestamp`;

/** Current events at the time of the request, or all others. */
export const ongoingFilter: Filter<boolean, Condition> = (wanted, context) => {
  const { nowUtc } = context.clock;
  const isOngoing: Condition = sql`
    event.start_utc <= ${nowUtc}::timestamp and event.end_utc > ${nowUtc}::timestamp`;
  return wanted ? isOngoing : sql`not (${isOngoing})`;
};

/** The default bounds, except replaced ones and those contradicting the other bound. */
function defaultBounds(
  context: Context,
  filter: ListFilter,
  now: PointInTime,
  { from, until }: { from: PointInTime | null; until: PointInTime | null },
): Condition[] {
  const latestLocal = addMonths(now.local, DEFAULT_WINDOW_MONTHS);
  const latest: PointInTime = { local: latestLocal, utc: utcOf(latestLocal, context.settings.timezone) };
  const isBefore = (a: PointInTime, b: PointInTime): boolean =>
    filter.exact === true ? a.utc < b.utc : startOfDay(a.local) < startOfDay(b.local);
  // In revision A the window ends with the last start (rules#revisions).
  const end = context.settings.revision === 'A' ? 'startsUntil' : 'endsUntil';
  const conditions: Condition[] = [];
  if (!from && !(until && isBefore(until, now)))
    conditions.push(listBound(filter, context, 'startsFrom', now));
  if (!until && !(from && isBefore(latest, from))) conditions.push(listBound(filter, context, end, latest));
  return conditions;
}

const currentTime = ({ clock: { nowUtc }, settings }: Context): PointInTime => ({
  local: localDateTimeOf(nowUtc, settings.timezone),
  utc: nowUtc,
});

/** The start of the site's day: lists with whole days stay the same until midnight. */
function startOfToday({ clock, settings }: Context): PointInTime {
  const local = `${clock.today} 00:00:00`;
  return { local, utc: utcOf(local, settings.timezone) };
}

/**
 * The default bounds: the next two years. `startsBefore`, `startsAfter`, `endsBefore`, `endsAfter`, `include`,
 * `seriesOf`, `isOngoing`, `hasEnded` and `modifiedSince` remove them. A default that contradicts the other bound is
 * dropped: it would always give an empty list (rules#window).
 */
export function defaultWindow(context: Context, filter: ListFilter): readonly Condition[] {
  const { startsFrom = null, startsBefore, startsAfter, endsBefore, endsAfter } = filter;
  const { include, seriesOf, isOngoing, hasEnded, modifiedSince } = filter;
  const last = filter.endsUntil ?? filter.startsUntil ?? null;
  const bounds = startsBefore ?? startsAfter ?? endsBefore ?? endsAfter;
  const override = bounds ?? include ?? seriesOf ?? hasEnded ?? modifiedSince ?? null;
  if (override !== null || isOngoing === true) return [];
  const now = filter.exact === true ? currentTime(context) : startOfToday(context);
  const from = startsFrom === null ? null : readBound(context, startsFrom);
  const until = last === null ? null : readBound(context, last);
  return defaultBounds(context, filter, now, { from, until });
}
