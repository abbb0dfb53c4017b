import type { Rule } from './recurrence.ts';
import { type Frequency, type RuleDay, type RuleParts, WEEKDAYS, type Weekday } from './recurrence-parts.ts';

const UNITS: Record<Frequency, Intl.RelativeTimeFormatUnitSingular> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const WORKDAYS = WEEKDAYS.slice(0, 5);
const WEEKEND = WEEKDAYS.slice(5);
/** Longer lists of dates or times are summarized. */
const MAX_LISTED = 6;

const ordinal = (number: number): string => `${number}${SUFFIXES[ORDINALS.select(number)] ?? 'th'}`;
/** `2nd`, `last`, `2nd to last`. */
const nthName = (nth: number): string => {
  if (nth > 0) return ordinal(nth);
  return nth === -1 ? 'last' : `${ordinal(-nth)} to last`;
};
/** Puts numbers that count from the end last: `1st, 15th and last`. */
const inOrder = (numbers: readonly number[]): number[] => [
  ...numbers.filter((number) => number > 0),
  ...numbers.filter((number) => number < 0),
];
const isSame = (days: readonly Weekday[], others: readonly Weekday[]): boolean =>
  days.length === others.length && others.every((day) => days.includes(day));

/** Describes a rule in English, with dates and times in the format of the locale. */
class RuleDescription {
  readonly #locale: string;
  readonly #rule: Rule;

  constructor(rule: Rule, locale: string) {
    this.#locale = englishLocale(locale);
    this.#rule = rule;
  }

  text(): string {
    const { freq, interval, byDay } = this.#rule.parts;
    const days = byDay?.map(({ weekday }) => weekday) ?? [];
    const isWorkdays = (freq === 'WEEKLY' || freq === 'DAILY') && isSame(days, WORKDAYS);
    const unit = UNITS[freq];
    const every =
      isWorkdays && interval === 1
        ? 'Every weekday'
        : `Every ${interval === 1 ? unit : `${interval} ${unit}s`}`;
    const phrases = [
      every,
      this.#months(),
      this.#weeks(),
      this.#days(isWorkdays && interval === 1),
      this.#times(),
    ];
    const sentence = phrases.filter((phrase) => phrase !== '').join(' ');
    return [sentence, this.#position(), this.#end()].filter((phrase) => phrase !== '').join(', ');
  }

  get #parts(): RuleParts {
    return this.#rule.parts;
  }

  get #start(): Temporal.PlainDateTime {
    return Temporal.PlainDateTime.from(this.#rule.start.startLocal);
  }

  #list(items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string {
    return new Intl.ListFormat(this.#locale, { type }).format(items);
  }

  #weekday(weekday: Weekday): string {
    // 2001-01-01 was a Monday.
    const date = new Temporal.PlainDate(2001, 1, 1 + WEEKDAYS.indexOf(weekday));
    return date.toLocaleString(this.#locale, { weekday: 'long' });
  }

  #month(month: number): string {
    return new Temporal.PlainDate(2001, month, 1).toLocaleString(this.#locale, { month: 'long' });
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
    const { byMonth } = this.#parts;
    if (byMonth === undefined || this.#dayOfYear()) return '';
    return `in ${this.#list(byMonth.map((month) => this.#month(month)))}`;
  }

  #weeks(): string {
    const { byWeekNo } = this.#parts;
    if (byWeekNo === undefined) return '';
    const numbers = inOrder(byWeekNo).map((week) =>
      week > 0 ? String(week) : `the ${nthName(week)} of the year`,
    );
    return `in week ${this.#list(numbers)}`;
  }

  /** @param hasWeekdays whether the sentence names the weekdays already */
  #days(hasWeekdays: boolean): string {
    const { byMonthDay, byYearDay, byDay } = this.#parts;
    const date = this.#dayOfYear();
    if (date) return `on ${date.toLocaleString(this.#locale, { day: 'numeric', month: 'long' })}`;
    const days = [
      byYearDay && `on the ${this.#list(inOrder(byYearDay).map(nthName))} day of the year`,
      byMonthDay && this.#monthDays(byMonthDay),
    ].filter((phrase) => phrase !== undefined);
    const weekdays = hasWeekdays ? '' : this.#weekdays(byDay);
    if (days.length === 0) return weekdays;
    if (byDay === undefined || hasWeekdays) return days.join(' and ');
    const names = this.#list(
      byDay.map((day) => this.#dayName(day)),
      'disjunction',
    );
    return `${days.join(' and ')} where that is ${byDay[0]?.nth === undefined ? 'a ' : 'the '}${names}`;
  }

  #monthDays(days: readonly number[]): string {
    const names = inOrder(days).map(nthName);
    const { freq, byMonth, byYearDay } = this.#parts;
    const each = freq === 'YEARLY' && (byMonth ?? byYearDay) === undefined ? ' of every month' : '';
    return `on the ${this.#list(names)}${days.some((day) => day < 0) ? ' day' : ''}${each}`;
  }

  #dayName({ weekday, nth }: RuleDay): string {
    return nth === undefined ? this.#weekday(weekday) : `${nthName(nth)} ${this.#weekday(weekday)}`;
  }

  #weekdays(byDay: readonly RuleDay[] | undefined): string {
    const { freq, byMonth, byWeekNo, byYearDay, bySetPos } = this.#parts;
    if (byDay === undefined) return byYearDay === undefined ? this.#startDay() : '';
    const days = byDay.map(({ weekday }) => weekday);
    if (byDay.some(({ nth }) => nth !== undefined)) {
      const ofYear = freq === 'YEARLY' && byMonth === undefined ? ' of the year' : '';
      const names = byDay.map((day) =>
        day.nth === undefined ? `every ${this.#dayName(day)}` : `the ${this.#dayName(day)}`,
      );
      return `on ${this.#list(names)}${ofYear}`;
    }
    if (this.#isPosition())
      return `on the ${this.#list(inOrder(bySetPos ?? []).map(nthName))} ${this.#kind(days)}`;
    const isEach = freq === 'MONTHLY' || (freq === 'YEARLY' && byWeekNo === undefined);
    return `on ${isEach ? 'every ' : ''}${this.#list(days.map((day) => this.#weekday(day)))}`;
  }

  /** `weekday`, `day`, `Monday or Friday`. */
  #kind(days: readonly Weekday[]): string {
    if (isSame(days, WORKDAYS)) return 'weekday';
    if (isSame(days, WEEKEND)) return 'day of the weekend';
    if (isSame(days, WEEKDAYS)) return 'day';
    return this.#list(
      days.map((day) => this.#weekday(day)),
      'disjunction',
    );
  }

  /** The day that a rule without days takes from the event's start. */
  #startDay(): string {
    const { freq, byMonthDay, byWeekNo } = this.#parts;
    if (byMonthDay !== undefined || freq === 'DAILY') return '';
    const weekday = WEEKDAYS[this.#start.dayOfWeek - 1] ?? 'MO';
    if (freq === 'WEEKLY' || byWeekNo !== undefined) return `on ${this.#weekday(weekday)}`;
    return `on the ${ordinal(this.#start.day)}`;
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
    if (times.length > MAX_LISTED) return `at ${times.length} times of the day`;
    const timeStyle = times.some((time) => time.second > 0) ? 'medium' : 'short';
    return `at ${this.#list(times.map((time) => time.toLocaleString(this.#locale, { timeStyle })))}`;
  }

  /** Whether BYSETPOS selects among weekdays only, so that one phrase can name both. */
  #isPosition(): boolean {
    const { freq, bySetPos, byDay, byMonthDay, byYearDay, byWeekNo, byHour, byMinute, bySecond } =
      this.#parts;
    return (
      bySetPos !== undefined &&
      byDay?.every(({ nth }) => nth === undefined) === true &&
      (freq === 'MONTHLY' || freq === 'YEARLY') &&
      (byMonthDay ?? byYearDay ?? byWeekNo ?? byHour ?? byMinute ?? bySecond) === undefined
    );
  }

  #position(): string {
    const { bySetPos, freq } = this.#parts;
    if (bySetPos === undefined || this.#isPosition()) return '';
    return `of these the ${this.#list(inOrder(bySetPos).map(nthName))} of each ${UNITS[freq]}`;
  }

  #end(): string {
    const { count, until } = this.#parts;
    if (count !== undefined) return count === 1 ? 'once' : `${count} times`;
    return until === undefined ? '' : `until ${dateText(until, this.#locale)}`;
  }
}

/** The locale if it is English, such as `en-GB`, else `en`: dates must match the English words. */
const englishLocale = (locale: string): string =>
  /^en(?![a-z])/i.test(locale) ? locale.replaceAll('_', '-') : 'en';

const dateText = (local: string, locale: string): string =>
  Temporal.PlainDate.from(local.slice(0, 10)).toLocaleString(locale, { dateStyle: 'long' });

/**
 * Describes a rule: `Every 2 weeks on Monday and Wednesday, until April 1, 2031`.
 * @param locale the site's locale; sets the format of dates and times if it is English
 */
export const ruleText = (rule: Rule, locale: string): string => new RuleDescription(rule, locale).text();

/** Describes a list of dates: `On January 4, 2031 and April 1, 2031`. @param dates planned starts, sorted */
export function datesText(dates: readonly string[], locale: string): string {
  const english = englishLocale(locale);
  const days = [...new Set(dates.map((date) => date.slice(0, 10)))];
  const last = days.at(-1);
  if (days.length > MAX_LISTED && last !== undefined)
    return `On ${days.length} days until ${dateText(last, english)}`;
  return `On ${new Intl.ListFormat(english).format(days.map((day) => dateText(day, english)))}`;
}
