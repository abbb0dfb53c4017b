import { LRUCache } from 'lru-cache';
import { RRuleTemporal } from 'rrule-temporal';
import { dateTimeFromSeconds, secondsOf } from './date-time.ts';
import { addMonths, endOfDay, startOfDay } from './dates.ts';
import { BadValue, shortened } from './errors.ts';
import { readDateTime } from './read-date.ts';
import { partsText, type RuleParts, type RuleStart, readParts } from './recurrence-parts.ts';

export type { RuleStart } from './recurrence-parts.ts';

/** Occurrences that a rule with an end has at most, one without an end within {@link OPEN_YEARS}, and a list of dates. */
export const MOST_OCCURRENCES = 1_000;
/** How many years ahead of now a rule without an end has occurrences. */
export const OPEN_YEARS = 2;
/** Days that one expansion walks through, 27 years, or dates of its weeks, months or years; and candidate dates. */
const MOST_STEPS = 10_000;
/** As how many days a week, month or year counts at least. */
const LEAST_IN_PERIOD = 4;
/** The first and the last moment that a date can have. */
const FIRST = '0001-01-01 00:00:00';
export const END_OF_CALENDAR = '9999-12-31 23:59:59';

/** A recurrence rule of an event (rules#series). */
export interface Rule {
  /** In its canonical form: `FREQ=WEEKLY;UNTIL=20311231T235959;BYDAY=MO`, UNTIL on the event's clock. */
  readonly text: string;
  readonly parts: RuleParts;
  readonly start: RuleStart;
  /** Whether it has no end: neither COUNT nor UNTIL. */
  readonly isOpen: boolean;
}

/** Which occurrences of a rule: bounds are local starts `YYYY-MM-DD HH:MM:SS`, both included. */
interface RuleWindow {
  readonly from?: string;
  readonly until: string;
  /** At most so many, the earliest. */
  readonly limit?: number;
  /** Planned starts that are excluded. */
  readonly exceptions?: readonly string[];
}

const ruleOf = (parts: RuleParts, start: RuleStart): Rule => ({
  text: partsText(parts, start.allDay),
  parts,
  start,
  isOpen: parts.count === undefined && parts.until === undefined,
});

const onClock = (local: string): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('UTC');

const earlier = (one: string, other: string): string => (one < other ? one : other);

/** As how many days a period of a rule counts: the dates that it names there. */
function daysInPeriod({ freq, byDay, byMonthDay, byYearDay, byWeekNo, byMonth }: RuleParts): number {
  if (freq === 'DAILY') return 1;
  const days = Math.max(1, [byDay, byMonthDay, byYearDay].flat().filter((day) => day !== undefined).length);
  const times = freq === 'YEARLY' ? (byWeekNo ?? byMonth ?? [1]).length : 1;
  return Math.max(LEAST_IN_PERIOD, days * times);
}

/**
 * Expands a rule on its wall clock, as if that were UTC: a gap of the clock leaves no occurrence out.
 * @throws BadValue after {@link MOST_STEPS}, for rules that walk through much and find little
 */
function walk({ parts, start }: Rule, last: string, most: number): string[] {
  const count = Math.min(parts.count ?? Number.POSITIVE_INFINITY, most);
  const { byDay, byMonth, byMonthDay, byYearDay, byWeekNo, byHour, byMinute, bySecond, bySetPos } = parts;
  const rule = new RRuleTemporal({
    freq: parts.freq,
    interval: parts.interval,
    wkst: parts.wkst,
    dtstart: onClock(start.startLocal),
    until: onClock(earlier(parts.until ?? END_OF_CALENDAR, last)),
    maxIterations: Math.floor(MOST_STEPS / daysInPeriod(parts)),
    maxCandidateEvaluations: MOST_STEPS,
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
  return allOf(rule).map(({ epochMilliseconds }) => dateTimeFromSeconds(epochMilliseconds / 1000));
}

/** What is known of a rule: its planned starts until a time, or why it has none. */
interface Expansion {
  readonly until: string;
  readonly starts: readonly string[] | BadValue;
  /** Whether these are all until then, and not only the first. */
  readonly isWhole: boolean;
}

/** The last rules: what checks one and what stores its events ask for the same dates. */
const expansions = new LRUCache<string, Expansion>({ max: 30 });

/** How far a rule is expanded: to its end, or else as far as is asked and on to the end of that year. */
const reachOf = ({ isOpen }: Rule, last: string): string =>
  isOpen ? `${last.slice(0, 4)}-12-31 23:59:59` : END_OF_CALENDAR;

function expansionOf(rule: Rule, last: string, most: number): Expansion {
  const key = `${rule.start.startLocal} ${rule.text}`;
  const until = reachOf(rule, last);
  const known = expansions.get(key);
  if (known && (known.starts instanceof BadValue ? known.until === until : known.until >= last))
    if (known.isWhole || most < Number.POSITIVE_INFINITY) return known;
  let made: Expansion;
  try {
    const starts = walk(rule, until, most);
    made = { until, starts, isWhole: starts.length < most };
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    made = { until, starts: error, isWhole: true };
  }
  expansions.set(key, made);
  return made;
}

/**
 * The planned starts of a rule until a time, the first of them. Each rule is expanded once, however often it is asked.
 * @throws BadValue for rules that take too many steps
 */
function plannedStarts(rule: Rule, last: string, most = Number.POSITIVE_INFINITY): string[] {
  const { starts } = expansionOf(rule, last, most);
  if (starts instanceof BadValue) throw starts;
  return starts.filter((start) => start <= last).slice(0, most);
}

/** The dates of a rule. @throws BadValue where the library gives up, which it says in words alone */
function allOf(rule: RRuleTemporal): Temporal.ZonedDateTime[] {
  try {
    return rule.all();
  } catch (error) {
    if (!(error instanceof Error && /^Maximum (iterations|candidate evaluations) /.test(error.message)))
      throw error;
    throw new BadValue(
      `its dates lie too far apart: ${MOST_STEPS.toLocaleString('en-US')} days are walked through at most. Use FREQ=YEARLY or FREQ=MONTHLY for a date that comes once in a year or month, or a smaller COUNT.`,
    );
  }
}

/** The planned local starts of a rule within a window, in order. @throws BadValue for rules that take too many steps */
export function expand(rule: Rule, { from, until, limit, exceptions = [] }: RuleWindow): string[] {
  const excluded = new Set(exceptions);
  return plannedStarts(rule, until)
    .filter((start) => (from === undefined || start >= from) && !excluded.has(start))
    .slice(0, limit);
}

/** A stored rule, which has been checked before. @throws BadValue for what is no rule */
export const readRule = (text: string, start: RuleStart): Rule => ruleOf(readParts(text, start), start);

/** @throws BadValue for rules that do not give the event's own start, or too many dates */
function checkDates(rule: Rule): void {
  const { parts, start, isOpen } = rule;
  const { startLocal } = start;
  const soon = addMonths(earlier(startLocal, '9997-12-31 23:59:59'), OPEN_YEARS * 12);
  const starts = plannedStarts(rule, isOpen ? soon : END_OF_CALENDAR, 2 * MOST_OCCURRENCES);
  const [first] = starts;
  if (first !== startLocal)
    throw new BadValue(
      `it does not give the event's own start, ${startLocal}${first ? `, but ${first} as its first` : ''}.`,
    );
  if (starts.length > MOST_OCCURRENCES)
    throw new BadValue(
      `it has more than ${MOST_OCCURRENCES} dates${isOpen ? ` in ${OPEN_YEARS} years` : ''}, which is the most.`,
    );
  if (parts.count !== undefined && starts.length < parts.count)
    throw new BadValue(`only ${starts.length} of its ${parts.count} dates are before the year 10000.`);
}

/**
 * Reads a rule that an event shall follow from its start on: an RFC 5545 RRULE without DTSTART, on the event's wall
 * clock (rules#series).
 * @throws BadValue for what is no rule, repeats more often than by the day, does not give the event's own start, or has
 * no or too many dates
 */
export function parseRule(text: string, start: RuleStart): Rule {
  try {
    const rule = readRule(text, start);
    checkDates(rule);
    return rule;
  } catch (error) {
    const name = `"${shortened(text, 60)}" is not a rule that this event can follow`;
    throw error instanceof BadValue ? new BadValue(`${name}: ${error.message}`) : error;
  }
}

/** A date as sent, on the event's clock; `isDay` when it has no time of day. */
function readStart(value: string, { startLocal, timezone, allDay }: RuleStart, now: Date) {
  const { local, naive = local, dateOnly } = readDateTime(value, timezone, { now });
  const time = dateOnly ? startLocal.slice(10) : naive.slice(10);
  const planned = allDay ? startOfDay(naive) : naive.slice(0, 10) + time;
  return { planned, isDay: dateOnly || allDay };
}

/** Reads the start from which a recurrence counts; a day has the time of the event. @throws BadValue for what is no date */
export const parseStart = (value: string, event: RuleStart, now: Date): string =>
  readStart(value, event, now).planned;

/**
 * Reads the list of dates of a series: planned starts in order, the event's own among them. A date without a time has
 * that of the event.
 * @throws BadValue for what is no date or before the event, and for more than {@link MOST_OCCURRENCES}
 */
export function parseDates(values: readonly string[], start: RuleStart, now: Date): string[] {
  const starts = new Set([start.startLocal]);
  for (const value of values) {
    const { planned } = readStart(value, start, now);
    if (planned < start.startLocal)
      throw new BadValue(`"${value}" is before the event itself, which starts at ${start.startLocal}.`);
    starts.add(planned);
  }
  if (starts.size > MOST_OCCURRENCES)
    throw new BadValue(`A series has at most ${MOST_OCCURRENCES} dates; these are ${starts.size}.`);
  return [...starts].sort();
}

/**
 * Reads the dates that are left out of a series: planned starts in order. A date without a time leaves out all that
 * begins on that day.
 * @param dates the series: a rule, or the planned starts of {@link parseDates}
 * @throws BadValue for what is no date or hits no occurrence, and when nothing would be left
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
    const hit = isDay
      ? starts.filter((one) => one.startsWith(planned.slice(0, 10)))
      : starts.filter((one) => one === planned);
    if (hit.length === 0) throw new BadValue(`"${value}" hits none of the dates of the series.`);
    for (const one of hit) excluded.add(one);
  }
  if (excluded.size >= starts.length && !(isRule && dates.isOpen))
    throw new BadValue('These are all dates of the series: delete it instead.');
  return [...excluded].sort();
}

/** The text of a rule with another end. */
const endingWith = ({ parts, start }: Rule, end: Pick<RuleParts, 'count' | 'until'>): string => {
  const { count: _count, until: _until, ...rest } = parts;
  return partsText({ ...rest, ...end }, start.allDay);
};

/** The planned starts of a rule before one of them. */
const startsBefore = (rule: Rule, at: string): string[] =>
  expand(rule, { until: at }).filter((start) => start < at);

/** The rule without its end, beginning at one of its planned starts. */
export const endlessFrom = (text: string, start: RuleStart): Rule => {
  const { count: _count, until: _until, ...parts } = readParts(text, { ...start, startLocal: FIRST });
  return ruleOf(parts, start);
};

/** The text of the rule that begins at one of its planned starts, and gives the same from there on. */
export const restOfRule = (rule: Rule, at: string): string => {
  const { count } = rule.parts;
  return count === undefined ? rule.text : endingWith(rule, { count: count - startsBefore(rule, at).length });
};

/** The text of the rule that ends before one of its planned starts; null when nothing comes before. */
export function beginningOfRule(rule: Rule, at: string): string | null {
  const before = startsBefore(rule, at);
  const last = before.at(-1);
  if (last === undefined) return null;
  if (rule.parts.count !== undefined) return endingWith(rule, { count: before.length });
  const day = endOfDay(last);
  return endingWith(rule, { until: day < at ? day : last });
}

/** The text of a rule whose event is moved: its UNTIL moves too, so that the last occurrence stays. */
export function movedRule({ text, parts, start }: Rule, to: RuleStart): string {
  const { until } = parts;
  if (until === undefined || until === endOfDay(until) || to.allDay) return text;
  const moved = secondsOf(until) + secondsOf(to.startLocal) - secondsOf(start.startLocal);
  return partsText({ ...parts, until: dateTimeFromSeconds(moved) }, to.allDay);
}
