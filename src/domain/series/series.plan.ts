import { isDeepStrictEqual } from 'node:util';
import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { addMonths, nextDay, startOfDay } from '../../lib/dates.ts';
import { BadValue } from '../../lib/errors.ts';
import {
  beginningOfRule,
  END_OF_CALENDAR,
  expand,
  MAX_OCCURRENCES,
  movedRule,
  OPEN_RULE_YEARS,
  parseDates,
  parseExceptions,
  parseRule,
  type Rule,
  type RuleStart,
  readRule,
  restOfRule,
} from '../../lib/recurrence.ts';
import { datesText, ruleText } from '../../lib/recurrence-words.ts';
import { Words } from '../../lib/words.ts';
import { localDateTimeOf } from '../../lib/zones.ts';
import type { Checks } from '../resource/checks.ts';
import type { Plan } from './series.record.ts';

/** @returns null for a list of dates */
const ruleOf = (plan: Plan): Rule | null => (plan.rule ? readRule(plan.rule, plan) : null);

/** Whether a series has no end. */
export const isOpen = (plan: Plan): boolean => ruleOf(plan)?.isOpen ?? false;

/**
 * The horizon, in UTC: events of series without an end are stored if they start before it. It moves once a day, and is
 * after the default window of lists in all time zones.
 */
export const horizonOf = (nowUtc: string): string =>
  nextDay(nextDay(addMonths(startOfDay(nowUtc), OPEN_RULE_YEARS * 12)));

/** A part of a series: UTC instants, the second exclusive. */
interface Part {
  readonly fromUtc?: string;
  readonly untilUtc?: string;
}

/** The planned starts of a part of a series in order, including excluded ones. */
export function plannedStarts(plan: Plan, { fromUtc, untilUtc }: Part): string[] {
  const from = fromUtc && localDateTimeOf(fromUtc, plan.timezone);
  const until = untilUtc ? localDateTimeOf(untilUtc, plan.timezone) : END_OF_CALENDAR;
  const rule = ruleOf(plan);
  const starts = rule ? expand(rule, { until, ...(from && { from }) }) : plan.dates;
  return starts.filter((start) => (!untilUtc || start < until) && (!from || start >= from));
}

/** The end of the stored part of a series, always after its first occurrence; undefined if all of it is stored. */
export function storedUntil(plan: Plan, nowUtc: string): string | undefined {
  if (!isOpen(plan)) return undefined;
  const horizon = horizonOf(nowUtc);
  // All UTC offsets are less than a day.
  const first = nextDay(nextDay(plan.startLocal));
  return first > horizon ? first : horizon;
}

/** The planned starts of the stored part of a series, including excluded ones. */
export function storedStarts(plan: Plan, nowUtc: string): string[] {
  const untilUtc = storedUntil(plan, nowUtc);
  return plannedStarts(plan, { ...(untilUtc && { untilUtc }) });
}

export function withoutExceptions(starts: readonly string[], { exceptions }: Plan): string[] {
  const excluded = new Set(exceptions);
  return starts.filter((start) => !excluded.has(start));
}

/** The fields of an input about a recurrence; undefined ones do not change. */
export interface RecurrenceInput {
  recurrence?:
    | { rule?: string | null | undefined; dates?: readonly (string | number)[] | null | undefined }
    | null
    | undefined;
  recurrenceExceptions?: readonly (string | number)[] | null | undefined;
  recurrenceStart?: string | number | null | undefined;
}

/** The start and duration of a new or changed series. */
type Base = RuleStart & Pick<Plan, 'duration'>;

export const setsRecurrence = ({
  recurrence,
  recurrenceExceptions,
  recurrenceStart,
}: RecurrenceInput): boolean =>
  recurrence !== undefined || recurrenceExceptions !== undefined || (recurrenceStart ?? null) !== null;

/** Removes the values of an input that the parent of the series already shows. */
export const withoutUnchanged = (
  { recurrence, recurrenceExceptions, recurrenceStart }: RecurrenceInput,
  { exceptions, startLocal }: Plan,
): RecurrenceInput => ({
  recurrence,
  recurrenceExceptions: isDeepStrictEqual(recurrenceExceptions, exceptions)
    ? undefined
    : recurrenceExceptions,
  recurrenceStart: recurrenceStart === startLocal ? undefined : recurrenceStart,
});

/** @throws BadValue */
function readRuleOrDates(
  { rule, dates }: NonNullable<RecurrenceInput['recurrence']>,
  base: Base,
  now: Date,
): Pick<Plan, 'rule' | 'dates'> {
  if (typeof rule === 'string') return { rule: parseRule(rule, base).text, dates: [] };
  return { rule: null, dates: parseDates((dates ?? []).map(String), base, now) };
}

/** @param plan without exceptions @throws BadValue if the series would store too many events now */
function assertNotTooMany(plan: Plan, nowUtc: string): void {
  const { length } = storedStarts(plan, nowUtc);
  if (length > MAX_OCCURRENCES)
    throw new BadValue(
      `It has ${length} dates until ${OPEN_RULE_YEARS} years from now, but at most ${MAX_OCCURRENCES} are allowed: choose a later start.`,
    );
}

/**
 * Reads the plan of a new series, or of one whose rule, dates or exceptions change; adds problems to `checks`.
 * @param current the present plan, already moved to `base`; null for a new series
 * @returns null without a recurrence, undefined for an invalid one
 */
export async function readPlan(
  checks: Checks,
  { recurrence, recurrenceExceptions: sent, recurrenceStart }: RecurrenceInput,
  base: Base,
  current: Plan | null,
  now: Date,
  nowUtc: string,
): Promise<Plan | null | undefined> {
  if (recurrence === null || (recurrence === undefined && !current)) {
    if (sent && sent.length > 0)
      checks.add(
        'recurrenceExceptions',
        'an event that does not repeat has no dates to exclude: send a recurrence, too',
      );
    if (!current && (recurrenceStart ?? null) !== null)
      checks.add(
        'recurrenceStart',
        'an event that does not repeat has no start of a recurrence: send a recurrence, too',
      );
    return null;
  }
  const dated = recurrence ? await checks.run('recurrence', readRuleOrDates, recurrence, base, now) : current;
  if (!dated) return undefined;
  const { startLocal, timezone, allDay, duration } = base;
  const { rule, dates } = dated;
  const plan: Plan = { startLocal, timezone, allDay, duration, rule, dates, exceptions: [] };
  if (recurrence) await checks.run('recurrence', assertNotTooMany, plan, nowUtc);
  if (checks.hasFailed('recurrence')) return undefined;
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
      : filterPlanned(current?.exceptions ?? [], plan);
  return exceptions && { ...plan, exceptions };
}

/** Removes dates that a plan does not contain. @param dates in order */
export function filterPlanned(dates: readonly string[], plan: Plan): string[] {
  const last = dates.at(-1);
  if (last === undefined) return [];
  const rule = ruleOf(plan);
  const planned = new Set(rule ? expand(rule, { until: last }) : plan.dates);
  return dates.filter((date) => planned.has(date));
}

/** The planned starts of a series until a year after a date, without excluded ones. */
export function plannedUntilYearAfter(plan: Plan, last: string): string[] {
  const rule = ruleOf(plan);
  const until = last < '9999' ? addMonths(last, 12) : END_OF_CALENDAR;
  return rule ? expand(rule, { until, exceptions: plan.exceptions }) : withoutExceptions(plan.dates, plan);
}

export const isSamePlan = (one: Plan, other: Plan): boolean => isDeepStrictEqual(planOf(one), planOf(other));

/** Whether two plans have the same zone, duration and all-day flag. */
export const hasSameTimes = (one: Plan, other: Plan): boolean =>
  one.timezone === other.timezone && one.allDay === other.allDay && one.duration === other.duration;

/** Extracts the plan from a series. */
export const planOf = (plan: Plan): Plan => ({
  startLocal: plan.startLocal,
  timezone: plan.timezone,
  allDay: plan.allDay,
  duration: plan.duration,
  rule: plan.rule ?? null,
  dates: plan.dates,
  exceptions: plan.exceptions,
});

/** The plan from one of its starts on. */
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

/** The plan before one of its starts; null if it contains no dates. */
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

/** Moves a planned start by local seconds. */
export function movedStart(start: string, seconds: number, allDay: boolean): string {
  const moved = dateTimeFromSeconds(secondsOf(start) + seconds);
  return allDay ? startOfDay(moved) : moved;
}

export function movedPlan(plan: Plan, base: Base): Plan {
  const seconds = secondsOf(base.startLocal) - secondsOf(plan.startLocal);
  // Several starts on one day are one date of an all-day series.
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
 * Checks that the rule of a moved series includes its new start: a rule for Mondays has no date on a Tuesday.
 * @throws BadValue
 */
export function assertRuleFits(plan: Plan): void {
  if (plan.rule) parseRule(plan.rule, plan);
}

/** The recurrence of a series in words. */
export function seriesText(plan: Plan, locale: string): string {
  const rule = ruleOf(plan);
  const words = Words.of(locale);
  return rule ? ruleText(rule, words) : datesText(plan.dates, words);
}
