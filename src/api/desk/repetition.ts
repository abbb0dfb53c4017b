import { dayOf, startOfDay } from '../../lib/dates.ts';
import { MAX_OCCURRENCES } from '../../lib/recurrence.ts';
import {
  formatRuleParts,
  parseRuleParts,
  type RuleParts,
  type RuleStart,
  WEEKDAYS,
  type Weekday,
} from '../../lib/recurrence-parts.ts';
import type { Typed } from './typed.ts';
import { readDay } from './typed-times.ts';

/**
 * The choices of the repetition. `NTH` and `LAST` are months, on the weekday of the start: the second one, or the last.
 * `own` keeps a recurrence for which the form has no controls.
 */
const REPEATS = ['none', 'DAILY', 'WEEKLY', 'MONTHLY', 'NTH', 'LAST', 'YEARLY', 'own'] as const;
export type Repeat = (typeof REPEATS)[number];
const isRepeat = (text: string): text is Repeat => REPEATS.some((repeat) => repeat === text);
const repeatOf = (typed: Typed): Repeat => {
  const text = typed.text('repeat');
  return isRepeat(text) ? text : 'none';
};

const MAX_NUMBER = 9_999;
/** More than any series has; a longer list only takes time. */
const MAX_EXCEPTIONS = 2 * MAX_OCCURRENCES;
const DAYS_PER_WEEK = 7;

const weekdayOf = ({ startLocal }: RuleStart): Weekday => WEEKDAYS[dayOf(startLocal).dayOfWeek - 1] ?? 'MO';
/** Which one of its month the weekday of the start is, from 1. */
const nthOf = ({ startLocal }: RuleStart): number => Math.ceil(dayOf(startLocal).day / DAYS_PER_WEEK);

/** The kinds of rules for which the form has controls; undefined for others. */
function repeatOfParts(parts: RuleParts, start: RuleStart): Repeat | undefined {
  const { freq, interval: _, count: _count, until: _until, wkst, byDay, byMonthDay, ...others } = parts;
  const isOther = wkst !== 'MO' || Object.keys(others).length > 0;
  const { day } = dayOf(start.startLocal);
  const [nth, ...more] = byDay ?? [];
  if (isOther || (byMonthDay && (freq !== 'MONTHLY' || byDay || String(byMonthDay) !== String(day))))
    return undefined;
  if (freq === 'WEEKLY') return 'WEEKLY';
  if (!nth) return freq;
  if (freq !== 'MONTHLY' || more.length > 0 || nth.weekday !== weekdayOf(start)) return undefined;
  if (nth.nth === -1) return 'LAST';
  return nth.nth === nthOf(start) ? 'NTH' : undefined;
}

/** The recurrence of an event as stored. */
interface StoredRepetition {
  /** null for a list of dates. */
  readonly rule: string | null;
  readonly exceptions: readonly string[];
  readonly start: RuleStart;
}

const NONE = {
  repeat: 'none',
  every: '1',
  weekdays: [],
  ends: 'never',
  until: '',
  count: '',
  exceptions: '',
} as const;

/** The values of the controls for a stored recurrence. */
export function typedRepetition(
  stored: StoredRepetition | null,
): Readonly<Record<string, string | readonly string[]>> {
  if (!stored) return NONE;
  const { rule, start } = stored;
  const exceptions = [...new Set(stored.exceptions.map((one) => one.slice(0, 10)))].join('\n');
  const parts = rule === null ? null : parseRuleParts(rule, start);
  const repeat = parts && repeatOfParts(parts, start);
  if (!parts || !repeat) return { ...NONE, repeat: 'own', exceptions };
  const { interval, byDay = [], until, count } = parts;
  return {
    repeat,
    every: String(interval),
    weekdays: repeat === 'WEEKLY' ? byDay.map(({ weekday }) => weekday) : [],
    ends: until !== undefined ? 'until' : count !== undefined ? 'count' : 'never',
    until: until?.slice(0, 10) ?? '',
    count: count === undefined ? '' : String(count),
    exceptions,
  };
}

/** The recurrence of the controls. */
interface ReadRepetition {
  /** null for a single event; undefined to keep the stored one. */
  readonly rule: string | null | undefined;
  /** `YYYY-MM-DD` */
  readonly exceptions: readonly string[];
  /** The controls whose text is unreadable. */
  readonly unreadable: readonly string[];
}

const numberIn = (text: string): number | null =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_NUMBER ? Number(text) : null;

/** Reads the controls. @param start null if the start is unreadable @param now the current time */
export function readRepetition(typed: Typed, start: RuleStart | null, now: Date): ReadRepetition {
  const repeat = repeatOf(typed);
  if (repeat === 'none') return { rule: null, exceptions: [], unreadable: [] };
  const unreadable: string[] = [];
  const required = <T>(name: string, value: T | null): T | undefined => {
    if (value === null) unreadable.push(name);
    return value ?? undefined;
  };
  const lines = typed
    .text('exceptions')
    .split('\n', MAX_EXCEPTIONS + 1)
    .map((line) => line.trim());
  if (lines.length > MAX_EXCEPTIONS) unreadable.push('exceptions');
  const exceptions = lines.flatMap((line) =>
    line === '' ? [] : (required('exceptions', readDay(line, now)) ?? []),
  );
  if (repeat === 'own') return { rule: undefined, exceptions, unreadable };
  const ends = typed.text('ends');
  const interval = required('every', numberIn(typed.text('every') || '1')) ?? 1;
  const until = ends === 'until' ? required('until', readDay(typed.text('until'), now)) : undefined;
  const count = ends === 'count' ? required('count', numberIn(typed.text('count'))) : undefined;
  if (unreadable.length > 0 || !start)
    return { rule: undefined, exceptions, unreadable: [...new Set(unreadable)] };
  const chosen = WEEKDAYS.filter((weekday) => typed.list('weekdays').includes(weekday));
  const days = {
    WEEKLY: chosen.map((weekday) => ({ weekday })),
    NTH: [nthDay(start)],
    LAST: [lastDay(start)],
  };
  const byDay = Object.entries(days).find(([name]) => name === repeat)?.[1] ?? [];
  const parts: RuleParts = {
    freq: repeat === 'NTH' || repeat === 'LAST' ? 'MONTHLY' : repeat,
    interval,
    ...(count !== undefined && { count }),
    ...(until !== undefined && { until: `${until} 23:59:59` }),
    ...(byDay.length > 0 && { byDay }),
    wkst: 'MO',
  };
  return { rule: formatRuleParts(parts, start.allDay), exceptions, unreadable };
}

const nthDay = (start: RuleStart) => ({ weekday: weekdayOf(start), nth: nthOf(start) });
const lastDay = (start: RuleStart) => ({ weekday: weekdayOf(start), nth: -1 });

/** The start of the recurrence after the start of its event is moved by whole days and to another time. */
export function movedRuleStart(start: RuleStart, from: string, to: string, allDay: boolean): RuleStart {
  const days = dayOf(from).until(dayOf(to)).days;
  const day = dayOf(start.startLocal).add({ days }).toString();
  const startLocal = allDay ? startOfDay(day) : `${day} ${to.slice(11)}`;
  return { ...start, startLocal, allDay };
}
