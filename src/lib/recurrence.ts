import { LRUCache } from 'lru-cache';
import { RRuleTemporal } from 'rrule-temporal';
import { dateTimeFromSeconds, secondsOf } from './date-time.ts';
import { addMonths, endOfDay, startOfDay } from './dates.ts';
import { BadValue, truncate } from './errors.ts';
import { readDateTime } from './read-date.ts';
import { formatRuleParts, parseRuleParts, type RuleParts, type RuleStart } from './recurrence-parts.ts';

export type { RuleStart } from './recurrence-parts.ts';

/** Of a rule with an end, a rule without an end within {@link OPEN_RULE_YEARS}, and a list of dates. */
export const MAX_OCCURRENCES = 1_000;
/** A rule without an end has occurrences this many years ahead of now. */
export const OPEN_RULE_YEARS = 2;
/** Limit of one expansion: days (27 years) or dates within its weeks, months or years; and candidate dates. */
const MAX_STEPS = 10_000;
/** A week, month or year counts as at least this many steps. */
const MIN_STEPS_PER_PERIOD = 4;
const START_OF_CALENDAR = '0001-01-01 00:00:00';
export const END_OF_CALENDAR = '9999-12-31 23:59:59';

/** A recurrence rule of an event (rules#series). */
export interface Rule {
  /** Canonical form: `FREQ=WEEKLY;UNTIL=20311231T235959;BYDAY=MO`, UNTIL in the event's zone. */
  readonly text: string;
  readonly parts: RuleParts;
  readonly start: RuleStart;
  /** Whether it has no end: neither COUNT nor UNTIL. */
  readonly isOpen: boolean;
}

/** Selects occurrences of a rule. Bounds are inclusive local starts, `YYYY-MM-DD HH:MM:SS`. */
interface RuleWindow {
  readonly from?: string;
  readonly until: string;
  /** Keeps the earliest ones. */
  readonly limit?: number;
  readonly exceptions?: readonly string[];
}

const ruleOf = (parts: RuleParts, start: RuleStart): Rule => ({
  text: formatRuleParts(parts, start.allDay),
  parts,
  start,
  isOpen: parts.count === undefined && parts.until === undefined,
});

const onClock = (local: string): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('UTC');

const earlier = (one: string, other: string): string => (one < other ? one : other);

/** The number of steps for one period of a rule: the dates that the rule names in it. */
function stepsPerPeriod({ freq, byDay, byMonthDay, byYearDay, byWeekNo, byMonth }: RuleParts): number {
  if (freq === 'DAILY') return 1;
  const days = Math.max(1, [byDay, byMonthDay, byYearDay].flat().filter((day) => day !== undefined).length);
  const times = freq === 'YEARLY' ? (byWeekNo ?? byMonth ?? [1]).length : 1;
  return Math.max(MIN_STEPS_PER_PERIOD, days * times);
}

/**
 * Expands a rule in local time as if it were UTC, so that a clock gap skips no occurrence.
 * @param last the inclusive end, a local start
 * @throws BadValue after {@link MAX_STEPS}, for rules with sparse dates
 */
function expandWithLibrary({ parts, start }: Rule, last: string, limit: number): string[] {
  const count = Math.min(parts.count ?? Number.POSITIVE_INFINITY, limit);
  const { byDay, byMonth, byMonthDay, byYearDay, byWeekNo, byHour, byMinute, bySecond, bySetPos } = parts;
  const rule = new RRuleTemporal({
    freq: parts.freq,
    interval: parts.interval,
    wkst: parts.wkst,
    dtstart: onClock(start.startLocal),
    until: onClock(earlier(parts.until ?? END_OF_CALENDAR, last)),
    maxIterations: Math.floor(MAX_STEPS / stepsPerPeriod(parts)),
    maxCandidateEvaluations: MAX_STEPS,
    ...(Number.isFinite(count) && { count }),
    ...(byDay && { byDay: byDay.map(({ weekday, nth }) => `${nth ?? ''}${weekday}`) }),
    ...(byMonth && { byMonth: [...byMonth] }),
    ...(byMonthDay && { byMonthDay: [...byMonthDay] }),
    ...(byYearDay && { byYearDay: [...byYearDay] }),
    ...(byWeekNo && { byWeekNo: [...byWeekNo] }),
    ...(byHour && { byHour: [...byHour] }),
    ...(byMinute && { byMinute: [...byMinute] }),
    ...(bySecond && { bySecond: [...bySecond] }),
    ...(bySetPos && { bySetPos: [...bySetPos] }),
  });
  return allDates(rule).map(({ epochMilliseconds }) => dateTimeFromSeconds(epochMilliseconds / 1000));
}

/** A cached expansion: the planned starts until a local time, or the error. */
interface Expansion {
  readonly until: string;
  readonly starts: readonly string[] | BadValue;
  /** Whether `starts` has all of them until then, not only the first ones. */
  readonly isComplete: boolean;
}

/** Recent rules: checking a rule and storing its events need the same dates. */
const expansions = new LRUCache<string, Expansion>({ max: 30 });

/** Where an expansion ends: at the end of the rule, or of the requested year for a rule without an end. */
const expansionEnd = ({ isOpen }: Rule, last: string): string =>
  isOpen ? `${last.slice(0, 4)}-12-31 23:59:59` : END_OF_CALENDAR;

function expansionOf(rule: Rule, last: string, limit: number): Expansion {
  const key = `${rule.start.startLocal} ${rule.text}`;
  const until = expansionEnd(rule, last);
  const cached = expansions.get(key);
  if (cached && (cached.starts instanceof BadValue ? cached.until === until : cached.until >= last))
    if (cached.isComplete || limit < Number.POSITIVE_INFINITY) return cached;
  let expansion: Expansion;
  try {
    const starts = expandWithLibrary(rule, until, limit);
    expansion = { until, starts, isComplete: starts.length < limit };
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    expansion = { until, starts: error, isComplete: true };
  }
  expansions.set(key, expansion);
  return expansion;
}

/**
 * The first planned starts of a rule until a local time, from the cache if possible.
 * @throws BadValue for rules that take too many steps
 */
function plannedStarts(rule: Rule, last: string, limit = Number.POSITIVE_INFINITY): string[] {
  const { starts } = expansionOf(rule, last, limit);
  if (starts instanceof BadValue) throw starts;
  return starts.filter((start) => start <= last).slice(0, limit);
}

const STEPS = MAX_STEPS.toLocaleString('en-US');
/** The limits of the library, recognized by its error messages, and the messages for callers. */
const LIMITS = [
  [
    /^Maximum iterations /,
    `its dates are too far apart: the search covers at most ${STEPS} days. Use FREQ=YEARLY or FREQ=MONTHLY for a date that occurs once a year or month, or a smaller COUNT.`,
  ],
  [
    /^Maximum candidate evaluations /,
    `it has too many dates to choose from: the search covers at most ${STEPS}. Use fewer BYHOUR, BYMINUTE or BYSECOND values, or a smaller COUNT.`,
  ],
] as const;

/** @throws BadValue if the library reaches a limit */
function allDates(rule: RRuleTemporal): Temporal.ZonedDateTime[] {
  try {
    return rule.all();
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    const [, message] = LIMITS.find(([pattern]) => pattern.test(text)) ?? [];
    throw message === undefined ? error : new BadValue(message);
  }
}

/** The planned local starts of a rule within a window, sorted. @throws BadValue for rules that take too many steps */
export function expand(rule: Rule, { from, until, limit, exceptions = [] }: RuleWindow): string[] {
  const excluded = new Set(exceptions);
  return plannedStarts(rule, until)
    .filter((start) => (from === undefined || start >= from) && !excluded.has(start))
    .slice(0, limit);
}

/** Reads a stored rule without checking its dates again. @throws BadValue for a text that is not a rule */
export const readRule = (text: string, start: RuleStart): Rule => ruleOf(parseRuleParts(text, start), start);

/** @throws BadValue for a rule whose first date is not the event's start, or with too many dates or too few */
function checkDates(rule: Rule): void {
  const { parts, start, isOpen } = rule;
  const { startLocal } = start;
  const soon = addMonths(earlier(startLocal, '9997-12-31 23:59:59'), OPEN_RULE_YEARS * 12);
  const starts = plannedStarts(rule, isOpen ? soon : END_OF_CALENDAR, 2 * MAX_OCCURRENCES);
  const [first] = starts;
  if (first !== startLocal)
    throw new BadValue(
      `its first date must be the start of the event, ${startLocal}${first ? `, not ${first}` : ''}.`,
    );
  if (starts.length > MAX_OCCURRENCES)
    throw new BadValue(
      `it has more than the ${MAX_OCCURRENCES} dates allowed${isOpen ? ` in ${OPEN_RULE_YEARS} years` : ''}.`,
    );
  if (parts.count !== undefined && starts.length < parts.count)
    throw new BadValue(`only ${starts.length} of its ${parts.count} dates are before the year 10000.`);
}

/**
 * Parses and checks a rule for an event: an RFC 5545 RRULE without DTSTART, in the event's local time (rules#series).
 * @throws BadValue for a text that is not a rule, repeats more often than daily, does not begin with the event's start,
 * or has no dates or too many
 */
export function parseRule(text: string, start: RuleStart): Rule {
  try {
    const rule = readRule(text, start);
    checkDates(rule);
    return rule;
  } catch (error) {
    const problem = `"${truncate(text, 60)}" is not a valid rule for this event`;
    throw error instanceof BadValue ? new BadValue(`${problem}: ${error.message}`) : error;
  }
}

/** Reads a sent date in the event's zone; `isDay` if it has no time of day. */
function readStart(value: string, { startLocal, timezone, allDay }: RuleStart, now: Date) {
  const { local, naive = local, dateOnly } = readDateTime(value, timezone, { now });
  const time = dateOnly ? startLocal.slice(10) : naive.slice(10);
  const planned = allDay ? startOfDay(naive) : naive.slice(0, 10) + time;
  return { planned, isDay: dateOnly || allDay };
}

/** Reads the start of a recurrence; a day gets the event's time. @throws BadValue for a text that is not a date */
export const parseStart = (value: string, event: RuleStart, now: Date): string =>
  readStart(value, event, now).planned;

/**
 * Reads the dates of a series as sorted planned starts, including the event's own. A date without a time gets the
 * event's time.
 * @throws BadValue for a text that is not a date, a date before the event, and more than {@link MAX_OCCURRENCES}
 */
export function parseDates(values: readonly string[], start: RuleStart, now: Date): string[] {
  const starts = new Set([start.startLocal]);
  for (const value of values) {
    const { planned } = readStart(value, start, now);
    if (planned < start.startLocal)
      throw new BadValue(`"${value}" is before the start of the event, ${start.startLocal}.`);
    starts.add(planned);
  }
  if (starts.size > MAX_OCCURRENCES)
    throw new BadValue(`A series can have at most ${MAX_OCCURRENCES} dates, not ${starts.size}.`);
  return [...starts].sort();
}

/**
 * Reads the exceptions of a series as sorted planned starts. A date without a time excludes every occurrence of that
 * day.
 * @param dates the series: a rule, or the planned starts of {@link parseDates}
 * @throws BadValue for a text that is not a date, a date without an occurrence, and if no occurrence would remain
 */
export function parseExceptions(
  values: readonly string[],
  dates: Rule | readonly string[],
  start: RuleStart,
  now: Date,
): string[] {
  const read = values.map((value) => ({ value, ...readStart(value, start, now) }));
  const last = read.reduce((latest, { planned }) => (planned > latest ? planned : latest), start.startLocal);
  const isRule = 'parts' in dates;
  const starts = isRule ? expand(dates, { until: dates.isOpen ? endOfDay(last) : END_OF_CALENDAR }) : dates;
  const excluded = new Set<string>();
  for (const { value, planned, isDay } of read) {
    const matches = isDay
      ? starts.filter((one) => one.startsWith(planned.slice(0, 10)))
      : starts.filter((one) => one === planned);
    if (matches.length === 0) throw new BadValue(`"${value}" is not one of the dates of the series.`);
    for (const one of matches) excluded.add(one);
  }
  if (excluded.size >= starts.length && !(isRule && dates.isOpen))
    throw new BadValue('These are all dates of the series: delete the series instead.');
  return [...excluded].sort();
}

const endingWith = ({ parts, start }: Rule, end: Pick<RuleParts, 'count' | 'until'>): string => {
  const { count: _count, until: _until, ...rest } = parts;
  return formatRuleParts({ ...rest, ...end }, start.allDay);
};

const startsBefore = (rule: Rule, at: string): string[] =>
  expand(rule, { until: at }).filter((start) => start < at);

/** The rule without an end, from one of its planned starts. */
export const openRuleFrom = (text: string, start: RuleStart): Rule => {
  const {
    count: _count,
    until: _until,
    ...parts
  } = parseRuleParts(text, { ...start, startLocal: START_OF_CALENDAR });
  return ruleOf(parts, start);
};

/** The text of the rule from one of its planned starts, with the same dates from there. */
export const restOfRule = (rule: Rule, at: string): string => {
  const { count } = rule.parts;
  return count === undefined ? rule.text : endingWith(rule, { count: count - startsBefore(rule, at).length });
};

/** The text of the rule that ends before one of its planned starts; null if no start precedes it. */
export function beginningOfRule(rule: Rule, at: string): string | null {
  const before = startsBefore(rule, at);
  const last = before.at(-1);
  if (last === undefined) return null;
  if (rule.parts.count !== undefined) return endingWith(rule, { count: before.length });
  const day = endOfDay(last);
  return endingWith(rule, { until: day < at ? day : last });
}

/** The text of a rule after its event is moved: shifts UNTIL too, so that the last occurrence remains. */
export function movedRule({ text, parts, start }: Rule, to: RuleStart): string {
  const { until } = parts;
  if (until === undefined || until === endOfDay(until) || to.allDay) return text;
  const moved = secondsOf(until) + secondsOf(to.startLocal) - secondsOf(start.startLocal);
  return formatRuleParts({ ...parts, until: dateTimeFromSeconds(moved) }, to.allDay);
}
