import type { Rule } from './recurrence.ts';
import { type RuleDay, type RuleParts, WEEKDAYS, type Weekday } from './recurrence-parts.ts';
import type { Words, WordValues } from './words.ts';

const WORKDAYS = WEEKDAYS.slice(0, 5);
/** Days with a common name. */
const KINDS_OF_DAYS = [
  ['workday', WORKDAYS],
  ['weekend', WEEKDAYS.slice(5)],
  ['day', WEEKDAYS],
] as const;
/** Longer lists are summarized. */
const MAX_LISTED_DATES = 6;

/** Puts numbers that count from the end last: `1st, 15th and last`. */
const inOrder = (numbers: readonly number[]): number[] => [
  ...numbers.filter((number) => number > 0),
  ...numbers.filter((number) => number < 0),
];
/** @param days without numbers */
const isSame = (days: readonly RuleDay[], weekdays: readonly Weekday[]): boolean =>
  days.length === weekdays.length && days.every(({ weekday }) => weekdays.includes(weekday));
const hasNth = (days: readonly RuleDay[] = []): boolean => days.some(({ nth }) => nth !== undefined);
const isPresent = (phrase: string): boolean => phrase !== '';

/** A date, and its parts for languages in which they change other words (`le 1er avril`, `l’8 aprile`). */
function dateValues(
  date: Temporal.PlainDate | string,
  { locale }: Words,
  month: Intl.DateTimeFormatOptions = { month: 'long', year: 'numeric' },
): WordValues {
  const plain = Temporal.PlainDate.from(date);
  const text = plain.toLocaleString(locale, { ...month, day: 'numeric' });
  return { date: text, month: plain.toLocaleString(locale, month), day: plain.day };
}

/** Describes a rule in the words of a language. The phrase of an absent part is ''. */
class RuleDescription {
  readonly #parts: RuleParts;
  readonly #start: Temporal.PlainDateTime;
  readonly #words: Words;

  constructor({ parts, start }: Rule, words: Words) {
    this.#parts = parts;
    this.#start = Temporal.PlainDateTime.from(start.startLocal);
    this.#words = words;
  }

  text(): string {
    const { freq, interval, byDay = [] } = this.#parts;
    const isDaily = interval === 1 && (freq === 'WEEKLY' || freq === 'DAILY');
    const isWorkdays = isDaily && isSame(byDay, WORKDAYS);
    const sentence = this.#words.text('recurrence.sentence', {
      every: this.#words.text(isWorkdays ? 'recurrence.workdays' : 'recurrence.every', { freq, interval }),
      months: this.#months(),
      weeks: this.#weeks(),
      days: this.#days(isWorkdays),
      where: isWorkdays ? '' : this.#where(),
      times: this.#times(),
    });
    // Absent parts leave their spaces.
    return [sentence.replace(/ (?=[ ,]|$)/g, ''), this.#position(), this.#end()].filter(isPresent).join(', ');
  }

  #weekday(weekday: Weekday): string {
    // 2001-01-01 was a Monday.
    const date = new Temporal.PlainDate(2001, 1, 1 + WEEKDAYS.indexOf(weekday));
    return date.toLocaleString(this.#words.locale, { weekday: 'long' });
  }

  /** @param form `whole` has an article of its own; `open` has no noun */
  #nth(nth: number, name: string, form: 'whole' | 'open' | 'last'): string {
    const key = nth > 0 ? 'recurrence.nth' : 'recurrence.nthToLast';
    return this.#words.text(key, { n: Math.abs(nth), name, form });
  }

  /** Numbers with one noun: `1st`, `15th`, `last day`. @param areDates whether positive ones are dates of a month */
  #nths(numbers: readonly number[], name: string, areDates = false): string[] {
    return inOrder(numbers).map((nth, index) =>
      areDates && nth > 0
        ? this.#words.text('recurrence.dayOfMonth', { day: nth })
        : this.#nth(nth, name, name !== '' && index === numbers.length - 1 ? 'last' : 'open'),
    );
  }

  /** @param kind `part` if the days share an article; `each` for plain names of weekdays */
  #on(days: readonly string[], kind: 'part' | 'each' | 'whole', of: 'year' | 'months' | '' = ''): string {
    if (days.length === 0) return '';
    return this.#words.text('recurrence.on', { days: this.#words.list(days), kind, of });
  }

  /** The day of a rule with exactly one date a year: `every year on 4 July`. */
  #dayOfYear(): Temporal.PlainDate | undefined {
    const { freq, byMonth, byMonthDay, byDay, byWeekNo, byYearDay } = this.#parts;
    if (freq !== 'YEARLY' || (byDay ?? byWeekNo ?? byYearDay) !== undefined) return undefined;
    const [month = this.#start.month, otherMonth] = byMonth ?? [];
    const [day = this.#start.day, otherDay] = byMonthDay ?? [];
    const isOne = otherMonth === undefined && otherDay === undefined && day > 0;
    if (!isOne || (byMonth === undefined && byMonthDay !== undefined)) return undefined;
    return new Temporal.PlainDate(2000, month, 1).with({ day });
  }

  #months(): string {
    const { byMonth = [] } = this.#parts;
    const [month] = byMonth;
    if (month === undefined || this.#dayOfYear()) return '';
    const names = byMonth.map((one) =>
      new Temporal.PlainDate(2001, one, 1).toLocaleString(this.#words.locale, { month: 'long' }),
    );
    const kind = this.#kindOfMonths();
    return this.#words.text('recurrence.months', { months: this.#words.list(names), month, kind });
  }

  /** Whether the days are dates or numbered days of the months: `the 3rd of June`, `the last Friday of June`. */
  #kindOfMonths(): 'date' | 'nth' | 'other' {
    const { freq, byMonthDay, byDay, byWeekNo, byYearDay } = this.#parts;
    if (byYearDay) return 'other';
    if (byMonthDay) return byMonthDay.every((day) => day > 0) ? 'date' : 'nth';
    if (byDay) return hasNth(byDay) || this.#isPosition() ? 'nth' : 'other';
    return byWeekNo === undefined && (freq === 'MONTHLY' || freq === 'YEARLY') ? 'date' : 'other';
  }

  #weeks(): string {
    const weeks = inOrder(this.#parts.byWeekNo ?? []).map((week) =>
      this.#words.text('recurrence.week', { week: Math.abs(week), from: week > 0 ? 'start' : 'end' }),
    );
    return this.#words.list(weeks);
  }

  /** @param hasWeekdays whether the sentence names the weekdays already */
  #days(hasWeekdays: boolean): string {
    const { freq, byMonth, byMonthDay, byYearDay } = this.#parts;
    const day = this.#words.text('recurrence.kindOfDay', { kind: 'day' });
    const date = this.#dayOfYear();
    const values = date && dateValues(date, this.#words, { month: 'long' });
    if (values) return this.#on([this.#words.text('recurrence.date', values)], 'whole');
    if (byYearDay) return this.#on(this.#nths(byYearDay, day), 'part', 'year');
    if (!byMonthDay) return hasWeekdays ? '' : this.#weekdays();
    const of = freq === 'YEARLY' && byMonth === undefined ? 'months' : '';
    return this.#on(this.#nths(byMonthDay, day, true), 'part', of);
  }

  #weekdays(): string {
    const { freq, byMonth, byWeekNo, bySetPos = [] } = this.#parts;
    const isOfWeek = freq === 'WEEKLY' || byWeekNo !== undefined;
    // A rule without days takes them from the event's start.
    const weekday = WEEKDAYS[this.#start.dayOfWeek - 1] ?? 'MO';
    const { byDay = isOfWeek ? [{ weekday }] : undefined } = this.#parts;
    if (byDay === undefined)
      return freq === 'DAILY' ? '' : this.#on(this.#nths([this.#start.day], '', true), 'part');
    if (this.#isPosition()) return this.#on(this.#nths(bySetPos, this.#kind(byDay)), 'part');
    const plain = byDay.filter(({ nth }) => nth === undefined).map((day) => this.#dayName(day));
    const nths = byDay.filter(({ nth }) => nth !== undefined).map((day) => this.#dayName(day));
    const isEach = freq === 'MONTHLY' || (freq === 'YEARLY' && !isOfWeek);
    const days = isEach
      ? plain
      : plain.map((name) => this.#words.text('recurrence.weekday', { weekday: name }));
    const of = freq === 'YEARLY' && byMonth === undefined ? 'year' : '';
    const phrases = [this.#on(days, isEach ? 'each' : 'whole'), this.#on(nths, 'whole', of)];
    return this.#words.list(phrases.filter(isPresent));
  }

  #dayName({ weekday, nth }: RuleDay): string {
    const name = this.#weekday(weekday);
    return nth === undefined ? name : this.#nth(nth, name, 'whole');
  }

  #oneOf(days: readonly RuleDay[]): string {
    const names = days.map((day) => this.#dayName(day));
    return this.#words.list(names, 'disjunction');
  }

  /** `weekday`, `day`, `Monday or Friday`. */
  #kind(days: readonly RuleDay[]): string {
    const [kind] = KINDS_OF_DAYS.find(([, weekdays]) => isSame(days, weekdays)) ?? [];
    return kind ? this.#words.text('recurrence.kindOfDay', { kind }) : this.#oneOf(days);
  }

  #where(): string {
    const { byDay, byMonthDay } = this.#parts;
    if (!byDay || !byMonthDay) return '';
    const kind = hasNth(byDay) ? 'nth' : 'other';
    return this.#words.text('recurrence.where', { names: this.#oneOf(byDay), kind });
  }

  #times(): string {
    const { byHour, byMinute, bySecond } = this.#parts;
    if ((byHour ?? byMinute ?? bySecond) === undefined) return '';
    const { hour, minute, second } = this.#start;
    const times = (byHour ?? [hour]).flatMap((h) =>
      (byMinute ?? [minute]).flatMap((m) =>
        (bySecond ?? [second]).map((s) => new Temporal.PlainTime(h, m, s)),
      ),
    );
    if (times.length === 1) return '';
    if (times.length > MAX_LISTED_DATES)
      return this.#words.text('recurrence.manyTimes', { count: times.length });
    const timeStyle = times.some((time) => time.second > 0) ? 'medium' : 'short';
    const texts = times.map((time) => time.toLocaleString(this.#words.locale, { timeStyle }));
    return this.#words.text('recurrence.times', { times: this.#words.list(texts) });
  }

  /** Whether BYSETPOS selects among weekdays only, so that one phrase can name both. */
  #isPosition(): boolean {
    const { freq, bySetPos, byDay, byMonthDay, byYearDay, byWeekNo, byHour, byMinute, bySecond } =
      this.#parts;
    return (
      bySetPos !== undefined &&
      byDay !== undefined &&
      !hasNth(byDay) &&
      (freq === 'MONTHLY' || freq === 'YEARLY') &&
      (byMonthDay ?? byYearDay ?? byWeekNo ?? byHour ?? byMinute ?? bySecond) === undefined
    );
  }

  #position(): string {
    const { bySetPos, freq } = this.#parts;
    if (bySetPos === undefined || this.#isPosition()) return '';
    return this.#words.text('recurrence.position', {
      days: this.#words.list(this.#nths(bySetPos, '')),
      freq,
    });
  }

  #end(): string {
    const { count, until } = this.#parts;
    if (count !== undefined) return this.#words.text('recurrence.count', { count });
    return until === undefined ? '' : this.#words.text('recurrence.until', dateValues(until, this.#words));
  }
}

/** Describes a rule: `Every 2 weeks on Monday and Wednesday, until 1 April 2031`. */
export const ruleText = (rule: Rule, words: Words): string => new RuleDescription(rule, words).text();

/** Describes a list of dates: `On 4 January 2031 and 1 April 2031`. @param dates planned starts, sorted */
export function datesText(dates: readonly string[], words: Words): string {
  const days = [...new Set(dates.map((date) => date.slice(0, 10)))];
  const last = days.at(-1);
  if (days.length > MAX_LISTED_DATES && last !== undefined)
    return words.text('recurrence.manyDates', {
      count: days.length,
      until: words.text('recurrence.until', dateValues(last, words)),
    });
  const texts = days.map((day) => words.text('recurrence.date', dateValues(day, words)));
  const text = words.text('recurrence.on', { days: words.list(texts), kind: 'whole', of: '' });
  return text.charAt(0).toLocaleUpperCase(words.locale) + text.slice(1);
}
