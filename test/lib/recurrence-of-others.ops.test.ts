import fc from 'fast-check';
import ICAL from 'ical.js';
import rrule from 'rrule';
import { endOfDay } from '../../src/lib/dates.ts';
import { BadValue } from '../../src/lib/errors.ts';
import { expand, type Rule, readRule } from '../../src/lib/recurrence.ts';
import { formatRuleParts, type RuleDay, type RuleParts, WEEKDAYS } from '../../src/lib/recurrence-parts.ts';
import { ImportError } from '../../src/transfer/import/report.ts';
import { withTimeLimit } from '../../src/transfer/import/time-limit.ts';
import { WHOLE } from '../support/sample.ts';

const RUNS = WHOLE ? 10_000 : 250;
const YEARS = 3;

type Texts = Readonly<Record<string, string | undefined>>;
const list = (one: fc.Arbitrary<number | string>, maxLength = 3) =>
  fc.option(
    fc.uniqueArray(one, { minLength: 1, maxLength }).map((values) => values.join(',')),
    { nil: undefined, freq: 2 },
  );
const number = (min: number, max: number) => fc.integer({ min, max });
const signed = (max: number, min = 1) => fc.oneof(number(min, max), number(-max, -min));
const weekday = fc.constantFrom(...WEEKDAYS);
const numbered = (most: number) => fc.tuple(signed(most), weekday).map(([nth, day]) => `${nth}${day}`);
const days = list(weekday);
const ofAll = {
  INTERVAL: list(number(1, 5), 1),
  WKST: list(weekday, 1),
  BYMONTH: list(number(1, 12)),
  BYHOUR: list(number(0, 23), 2),
  BYMINUTE: list(number(0, 59), 2),
  BYSETPOS: list(signed(4), 2),
};
const monthDays = list(signed(31));
const shapes: fc.Arbitrary<Texts>[] = [
  fc.record({ FREQ: fc.constant('DAILY'), ...ofAll, BYDAY: days, BYMONTHDAY: monthDays }),
  fc.record({ FREQ: fc.constant('WEEKLY'), ...ofAll, BYDAY: days }),
  fc.record({ FREQ: fc.constant('MONTHLY'), ...ofAll, BYDAY: list(fc.oneof(weekday, numbered(5))) }),
  fc.record({ FREQ: fc.constant('MONTHLY'), ...ofAll, BYDAY: days, BYMONTHDAY: monthDays }),
  fc.record({ FREQ: fc.constant('YEARLY'), ...ofAll, BYDAY: list(fc.oneof(weekday, numbered(5))) }),
  fc.record({ FREQ: fc.constant('YEARLY'), ...ofAll, BYDAY: days, BYMONTHDAY: monthDays }),
  fc.record({ FREQ: fc.constant('YEARLY'), ...ofAll, BYYEARDAY: list(signed(366)) }),
  // In a week across two years, rrule takes the days of each year separately; rrule-temporal assigns all to the year
  // that has most of them, as RFC 5545 numbers weeks. Rules that select among the days of one year show the
  // difference.
  fc.record({ FREQ: fc.constant('YEARLY'), ...ofAll, BYDAY: days, BYWEEKNO: list(signed(51, 2)) }),
  // Common rules.
  fc.record({ FREQ: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'), INTERVAL: ofAll.INTERVAL }),
  fc.record({ FREQ: fc.constant('WEEKLY'), INTERVAL: ofAll.INTERVAL, BYDAY: days, WKST: ofAll.WKST }),
  fc.record({ FREQ: fc.constant('MONTHLY'), BYDAY: list(numbered(5)), BYMONTH: ofAll.BYMONTH }),
  fc.record({ FREQ: fc.constant('MONTHLY'), BYMONTHDAY: list(number(1, 31)), INTERVAL: ofAll.INTERVAL }),
  fc.record({ FREQ: fc.constant('YEARLY'), BYMONTH: list(number(1, 12)), BYDAY: list(numbered(4)) }),
];
const rules = fc.oneof(...shapes).map((parts) =>
  Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join(';'),
);
const starts = fc
  .record({ year: number(2000, 2040), month: number(1, 12), day: number(1, 31), hour: number(0, 23) })
  .map((parts) => localOf(Temporal.PlainDateTime.from({ ...parts, minute: 30 })));

const localOf = (time: Temporal.PlainDateTime): string =>
  time.toString({ smallestUnit: 'second' }).replace('T', ' ');
const timeOf = (local: string): Temporal.PlainDateTime => Temporal.PlainDateTime.from(local);
const compact = (local: string): string => `${local.replace(/[-:]/g, '').replace(' ', 'T')}Z`;
const weekdayOf = (time: Temporal.PlainDateTime): RuleDay => ({
  weekday: WEEKDAYS[time.dayOfWeek - 1] ?? 'MO',
});

/** Gives a number to each weekday without one if others have one: rrule combines both only where they intersect. */
const withNumbers = (byDay: readonly RuleDay[]): RuleDay[] =>
  byDay.every(({ nth }) => nth === undefined)
    ? [...byDay]
    : byDay.flatMap(({ weekday, nth }) =>
        (nth === undefined ? [1, 2, 3, 4, 5] : [nth]).map((n) => ({ weekday, nth: n })),
      );

/**
 * A rule with all values implied by its start, of which rrule implies fewer: without BYDAY, BYWEEKNO means all days
 * of the week there, but the start's weekday in RFC 5545 ("derived from DTSTART").
 */
function explicit({ parts, start }: Rule): RuleParts {
  const at = timeOf(start.startLocal);
  const { freq, byDay, byMonthDay, byYearDay, byWeekNo } = parts;
  const isGiven = (byDay ?? byMonthDay ?? byYearDay ?? byWeekNo) !== undefined;
  const day = {
    DAILY: {},
    WEEKLY: { byDay: [weekdayOf(at)] },
    MONTHLY: { byMonthDay: [at.day] },
    YEARLY: { byMonth: parts.byMonth ?? [at.month], byMonthDay: [at.day] },
  }[freq];
  return {
    byHour: [at.hour],
    byMinute: [at.minute],
    bySecond: [at.second],
    ...(!isGiven && day),
    ...(byWeekNo && { byDay: [weekdayOf(at)] }),
    ...parts,
    ...(byDay && { byDay: withNumbers(byDay) }),
  };
}

/** The first day of the rule's period that contains a date. */
function periodOf({ freq, wkst }: RuleParts, local: string): string {
  const date = timeOf(local).toPlainDate();
  if (freq === 'YEARLY') return date.with({ month: 1, day: 1 }).toString();
  if (freq === 'MONTHLY') return date.with({ day: 1 }).toString();
  const days = freq === 'WEEKLY' ? (date.dayOfWeek - 1 - WEEKDAYS.indexOf(wkst) + 7) % 7 : 0;
  return date.subtract({ days }).toString();
}

/**
 * BYSETPOS as specified: rrule takes the last of one for the second last too, and duplicates one that is both first
 * and last.
 */
function positions(parts: RuleParts, starts: readonly string[]): string[] {
  const { bySetPos } = parts;
  if (bySetPos === undefined) return [...starts];
  return [...Map.groupBy(starts, (start) => periodOf(parts, start)).values()].flatMap((period) =>
    period.filter((_, at) => bySetPos.includes(at + 1) || bySetPos.includes(at - period.length)),
  );
}

const byRrule = (rule: Rule, until: string): string[] => {
  const parts = explicit(rule);
  const { bySetPos: _, ...others } = parts;
  const from = `${periodOf(parts, rule.start.startLocal)} 00:00:00`;
  const last = endOfDay(localOf(timeOf(until).add({ years: 1 })));
  const text = `DTSTART:${compact(from)}\nRRULE:${formatRuleParts(others, false)};UNTIL=${compact(last)}`;
  const all = rrule
    .rrulestr(text)
    .all()
    .map((date) => date.toISOString().slice(0, 19).replace('T', ' '));
  return positions(parts, all).filter((start) => start >= rule.start.startLocal && start <= until);
};

const byIcal = (rule: Rule, until: string): string[] => {
  const { startLocal } = rule.start;
  const iterator = ICAL.Recur.fromString(rule.text).iterator(
    ICAL.Time.fromDateTimeString(startLocal.replace(' ', 'T')),
  );
  const starts: string[] = [];
  for (let next = iterator.next(); next; next = iterator.next()) {
    const local = next.toString().replace('T', ' ');
    if (local > until) break;
    starts.push(local);
  }
  return starts;
};

/** Null for a rule refused or not expanded in time; ical.js ends some rules because it finds one date twice. */
function attempted(work: () => string[]): string[] | null {
  try {
    return withTimeLimit(work, 200);
  } catch (error) {
    if (
      error instanceof ImportError ||
      (error instanceof Error && /BY|Malformed|Same occurrence/.test(error.message))
    )
      return null;
    throw error;
  }
}

test(`${RUNS} random rules give what other programs make of them`, () => {
  const seen = { refused: 0, rrule: 0, both: 0 };
  const property = fc.property(rules, starts, (text, startLocal) => {
    const start = { startLocal, timezone: 'UTC', allDay: false };
    const until = localOf(timeOf(startLocal).add({ years: YEARS }));
    let rule: Rule;
    let ours: string[];
    try {
      rule = readRule(text, start);
      // Open rules are expanded to the end of a year; several candidates a day can exceed the limit.
      ours = expand(rule, { until });
    } catch (error) {
      expect(error).toBeInstanceOf(BadValue);
      seen.refused++;
      return;
    }
    const ofRrule = attempted(() => byRrule(rule, until));
    if (ofRrule === null) return;
    seen.rrule++;
    expect([rule.text, startLocal, ...ours.slice(0, 50)]).toEqual([
      rule.text,
      startLocal,
      ...ofRrule.slice(0, 50),
    ]);
    // ical.js lacks BYSETPOS, BYWEEKNO and much else (kewisch/ical.js#1039); where it agrees, three libraries do.
    const ofIcal = parts(rule) ? attempted(() => byIcal(rule, until)) : null;
    if (ofIcal?.join() === ours.join()) seen.both++;
  });
  fc.assert(property, { numRuns: RUNS, seed: Number(process.env.TEST_SEED) });
  expect(seen.rrule).toBeGreaterThan(RUNS * 0.7);
  expect(seen.both).toBeGreaterThan(RUNS * 0.2);
});

/** Whether ical.js supports the rule. */
const parts = ({ parts: { bySetPos, byWeekNo } }: Rule): boolean => (bySetPos ?? byWeekNo) === undefined;

test('weeks at the end of a year follow ISO 8601', () => {
  const start = { startLocal: '2024-01-01 12:30:00', timezone: 'UTC', allDay: false };
  const rule = readRule('FREQ=YEARLY;BYWEEKNO=1,52,53;BYDAY=MO,SU', start);
  const until = '2034-06-01 00:00:00';
  expect(expand(rule, { until })).toEqual(byRrule(rule, until));
});
