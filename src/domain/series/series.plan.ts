import { isDeepStrictEqual } from 'node:util';
import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { addMonths, nextDay, startOfDay } from '../../lib/dates.ts';
import { BadValue } from '../../lib/errors.ts';
import {
  beginningOfRule,
  END_OF_CALENDAR,
  expand,
  MOST_OCCURRENCES,
  movedRule,
  OPEN_YEARS,
  parseDates,
  parseExceptions,
  parseRule,
  type Rule,
  type RuleStart,
  readRule,
  restOfRule,
} from '../../lib/recurrence.ts';
import { datesText, ruleText } from '../../lib/recurrence-words.ts';
import { localDateTimeOf } from '../../lib/zones.ts';
import type { Checks } from '../resource/checks.ts';
import type { Plan } from './series.record.ts';

/** The rule of a series; null for a list of dates. */
const ruleOf = (plan: Plan): Rule | null => (plan.rule ? readRule(plan.rule, plan) : null);

/** Whether a series has no end. */
export const isOpen = (plan: Plan): boolean => ruleOf(plan)?.isOpen ?? false;

/**
 * Until when series without an end are stored: what begins before this moment, in UTC. It moves once a day, and lies
 * behind the default window of lists on all clocks.
 */
export const horizonOf = (nowUtc: string): string =>
  nextDay(nextDay(addMonths(startOfDay(nowUtc), OPEN_YEARS * 12)));

/** Which part of a series: moments in UTC, the second not included. */
interface Part {
  readonly fromUtc?: string;
  readonly untilUtc?: string;
}

/** The planned starts of a part of a series in order, with excluded ones. */
export function plannedStarts(plan: Plan, { fromUtc, untilUtc }: Part): string[] {
  const from = fromUtc && localDateTimeOf(fromUtc, plan.timezone);
  const until = untilUtc ? localDateTimeOf(untilUtc, plan.timezone) : END_OF_CALENDAR;
  const rule = ruleOf(plan);
  const starts = rule ? expand(rule, { until, ...(from && { from }) }) : plan.dates;
  return starts.filter((start) => (!untilUtc || start < until) && (!from || start >= from));
}

/**
 * Until when a series is stored, with its first occurrence in any case; undefined where that is to its end.
 * @param nowUtc the present
 */
export function storedUntil(plan: Plan, nowUtc: string): string | undefined {
  if (!isOpen(plan)) return undefined;
  const horizon = horizonOf(nowUtc);
  // No clock is more than a day from UTC.
  const first = nextDay(nextDay(plan.startLocal));
  return first > horizon ? first : horizon;
}

/** The planned starts of all that a series stores now, with excluded ones. @param nowUtc the present */
export function storedStarts(plan: Plan, nowUtc: string): string[] {
  const untilUtc = storedUntil(plan, nowUtc);
  return plannedStarts(plan, { ...(untilUtc && { untilUtc }) });
}

/** The series without the excluded starts. */
export function withoutExceptions(starts: readonly string[], { exceptions }: Plan): string[] {
  const excluded = new Set(exceptions);
  return starts.filter((start) => !excluded.has(start));
}

/** What an input says of when an event repeats; what is undefined is left as it is. */
export interface RecurrenceOf {
  recurrence?:
    | { rule?: string | null | undefined; dates?: readonly (string | number)[] | null | undefined }
    | null
    | undefined;
  recurrenceExceptions?: readonly (string | number)[] | null | undefined;
  recurrenceStart?: string | number | null | undefined;
}

/** When the events of a series begin and how long they take, for a new series or one that is changed. */
type Base = RuleStart & Pick<Plan, 'duration'>;

/** Whether an input is about when an event repeats. */
export const saysRecurrence = ({
  recurrence,
  recurrenceExceptions,
  recurrenceStart,
}: RecurrenceOf): boolean =>
  recurrence !== undefined || recurrenceExceptions !== undefined || (recurrenceStart ?? null) !== null;

/** What an input says of when an event repeats, without what the parent of its series shows already. */
export const saidAnew = (
  { recurrence, recurrenceExceptions, recurrenceStart }: RecurrenceOf,
  { exceptions, startLocal }: Plan,
): RecurrenceOf => ({
  recurrence,
  recurrenceExceptions: isDeepStrictEqual(recurrenceExceptions, exceptions)
    ? undefined
    : recurrenceExceptions,
  recurrenceStart: recurrenceStart === startLocal ? undefined : recurrenceStart,
});

/** Reads the rule or the dates of an input. @throws BadValue */
function readDated(
  { rule, dates }: NonNullable<RecurrenceOf['recurrence']>,
  base: Base,
  now: Date,
): Pick<Plan, 'rule' | 'dates'> {
  if (typeof rule === 'string') return { rule: parseRule(rule, base).text, dates: [] };
  return { rule: null, dates: parseDates((dates ?? []).map(String), base, now) };
}

/** What a rule or dates plan, without exceptions. @throws BadValue where they are too many by now */
function assertFew(plan: Plan, nowUtc: string): void {
  const { length } = storedStarts(plan, nowUtc);
  if (length > MOST_OCCURRENCES)
    throw new BadValue(
      `It has ${length} dates until ${OPEN_YEARS} years from now, and ${MOST_OCCURRENCES} are the most: let the event begin later.`,
    );
}

/**
 * The plan of a series after a change of its rule, dates or exceptions, or of a new one; problems go to `checks`.
 * @param current the plan so far, which begins with `base`; null for a new series
 * @returns null where nothing repeats, undefined where something is wrong
 */
export async function readPlan(
  checks: Checks,
  { recurrence, recurrenceExceptions: sent, recurrenceStart }: RecurrenceOf,
  base: Base,
  current: Plan | null,
  now: Date,
  nowUtc: string,
): Promise<Plan | null | undefined> {
  if (recurrence === null || (recurrence === undefined && !current)) {
    if (sent && sent.length > 0)
      checks.add('recurrenceExceptions', 'an event that does not repeat has no dates to leave out');
    if (!current && (recurrenceStart ?? null) !== null)
      checks.add('recurrenceStart', 'an event that does not repeat has no recurrence that starts: send one');
    return null;
  }
  const dated = recurrence ? await checks.run('recurrence', readDated, recurrence, base, now) : current;
  if (!dated) return undefined;
  const { startLocal, timezone, allDay, duration } = base;
  const { rule, dates } = dated;
  const plan: Plan = { startLocal, timezone, allDay, duration, rule, dates, exceptions: [] };
  if (recurrence) await checks.run('recurrence', assertFew, plan, nowUtc);
  if (checks.failed('recurrence')) return undefined;
  const exceptions = sent
    ? await checks.run(
        'recurrenceExceptions',
        parseExceptions,
        sent.map(String),
        ruleOf(plan) ?? dates,
        base,
        now,
      )
    : sent === null
      ? []
      : plannedAmong(current?.exceptions ?? [], plan);
  return exceptions && { ...plan, exceptions };
}

/** Those of some dates that a plan has. @param dates in order */
export function plannedAmong(dates: readonly string[], plan: Plan): string[] {
  const last = dates.at(-1);
  if (last === undefined) return [];
  const rule = ruleOf(plan);
  const planned = new Set(rule ? expand(rule, { until: last }) : plan.dates);
  return dates.filter((date) => planned.has(date));
}

/** The planned starts of a series until a year behind a date, without those that are excluded. */
export function plannedBehind(plan: Plan, last: string): string[] {
  const rule = ruleOf(plan);
  const until = last < '9999' ? addMonths(last, 12) : END_OF_CALENDAR;
  return rule ? expand(rule, { until, exceptions: plan.exceptions }) : withoutExceptions(plan.dates, plan);
}

/** Whether two plans are the same. */
export const isSamePlan = (one: Plan, other: Plan): boolean => isDeepStrictEqual(planOf(one), planOf(other));

/** Whether the events of two plans have the same zone and length. */
export const isSameTime = (one: Plan, other: Plan): boolean =>
  one.timezone === other.timezone && one.allDay === other.allDay && one.duration === other.duration;

/** The plan of a series, without what else is stored of it. */
export const planOf = (plan: Plan): Plan => ({
  startLocal: plan.startLocal,
  timezone: plan.timezone,
  allDay: plan.allDay,
  duration: plan.duration,
  rule: plan.rule ?? null,
  dates: plan.dates,
  exceptions: plan.exceptions,
});

/** What a series plans from one of its planned starts on. */
export function restOf(plan: Plan, at: string): Plan {
  const rule = ruleOf(plan);
  return {
    ...planOf(plan),
    startLocal: at,
    rule: rule && restOfRule(rule, at),
    dates: plan.dates.filter((date) => date >= at),
    exceptions: plan.exceptions.filter((date) => date >= at),
  };
}

/** What a series plans before one of its planned starts; null when that is nothing. */
export function beginningOf(plan: Plan, at: string): Plan | null {
  const rule = ruleOf(plan);
  const beginning = rule && beginningOfRule(rule, at);
  const dates = plan.dates.filter((date) => date < at);
  if (beginning === null && dates.length === 0) return null;
  return {
    ...planOf(plan),
    rule: beginning,
    dates,
    exceptions: plan.exceptions.filter((date) => date < at),
  };
}

/** A planned start that is moved by seconds of the clock. */
export function movedStart(start: string, seconds: number, allDay: boolean): string {
  const moved = dateTimeFromSeconds(secondsOf(start) + seconds);
  return allDay ? startOfDay(moved) : moved;
}

/** The same series, beginning otherwise: all of it is moved by as much as its start. */
export function movedPlan(plan: Plan, base: Base): Plan {
  const seconds = secondsOf(base.startLocal) - secondsOf(plan.startLocal);
  // Events of one day are one date when they take whole days.
  const moved = (starts: readonly string[]): string[] => [
    ...new Set(starts.map((start) => movedStart(start, seconds, base.allDay))),
  ];
  const rule = ruleOf(plan);
  return {
    startLocal: base.startLocal,
    timezone: base.timezone,
    allDay: base.allDay,
    duration: base.duration,
    rule: rule && movedRule(rule, base),
    dates: moved(plan.dates),
    exceptions: moved(plan.exceptions),
  };
}

/**
 * Asserts that a rule fits a series that was moved: that of Mondays has no date on a Tuesday.
 * @throws BadValue
 */
export function assertFits(plan: Plan): void {
  if (plan.rule) parseRule(plan.rule, plan);
}

/** When a series repeats, in words. */
export function seriesText(plan: Plan, locale: string): string {
  const rule = ruleOf(plan);
  return rule ? ruleText(rule, locale) : datesText(plan.dates, locale);
}
