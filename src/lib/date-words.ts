import { dateFromParts, readOffset, readTime } from './date-parts.ts';
import { BadValue } from './errors.ts';

/** A parsed date in words, not yet resolved against the current time. */
export interface DateWords {
  /** A date with day, month and year. */
  day?: Temporal.PlainDate;
  /** The text has `today`, `tomorrow` or `yesterday`. */
  hasRelativeDay?: true;
  /** Sunday is 0; `which` is `next`, `last`, or empty for the first one from today on. */
  weekday?: { index: number; which: string };
  /** `first` or `last` day of the month. */
  edge?: string;
  /** Seconds since midnight. */
  time?: number;
  /** Seconds east of Greenwich. */
  offset?: number;
  months: number;
  days: number;
  /** Seconds of real time. */
  elapsed: number;
  /** The text has a week: `monday next week` is a day of that week. */
  hasWeek: boolean;
  /** The text has a day. An amount only (`+2 days`) keeps the current time of day, as in PHP. */
  defaultsToMidnight: boolean;
}

type Groups = readonly (string | undefined)[];
type Rule = readonly [pattern: RegExp, apply: (reading: DateWords, groups: Groups, thisYear: number) => void];

/** The first three letters of the English month names. */
export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|' +
  'aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])\\.?';
const WEEKDAY =
  '(sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|' +
  'fri(?:day)?|sat(?:urday)?)(?![a-z])';
const UNIT = '(sec|second|min|minute|hour|day|week|fortnight|month|year)s?(?![a-z])';
const ZONE = '( ?(?:z|utc|gmt)(?![a-z])| ?[+-]\\d\\d(?::?\\d\\d)?(?! ?[\\da-z]))?';
const SECONDS: Readonly<Record<string, number>> = { sec: 1, second: 1, min: 60, minute: 60, hour: 3600 };
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14 };
const SHIFT: Readonly<Record<string, number>> = { next: 1, last: -1, previous: -1, this: 0 };

const assertUnset = (...values: unknown[]): void => {
  if (values.some((value) => value !== undefined)) throw new BadValue('It has two days or two times.');
};

const setDay = (reading: DateWords, year: string | number = '', month = '', day = '1'): void => {
  assertUnset(reading.day, reading.hasRelativeDay);
  const number = Number(month) || MONTHS.indexOf(month.slice(0, 3)) + 1;
  reading.day = dateFromParts(year, number, day);
  reading.defaultsToMidnight = true;
};

const setTime = (reading: DateWords, seconds: number, zone?: string): void => {
  assertUnset(reading.time);
  reading.time = seconds;
  if (zone !== undefined) reading.offset = readOffset(zone);
};

const setWeekday = (reading: DateWords, name = '', which = ''): void => {
  assertUnset(reading.weekday, reading.hasRelativeDay);
  reading.weekday = { index: WEEKDAYS.indexOf(name.slice(0, 3)), which };
  reading.defaultsToMidnight = true;
};

const move = (reading: DateWords, amount: number, unit = ''): void => {
  reading.elapsed += amount * (SECONDS[unit] ?? 0);
  reading.days += amount * (DAYS[unit] ?? 0);
  reading.months += amount * (unit === 'month' ? 1 : unit === 'year' ? 12 : 0);
};

const setRelativeDay = (reading: DateWords, days: number): void => {
  assertUnset(reading.hasRelativeDay, reading.day, reading.weekday);
  reading.hasRelativeDay = true;
  reading.days += days;
  reading.defaultsToMidnight = true;
};

const rule = (pattern: string, apply: Rule[1]): Rule => [new RegExp(pattern, 'y'), apply];

const RULES: readonly Rule[] = [
  rule('(\\d{4})([-/])(\\d{1,2})\\2(\\d{1,2})(?!\\d)', (r, [, year, , month, day]) =>
    setDay(r, year, month, day),
  ),
  rule('(\\d{1,2})/(\\d{1,2})/(\\d{4})(?!\\d)', (r, [, month, day, year]) => {
    if (Number(month) > 12)
      throw new BadValue(
        `With slashes the month comes first, and there is no month ${month}. Use YYYY-MM-DD to avoid this.`,
      );
    setDay(r, year, month, day);
  }),
  rule('(\\d{1,2})\\. ?(\\d{1,2})\\. ?(\\d{4})(?![\\d.])', (r, [, day, month, year]) => {
    if (Number(month) > 12)
      throw new BadValue(
        `With points the day comes first, and there is no month ${month}. Use YYYY-MM-DD to avoid this.`,
      );
    setDay(r, year, month, day);
  }),
  rule(
    `(\\d{1,2})(?:st|nd|rd|th)?[ -]?(?:of )?${MONTH}(?:,?[ -](\\d{4})(?![\\d:]))?`,
    (r, [, day, month, year], now) => setDay(r, year ?? now, month, day),
  ),
  rule(`${MONTH} (\\d{4})(?![\\d:])`, (r, [, month, year]) => setDay(r, year, month)),
  rule(
    `${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?![\\d:a-z])(?:,? (\\d{4})(?![\\d:]))?`,
    (r, [, month, day, year], now) => setDay(r, year ?? now, month, day),
  ),
  rule(
    `(?:at |t)?(\\d{1,2})(?::(\\d\\d)(?::(\\d\\d))?)? ?([ap])\\.?m(?![a-z])\\.?${ZONE}`,
    (r, [, hour, minute, second, half, zone]) => setTime(r, readTime(hour, minute, second, half), zone),
  ),
  rule(
    `(?:at |t)?(\\d{1,2}):(\\d\\d)(?::(\\d\\d)(?:[.,]\\d+)?)?(?![\\d:])${ZONE}`,
    (r, [, hour, minute, second, zone]) => setTime(r, readTime(hour, minute, second), zone),
  ),
  rule('(?:at )?(noon|midnight)(?![a-z])', (r, [, word]) => setTime(r, word === 'noon' ? 43_200 : 0)),
  rule('now(?![a-z])', () => {}),
  rule('(first|last) day of (?=\\S)', (r, [, edge]) => {
    assertUnset(r.edge);
    if (edge) r.edge = edge;
  }),
  rule('(today|tomorrow|yesterday)(?![a-z])', (r, [, word]) =>
    setRelativeDay(r, word === 'today' ? 0 : word === 'tomorrow' ? 1 : -1),
  ),
  rule(`(?:in )?(?:([+-]) ?)?(\\d{1,7}|an?) ?${UNIT}( ago)?(?![a-z])`, (r, [, sign, amount, unit, ago]) =>
    move(
      r,
      (Number(amount) || (amount?.startsWith('a') ? 1 : 0)) * (sign === '-' ? -1 : 1) * (ago ? -1 : 1),
      unit,
    ),
  ),
  rule(`(next|last|previous|this) ${UNIT}`, (r, [, which = '', unit]) => {
    move(r, SHIFT[which] ?? 0, unit);
    r.hasWeek ||= unit === 'week';
  }),
  rule(`(?:(next|last|previous|this) )?${WEEKDAY}`, (r, [, which, name]) => setWeekday(r, name, which)),
];

/**
 * Parses a lower-case text.
 * @returns undefined if any part is unknown
 * @throws BadValue for impossible dates and times
 */
export const parseDateWords = (text: string, thisYear: number): DateWords | undefined => {
  const reading: DateWords = { months: 0, days: 0, elapsed: 0, hasWeek: false, defaultsToMidnight: false };
  let at = 0;
  while (at < text.length) {
    const rule = RULES.find(([pattern]) => {
      pattern.lastIndex = at;
      return pattern.test(text);
    });
    if (!rule) return undefined;
    const [pattern, apply] = rule;
    pattern.lastIndex = at;
    const groups = pattern.exec(text);
    if (groups) apply(reading, groups, thisYear);
    at = pattern.lastIndex;
    while (text[at] === ' ' || text[at] === ',') at++;
  }
  return reading;
};
