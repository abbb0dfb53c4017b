import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Filter } from '../db/checks.ts';
import type { Condition } from '../db/visibility.ts';
import { BadValue } from '../errors.ts';
import { addMonths, nextDay, startOfDay } from '../kernel/dates.ts';
import { readDateTime } from '../kernel/read-date.ts';
import { utcOf, wallOf } from '../kernel/zones.ts';

/**
 * The date arguments of event lists (decisions.md 14, 33). Without `strictDates` each takes its whole day on the site's clock, so that a bound
 * always falls between two days; with it, the moment given. All given bounds are ANDed.
 */
export interface WindowArgs {
  startDate?: string | number | null | undefined;
  endDate?: string | number | null | undefined;
  startsBefore?: string | number | null | undefined;
  startsAfter?: string | number | null | undefined;
  endsBefore?: string | number | null | undefined;
  endsAfter?: string | number | null | undefined;
  strictDates?: boolean | null | undefined;
  include?: readonly number[] | null | undefined;
  ongoing?: boolean | null | undefined;
}

type Column = 'start_utc' | 'end_utc';
type Comparison = '<' | '<=' | '>' | '>=';

/** The days after the present that the default window reaches, in months. */
const DEFAULT_MONTHS = 24;

const compare = (column: Column, operator: Comparison, utc: string): Condition =>
  sql`${sql.ref(`event.${column}`)} ${sql.raw(operator)} ${utc}::timestamp`;

interface Bound {
  column: (context: Context) => Column;
  /** With strictDates: how the column compares with the moment. */
  strict: Comparison;
  /** Without: on which side of the boundary before (`from`) or after (`until`, `next`) the day the column lies. */
  day: 'from' | 'until' | 'next';
}

const start = (): Column => 'start_utc';
const end = (): Column => 'end_utc';
const BOUNDS = {
  startDate: { column: start, strict: '>=', day: 'from' },
  // Revision A says that end_date bounds the start (decisions.md 14).
  endDate: { column: (context) => (context.settings.revision === 'A' ? 'start_utc' : 'end_utc'), strict: '<=', day: 'until' },
  startsBefore: { column: start, strict: '<', day: 'until' },
  startsAfter: { column: start, strict: '>', day: 'next' },
  endsBefore: { column: end, strict: '<', day: 'until' },
  endsAfter: { column: end, strict: '>', day: 'next' },
} as const satisfies Record<string, Bound>;

export type BoundName = keyof typeof BOUNDS;

/** The first moment of a day, or of the day after. Beyond the calendar it is the first or last moment that can be stored: nothing lies there. */
function dayBoundary(wall: string, next: boolean, zone: string): string {
  try {
    return utcOf(next ? nextDay(wall) : startOfDay(wall), zone);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    return next ? 'infinity' : '-infinity';
  }
}

function boundCondition(
  { column, strict, day }: Bound,
  moment: { wall: string; utc: string },
  isStrict: boolean,
  context: Context,
): Condition {
  if (isStrict) return compare(column(context), strict, moment.utc);
  const boundary = dayBoundary(moment.wall, day !== 'from', context.settings.timezone);
  return compare(column(context), day === 'until' ? '<' : '>=', boundary);
}

/** The first and the last day of the calendar stand for "always", although in some zones they reach beyond it. */
const ENDS: Readonly<Record<string, string>> = { '0001-01-01': '-infinity', '9999-12-31': 'infinity' };

/** A date as the bounds want it. @throws BadValue */
function readMoment(value: string | number, context: Context): { wall: string; utc: string } {
  const day = /^\s*(\d{4}-\d\d-\d\d)(?![\d.])/.exec(String(value))?.[1] ?? '';
  const end = ENDS[day];
  // Its syntax the scalar has checked.
  if (end !== undefined) return { wall: `${day} 00:00:00`, utc: end };
  return readDateTime(value, context.settings.timezone, context.now);
}

/** Dates that mean the same whenever they are read; all others count from the present. */
const ABSOLUTE = /^\s*(\d{4}-\d\d?-\d|@?\d+\s*$)/;

/** The filter of one date argument. `include` lifts it. */
export const dateFilter =
  (name: BoundName): Filter<string | number, Condition, WindowArgs> =>
  (value, context, args) => {
    const moment = readMoment(value, context);
    if (!ABSOLUTE.test(String(value))) context.staleAt();
    return args.include ? null : boundCondition(BOUNDS[name], moment, args.strictDates === true, context);
  };

/** Events that have begun and not ended at the moment of the request, or all others. */
export const ongoingFilter: Filter<boolean, Condition> = (wanted, context) => {
  // Which ones these are is another question in the next second.
  context.staleAt();
  const isOngoing: Condition = sql`event.start_utc <= ${context.nowUtc}::timestamp and event.end_utc > ${context.nowUtc}::timestamp`;
  return wanted ? isOngoing : sql`not (${isOngoing})`;
};

/** The default bounds that apply where none are given: from now to two years ahead; `starts…`, `ends…`, `include` and `ongoing` lift them. */
export function defaultWindow(args: WindowArgs, context: Context): Condition[] {
  const lifted = [args.startsBefore, args.startsAfter, args.endsBefore, args.endsAfter, args.include].some(
    (value) => value !== undefined && value !== null,
  );
  if (lifted || args.ongoing === true) return [];
  const { timezone } = context.settings;
  const isStrict = args.strictDates === true;
  const now = wallOf(context.nowUtc, timezone);
  const far = addMonths(now, DEFAULT_MONTHS);
  const conditions: Condition[] = [];
  context.staleAt(isStrict ? undefined : utcOf(nextDay(now), timezone));
  if ((args.startDate ?? null) === null)
    conditions.push(boundCondition(BOUNDS.startDate, { wall: now, utc: context.nowUtc }, isStrict, context));
  if ((args.endDate ?? null) === null)
    conditions.push(boundCondition(BOUNDS.endDate, { wall: far, utc: utcOf(far, timezone) }, isStrict, context));
  return conditions;
}
