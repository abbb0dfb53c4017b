import { dateFromParts, readTime } from './date-parts.ts';
import { dateTimeOnDay } from './date-time.ts';
import { endOfDay, startOfDay } from './dates.ts';
import { BadValue, truncate } from './errors.ts';
import { localDateTimeOf } from './zones.ts';

/** The start of the event that a rule counts from. */
export interface RuleStart {
  /** `YYYY-MM-DD HH:MM:SS` in the event's zone. */
  readonly startLocal: string;
  readonly timezone: string;
  readonly allDay: boolean;
}

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
/** RFC 5545 names, Monday first. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface RuleDay {
  readonly weekday: Weekday;
  /** Which one of its month or year: 2 is the second, -1 the last. Every one if absent. */
  readonly nth?: number;
}

/** A recurrence rule (RFC 5545, 3.3.10). Lists are sorted and without duplicates. */
export interface RuleParts {
  readonly freq: Frequency;
  readonly interval: number;
  readonly count?: number;
  /** `YYYY-MM-DD HH:MM:SS` in the event's zone, inclusive. */
  readonly until?: string;
  readonly byDay?: readonly RuleDay[];
  readonly bySecond?: readonly number[];
  readonly byMinute?: readonly number[];
  readonly byHour?: readonly number[];
  readonly byMonthDay?: readonly number[];
  readonly byYearDay?: readonly number[];
  readonly byWeekNo?: readonly number[];
  readonly byMonth?: readonly number[];
  readonly bySetPos?: readonly number[];
  /** The first day of a week. */
  readonly wkst: Weekday;
}

/** Lists of numbers with their ranges. Signed ones can count from the end (`-1`). */
const NUMBERS = {
  BYMONTH: { name: 'byMonth', min: 1, max: 12, isSigned: false },
  BYWEEKNO: { name: 'byWeekNo', min: 1, max: 53, isSigned: true },
  BYYEARDAY: { name: 'byYearDay', min: 1, max: 366, isSigned: true },
  BYMONTHDAY: { name: 'byMonthDay', min: 1, max: 31, isSigned: true },
  BYHOUR: { name: 'byHour', min: 0, max: 23, isSigned: false },
  BYMINUTE: { name: 'byMinute', min: 0, max: 59, isSigned: false },
  BYSECOND: { name: 'bySecond', min: 0, max: 59, isSigned: false },
  BYSETPOS: { name: 'bySetPos', min: 1, max: 366, isSigned: true },
} as const;
type ListName = keyof typeof NUMBERS;
const LIST_NAMES = Object.keys(NUMBERS).filter((name): name is ListName => Object.hasOwn(NUMBERS, name));
const NAMES = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST', ...LIST_NAMES];

/** In characters; enough for a rule that lists every day of a year. */
const MAX_LENGTH = 2_000;
const MAX_INTERVAL = 9_999;

const quoted = (text: string): string => `"${truncate(text, 40)}"`;

/** Splits a rule into its `NAME=value` pairs. @throws BadValue for other forms, and unknown or repeated names */
function pairsOf(text: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of text.split(';')) {
    const [, name = '', value = ''] = /^\s*([A-Z][A-Z-]*)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
    if (name === '') throw new BadValue(`${quoted(pair)} does not have the form NAME=value.`);
    if (name === 'DTSTART') throw new BadValue('it starts with the event, so remove DTSTART.');
    if (!NAMES.includes(name)) throw new BadValue(`${quoted(name)} is not a part of a rule here.`);
    if (pairs.has(name)) throw new BadValue(`${name} occurs twice.`);
    pairs.set(name, value);
  }
  return pairs;
}

function positive(name: string, value: string, max: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= max) return number;
  throw new BadValue(`${name} must be a number from 1 to ${max}, not ${quoted(value)}.`);
}

const sortedUnique = <T extends number>(numbers: readonly T[]): T[] =>
  [...new Set(numbers)].sort((one, other) => one - other);

function numbersOf(name: ListName, value: string): number[] {
  const { min, max, isSigned } = NUMBERS[name];
  return sortedUnique(
    value.split(',').map((text) => {
      const number = /^[+-]?\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
      const size = isSigned ? Math.abs(number) : number;
      if (size >= min && size <= max) return number;
      const range = isSigned ? `${min} to ${max} or -${max} to -${min}` : `${min} to ${max}`;
      throw new BadValue(`${name} must have numbers from ${range}, not ${quoted(text)}.`);
    }),
  );
}

const weekdayOf = (text: string): Weekday | undefined => WEEKDAYS.find((weekday) => weekday === text);
const weekdayText = ({ weekday, nth }: RuleDay): string => `${nth ?? ''}${weekday}`;
const dayNumber = ({ weekday, nth = 0 }: RuleDay): number => nth * 7 + WEEKDAYS.indexOf(weekday);

function daysOf(value: string): RuleDay[] {
  const days = value.split(',').map((text): RuleDay => {
    const [, nth, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
    const weekday = weekdayOf(name);
    const number = nth === undefined ? undefined : Number(nth);
    if (weekday === undefined || number === 0 || Math.abs(number ?? 1) > 53)
      throw new BadValue(`BYDAY must have weekdays such as MO, 2TU or -1FR, not ${quoted(text)}.`);
    return number === undefined ? { weekday } : { weekday, nth: number };
  });
  const byText = new Map(days.map((day) => [weekdayText(day), day]));
  return [...byText.values()].sort((one, other) => dayNumber(one) - dayNumber(other));
}

/** UNTIL in the event's zone: converts an instant (`Z`), and includes a whole day (rules#series). */
function untilOf(value: string, { startLocal, timezone, allDay }: RuleStart): string {
  const [, year, month = '', day = '', time, hour, minute, second, instant] =
    /^(\d{4})(\d\d)(\d\d)(T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(value) ?? [];
  if (year === undefined)
    throw new BadValue(`UNTIL must have the form 20310401 or 20310401T183000Z, not ${quoted(value)}.`);
  const date = dateFromParts(year, month, day);
  const written = dateTimeOnDay(date, time === undefined ? 0 : readTime(hour, minute, second));
  const onClock = instant === undefined ? written : localDateTimeOf(written, timezone);
  const until = time === undefined ? endOfDay(onClock) : onClock;
  const last = allDay ? startOfDay(until) : until;
  if (last < startLocal) throw new BadValue(`UNTIL is before the start of the event, ${startLocal}.`);
  return last;
}

/** @throws BadValue for combinations of valid parts that RFC 5545 forbids */
function checkCombinations(parts: RuleParts, allDay: boolean): void {
  const { freq, byDay = [] } = parts;
  const refuse = (isWrong: boolean, message: string): void => {
    if (isWrong) throw new BadValue(message);
  };
  const hasNth = byDay.some(({ nth }) => nth !== undefined);
  const { byMonthDay, byYearDay, byWeekNo, bySetPos, byHour, byMinute, bySecond } = parts;
  refuse(parts.count !== undefined && parts.until !== undefined, 'use COUNT or UNTIL, not both.');
  refuse(
    hasNth && (freq === 'DAILY' || freq === 'WEEKLY'),
    `BYDAY can have numbers (${byDay.map(weekdayText).join(',')}) only if FREQ is MONTHLY or YEARLY.`,
  );
  // The library that expands rules counts these combinations wrongly, here and below.
  if (hasNth && freq === 'YEARLY' && parts.byMonth === undefined) {
    refuse(
      byDay.some(({ nth }) => nth === undefined),
      'BYDAY of a year must have a number for each weekday, or for none.',
    );
    refuse(
      byDay.some(({ nth = 0 }) => Math.abs(nth) > 52),
      'BYDAY of a year can have numbers up to 52.',
    );
    refuse(byMonthDay !== undefined, 'BYDAY of a year cannot have numbers together with BYMONTHDAY.');
  }
  refuse(
    byYearDay !== undefined && (parts.byDay ?? byMonthDay ?? byWeekNo) !== undefined,
    'BYYEARDAY cannot be used together with BYDAY, BYMONTHDAY or BYWEEKNO.',
  );
  refuse(hasNth && byWeekNo !== undefined, 'BYDAY cannot have numbers together with BYWEEKNO.');
  refuse(byMonthDay !== undefined && freq === 'WEEKLY', 'a WEEKLY rule cannot have BYMONTHDAY.');
  refuse(byYearDay !== undefined && freq !== 'YEARLY', 'only a YEARLY rule can have BYYEARDAY.');
  refuse(byWeekNo !== undefined && freq !== 'YEARLY', 'only a YEARLY rule can have BYWEEKNO.');
  refuse(
    bySetPos !== undefined &&
      LIST_NAMES.every((name) => name === 'BYSETPOS' || parts[NUMBERS[name].name] === undefined) &&
      parts.byDay === undefined,
    'BYSETPOS needs another BY part, such as BYDAY.',
  );
  refuse(
    allDay && (byHour ?? byMinute ?? bySecond) !== undefined,
    'an all-day event cannot have BYHOUR, BYMINUTE or BYSECOND.',
  );
}

const SUBDAILY = ['HOURLY', 'MINUTELY', 'SECONDLY'];

/**
 * Parses a recurrence rule, `FREQ=WEEKLY;BYDAY=MO`, with an optional `RRULE:` prefix.
 * @throws BadValue whose message continues a sentence about the rule
 */
export function parseRuleParts(text: string, start: RuleStart): RuleParts {
  const value = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '');
  if (value === '') throw new BadValue('it is empty.');
  if (value.length > MAX_LENGTH) throw new BadValue(`it is longer than ${MAX_LENGTH} characters.`);
  const pairs = pairsOf(value);
  const frequency = pairs.get('FREQ');
  if (frequency === undefined) throw new BadValue('it has no FREQ.');
  if (SUBDAILY.includes(frequency))
    throw new BadValue(`${frequency} is too frequent: use DAILY, WEEKLY, MONTHLY or YEARLY.`);
  const freq = FREQUENCIES.find((name) => name === frequency);
  if (freq === undefined)
    throw new BadValue(`FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY, not ${quoted(frequency)}.`);
  const wkst = weekdayOf(pairs.get('WKST') ?? 'MO');
  if (wkst === undefined)
    throw new BadValue(`WKST must be a weekday such as SU, not ${quoted(pairs.get('WKST') ?? '')}.`);
  const count = pairs.get('COUNT');
  const until = pairs.get('UNTIL');
  const byDay = pairs.get('BYDAY');
  const lists = LIST_NAMES.flatMap((name) => {
    const list = pairs.get(name);
    return list === undefined ? [] : [[NUMBERS[name].name, numbersOf(name, list)] as const];
  });
  const parts: RuleParts = {
    freq,
    interval: positive('INTERVAL', pairs.get('INTERVAL') ?? '1', MAX_INTERVAL),
    ...(count !== undefined && { count: positive('COUNT', count, 1_000) }),
    ...(until !== undefined && { until: untilOf(until, start) }),
    ...(byDay !== undefined && { byDay: daysOf(byDay) }),
    ...Object.fromEntries(lists),
    wkst,
  };
  checkCombinations(parts, start.allDay);
  return parts;
}

const compact = (local: string): string => local.replace(/[-:]/g, '').replace(' ', 'T');

/**
 * Formats a rule: FREQ first, because some programs require that order; UNTIL in the event's zone; without default
 * values.
 */
export function formatRuleParts(parts: RuleParts, allDay: boolean): string {
  const { freq, interval, count, until, byDay, wkst } = parts;
  const pairs: [string, unknown][] = [
    ['FREQ', freq],
    ['INTERVAL', interval === 1 ? undefined : interval],
    ['COUNT', count],
    ['UNTIL', until && (allDay ? compact(until).slice(0, 8) : compact(until))],
    ['BYMONTH', parts.byMonth],
    ['BYWEEKNO', parts.byWeekNo],
    ['BYYEARDAY', parts.byYearDay],
    ['BYMONTHDAY', parts.byMonthDay],
    ['BYDAY', byDay?.map(weekdayText)],
    ['BYHOUR', parts.byHour],
    ['BYMINUTE', parts.byMinute],
    ['BYSECOND', parts.bySecond],
    ['BYSETPOS', parts.bySetPos],
    ['WKST', wkst === 'MO' ? undefined : wkst],
  ];
  return pairs
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${String(value)}`]))
    .join(';');
}
