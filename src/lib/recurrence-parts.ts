import { dateFromParts, readTime } from './date-parts.ts';
import { dateTimeOnDay } from './date-time.ts';
import { endOfDay, startOfDay } from './dates.ts';
import { BadValue, shortened } from './errors.ts';
import { localDateTimeOf } from './zones.ts';

/** What a rule counts from: the start of an event, `YYYY-MM-DD HH:MM:SS` on the event's own clock. */
export interface RuleStart {
  readonly startLocal: string;
  readonly timezone: string;
  readonly allDay: boolean;
}

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
/** As RFC 5545 writes them, Monday first. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** `MO`, or with `nth` the second (2) or last (-1) of its month or year. */
export interface RuleDay {
  readonly weekday: Weekday;
  readonly nth?: number;
}

/** A recurrence rule (RFC 5545, 3.3.10), every list in its order and without duplicates. */
export interface RuleParts {
  readonly freq: Frequency;
  readonly interval: number;
  readonly count?: number;
  /** The last moment on the event's clock, `YYYY-MM-DD HH:MM:SS`. */
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

/** The lists of numbers: between which they are, and whether they may count from the end (`-1`). */
const NUMBERS = {
  BYMONTH: { name: 'byMonth', least: 1, most: 12, isSigned: false },
  BYWEEKNO: { name: 'byWeekNo', least: 1, most: 53, isSigned: true },
  BYYEARDAY: { name: 'byYearDay', least: 1, most: 366, isSigned: true },
  BYMONTHDAY: { name: 'byMonthDay', least: 1, most: 31, isSigned: true },
  BYHOUR: { name: 'byHour', least: 0, most: 23, isSigned: false },
  BYMINUTE: { name: 'byMinute', least: 0, most: 59, isSigned: false },
  BYSECOND: { name: 'bySecond', least: 0, most: 59, isSigned: false },
  BYSETPOS: { name: 'bySetPos', least: 1, most: 366, isSigned: true },
} as const;
type ListName = keyof typeof NUMBERS;
const LIST_NAMES = Object.keys(NUMBERS).filter((name): name is ListName => Object.hasOwn(NUMBERS, name));
const NAMES = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST', ...LIST_NAMES];

/** In characters; a rule that names each day of a year has fewer. */
const LONGEST = 2_000;
const MOST_INTERVAL = 9_999;

const shown = (text: string): string => `"${shortened(text, 40)}"`;

/** `NAME=value` by name. @throws BadValue for what is none, and for a name that comes twice or that no rule has */
function pairsOf(text: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of text.split(';')) {
    const [, name = '', value = ''] = /^\s*([A-Z][A-Z-]*)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
    if (name === '') throw new BadValue(`${shown(pair)} has not the form NAME=value.`);
    if (name === 'DTSTART') throw new BadValue('it begins with the event, so it has no DTSTART.');
    if (!NAMES.includes(name)) throw new BadValue(`${shown(name)} is no part of a rule here.`);
    if (pairs.has(name)) throw new BadValue(`${name} is there twice.`);
    pairs.set(name, value);
  }
  return pairs;
}

function positive(name: string, value: string, most: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= most) return number;
  throw new BadValue(`${name} is a number from 1 to ${most}, not ${shown(value)}.`);
}

const distinct = <T extends number>(numbers: readonly T[]): T[] =>
  [...new Set(numbers)].sort((one, other) => one - other);

function numbersOf(name: ListName, value: string): number[] {
  const { least, most, isSigned } = NUMBERS[name];
  return distinct(
    value.split(',').map((text) => {
      const number = /^[+-]?\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
      const size = isSigned ? Math.abs(number) : number;
      if (size >= least && size <= most) return number;
      const range = isSigned ? `${least} to ${most} or -${most} to -${least}` : `${least} to ${most}`;
      throw new BadValue(`${name} has numbers from ${range}, not ${shown(text)}.`);
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
      throw new BadValue(`BYDAY has weekdays such as MO, 2TU or -1FR, not ${shown(text)}.`);
    return number === undefined ? { weekday } : { weekday, nth: number };
  });
  const byText = new Map(days.map((day) => [weekdayText(day), day]));
  return [...byText.values()].sort((one, other) => dayNumber(one) - dayNumber(other));
}

/** UNTIL on the event's clock: an instant (`Z`) is converted, a day is meant as a whole (rules#series). */
function untilOf(value: string, { startLocal, timezone, allDay }: RuleStart): string {
  const [, year, month = '', day = '', time, hour, minute, second, instant] =
    /^(\d{4})(\d\d)(\d\d)(T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(value) ?? [];
  if (year === undefined)
    throw new BadValue(`UNTIL is written as 20310401 or 20310401T183000Z, not ${shown(value)}.`);
  const date = dateFromParts(year, month, day);
  const written = dateTimeOnDay(date, time === undefined ? 0 : readTime(hour, minute, second));
  const onClock = instant === undefined ? written : localDateTimeOf(written, timezone);
  const until = time === undefined ? endOfDay(onClock) : onClock;
  const last = allDay ? startOfDay(until) : until;
  if (last < startLocal)
    throw new BadValue(`UNTIL is before the event itself, which starts at ${startLocal}.`);
  return last;
}

/** What RFC 5545 forbids of parts that are right by themselves. */
function checkTogether(parts: RuleParts, allDay: boolean): void {
  const { freq, byDay = [] } = parts;
  const refuse = (isWrong: boolean, message: string): void => {
    if (isWrong) throw new BadValue(message);
  };
  const hasNth = byDay.some(({ nth }) => nth !== undefined);
  const { byMonthDay, byYearDay, byWeekNo, bySetPos, byHour, byMinute, bySecond } = parts;
  refuse(
    parts.count !== undefined && parts.until !== undefined,
    'it ends by COUNT or by UNTIL, not by both.',
  );
  refuse(
    hasNth && (freq === 'DAILY' || freq === 'WEEKLY'),
    `BYDAY has numbers (${byDay.map(weekdayText).join(',')}) only where FREQ is MONTHLY or YEARLY.`,
  );
  // What the library that expands rules counts wrongly, here and below.
  if (hasNth && freq === 'YEARLY' && parts.byMonth === undefined) {
    refuse(
      byDay.some(({ nth }) => nth === undefined),
      'BYDAY of a year has a number for each weekday, or for none.',
    );
    refuse(
      byDay.some(({ nth = 0 }) => Math.abs(nth) > 52),
      'BYDAY counts to the 52nd weekday of a year.',
    );
    refuse(byMonthDay !== undefined, 'BYDAY of a year has no numbers beside BYMONTHDAY.');
  }
  refuse(
    byYearDay !== undefined && (parts.byDay ?? byMonthDay ?? byWeekNo) !== undefined,
    'BYYEARDAY is not beside BYDAY, BYMONTHDAY or BYWEEKNO.',
  );
  refuse(hasNth && byWeekNo !== undefined, 'BYDAY has no numbers beside BYWEEKNO.');
  refuse(byMonthDay !== undefined && freq === 'WEEKLY', 'a WEEKLY rule has no BYMONTHDAY.');
  refuse(byYearDay !== undefined && freq !== 'YEARLY', 'only a YEARLY rule has BYYEARDAY.');
  refuse(byWeekNo !== undefined && freq !== 'YEARLY', 'only a YEARLY rule has BYWEEKNO.');
  refuse(
    bySetPos !== undefined &&
      LIST_NAMES.every((name) => name === 'BYSETPOS' || parts[NUMBERS[name].name] === undefined) &&
      parts.byDay === undefined,
    'BYSETPOS chooses among what another BY part gives, and there is none.',
  );
  refuse(
    allDay && (byHour ?? byMinute ?? bySecond) !== undefined,
    'an event of whole days has no BYHOUR, BYMINUTE or BYSECOND.',
  );
}

const SUBDAILY = ['HOURLY', 'MINUTELY', 'SECONDLY'];

/**
 * Reads the text of a recurrence rule, `FREQ=WEEKLY;BYDAY=MO`, with or without `RRULE:` in front.
 * @throws BadValue with the rest of a sentence that says what is wrong
 */
export function readParts(text: string, start: RuleStart): RuleParts {
  const value = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '');
  if (value === '') throw new BadValue('it is empty.');
  if (value.length > LONGEST) throw new BadValue(`it is longer than ${LONGEST} characters.`);
  const pairs = pairsOf(value);
  const frequency = pairs.get('FREQ');
  if (frequency === undefined) throw new BadValue('it has no FREQ.');
  if (SUBDAILY.includes(frequency))
    throw new BadValue(`events repeat by the day or more seldom, not ${frequency}.`);
  const freq = FREQUENCIES.find((name) => name === frequency);
  if (freq === undefined)
    throw new BadValue(`FREQ is DAILY, WEEKLY, MONTHLY or YEARLY, not ${shown(frequency)}.`);
  const wkst = weekdayOf(pairs.get('WKST') ?? 'MO');
  if (wkst === undefined)
    throw new BadValue(`WKST is a weekday such as SU, not ${shown(pairs.get('WKST') ?? '')}.`);
  const count = pairs.get('COUNT');
  const until = pairs.get('UNTIL');
  const byDay = pairs.get('BYDAY');
  const lists = LIST_NAMES.flatMap((name) => {
    const list = pairs.get(name);
    return list === undefined ? [] : [[NUMBERS[name].name, numbersOf(name, list)] as const];
  });
  const parts: RuleParts = {
    freq,
    interval: positive('INTERVAL', pairs.get('INTERVAL') ?? '1', MOST_INTERVAL),
    ...(count !== undefined && { count: positive('COUNT', count, 1_000) }),
    ...(until !== undefined && { until: untilOf(until, start) }),
    ...(byDay !== undefined && { byDay: daysOf(byDay) }),
    ...Object.fromEntries(lists),
    wkst,
  };
  checkTogether(parts, start.allDay);
  return parts;
}

const compact = (local: string): string => local.replace(/[-:]/g, '').replace(' ', 'T');

/**
 * The text of a rule: FREQ first (some programs read no other order), UNTIL on the event's clock, what means nothing
 * left out.
 */
export function partsText(parts: RuleParts, allDay: boolean): string {
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
