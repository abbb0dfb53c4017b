import { mock } from 'node:test';
import { RRuleTemporal } from 'rrule-temporal';
import { BadValue } from '../../src/lib/errors.ts';
import {
  beginningOfRule,
  END_OF_CALENDAR,
  expand,
  movedRule,
  parseDates,
  parseExceptions,
  parseRule,
  type RuleStart,
  readRule,
  restOfRule,
} from '../../src/lib/recurrence.ts';

const NOW = new Date('2030-06-01T10:00:00Z');
/** A Monday. */
const start: RuleStart = { startLocal: '2031-04-07 19:00:00', timezone: 'Europe/Berlin', allDay: false };
const day: RuleStart = { startLocal: '2031-04-07 00:00:00', timezone: 'Europe/Berlin', allDay: true };
const all = (text: string, from = start): string[] =>
  expand(parseRule(text, from), { until: END_OF_CALENDAR });
const days = (text: string, from = start): string =>
  all(text, from)
    .map((one) => one.slice(5, 10))
    .join(' ');

test.each([
  ['FREQ=WEEKLY;COUNT=3', '04-07 04-14 04-21'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=4', '04-07 04-09 04-21 04-23'],
  ['FREQ=MONTHLY;BYDAY=1MO;COUNT=3', '04-07 05-05 06-02'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=5;COUNT=3', '04-07 05-07 06-06'],
  ['FREQ=DAILY;UNTIL=20310409', '04-07 04-08 04-09'],
  ['FREQ=DAILY;UNTIL=20310409T165959Z', '04-07 04-08'],
  ['FREQ=DAILY;UNTIL=20310409T170000Z', '04-07 04-08 04-09'],
  ['FREQ=DAILY;UNTIL=20310409T190000', '04-07 04-08 04-09'],
])('%s gives %s', (text, given) => expect(days(text)).toBe(given));

test('occurrences keep the wall clock across a clock change, in the gap too', () => {
  const night: RuleStart = { ...start, startLocal: '2031-03-28 02:30:00' };
  expect(all('FREQ=DAILY;COUNT=4', night)).toEqual([
    '2031-03-28 02:30:00',
    '2031-03-29 02:30:00',
    '2031-03-30 02:30:00',
    '2031-03-31 02:30:00',
  ]);
});

test('a date missing in a month is left out, and not counted', () =>
  expect(days('FREQ=MONTHLY;COUNT=3', { ...start, startLocal: '2031-01-31 19:00:00' })).toBe(
    '01-31 03-31 05-31',
  ));

test.each([
  ['rrule:freq=weekly;byday=we,mo,mo;interval=01;wkst=mo', start, 'FREQ=WEEKLY;BYDAY=MO,WE'],
  [
    'BYDAY=MO;FREQ=WEEKLY;UNTIL=20310501T170000Z;WKST=SU',
    start,
    'FREQ=WEEKLY;UNTIL=20310501T190000;BYDAY=MO;WKST=SU',
  ],
  ['FREQ=WEEKLY;UNTIL=20310501', start, 'FREQ=WEEKLY;UNTIL=20310501T235959'],
  ['FREQ=WEEKLY;UNTIL=20310501T220000Z', day, 'FREQ=WEEKLY;UNTIL=20310502'],
])('%s is stored in its canonical form', (text, from, canonical) => {
  expect(parseRule(text, from).text).toBe(canonical);
  expect(readRule(canonical, from).text).toBe(canonical);
});

test.each([
  ['', 'it is empty'],
  ['every week', 'does not have the form NAME=value'],
  ['FREQ=WEEKLY;FREQ=DAILY', 'FREQ occurs twice'],
  ['BYDAY=MO', 'it has no FREQ'],
  ['FREQ=FORTNIGHTLY', 'FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY, not "FORTNIGHTLY"'],
  ['FREQ=HOURLY', 'HOURLY is too frequent: use DAILY, WEEKLY, MONTHLY or YEARLY'],
  ['FREQ=MINUTELY;COUNT=2', 'MINUTELY is too frequent: use DAILY, WEEKLY, MONTHLY or YEARLY'],
  ['FREQ=SECONDLY;COUNT=2', 'SECONDLY is too frequent: use DAILY, WEEKLY, MONTHLY or YEARLY'],
  ['DTSTART=20310407T190000;FREQ=DAILY', 'so remove DTSTART'],
  ['RSCALE=CHINESE;FREQ=YEARLY', '"RSCALE" is not a part of a rule here'],
  ['FREQ=DAILY;INTERVAL=0', 'INTERVAL must be a number from 1 to 9999, not "0"'],
  ['FREQ=DAILY;COUNT=0', 'COUNT must be a number from 1 to 1000, not "0"'],
  ['FREQ=DAILY;COUNT=1001', 'COUNT must be a number from 1 to 1000'],
  ['FREQ=DAILY;COUNT=2;UNTIL=20310501', 'use COUNT or UNTIL, not both'],
  ['FREQ=DAILY;UNTIL=20310230', 'Month 2 of 2031 has no day 30'],
  ['FREQ=DAILY;UNTIL=tomorrow', 'UNTIL must have the form 20310401'],
  ['FREQ=DAILY;UNTIL=20310406', 'UNTIL is before the start of the event'],
  ['FREQ=WEEKLY;BYDAY=MON', 'BYDAY must have weekdays such as MO, 2TU or -1FR, not "MON"'],
  ['FREQ=WEEKLY;BYDAY=2MO', 'only if FREQ is MONTHLY or YEARLY'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO', 'BYDAY cannot have numbers together with BYWEEKNO'],
  ['FREQ=YEARLY;BYDAY=14MO,TU', 'BYDAY of a year must have a number for each weekday, or for none'],
  ['FREQ=YEARLY;BYDAY=53MO', 'BYDAY of a year can have numbers up to 52'],
  ['FREQ=YEARLY;BYDAY=14MO;BYMONTHDAY=7', 'BYDAY of a year cannot have numbers together with BYMONTHDAY'],
  [
    'FREQ=YEARLY;BYYEARDAY=97;BYDAY=MO',
    'BYYEARDAY cannot be used together with BYDAY, BYMONTHDAY or BYWEEKNO',
  ],
  ['FREQ=WEEKLY;BYMONTHDAY=7', 'a WEEKLY rule cannot have BYMONTHDAY'],
  ['FREQ=MONTHLY;BYYEARDAY=7', 'only a YEARLY rule can have BYYEARDAY'],
  ['FREQ=MONTHLY;BYWEEKNO=7', 'only a YEARLY rule can have BYWEEKNO'],
  ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY must have numbers from 1 to 31 or -31 to -1, not "32"'],
  ['FREQ=YEARLY;BYMONTH=-4', 'BYMONTH must have numbers from 1 to 12, not "-4"'],
  ['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS needs another BY part, such as BYDAY'],
  ['FREQ=WEEKLY;WKST=XX', 'WKST must be a weekday'],
  ['FREQ=DAILY;UNTIL=20340507', 'it has more than the 1000 dates allowed'],
  ['FREQ=DAILY;BYHOUR=19,20', 'it has more than the 1000 dates allowed in 2 years'],
  [
    'FREQ=WEEKLY;BYDAY=TU',
    'its first date must be the start of the event, 2031-04-07 19:00:00, not 2031-04-08 19:00:00',
  ],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31', 'its first date must be the start of the event'],
  ['FREQ=YEARLY;INTERVAL=100;COUNT=90', 'only 80 of its 90 dates are before the year 10000'],
])('"%s" is refused with a sentence', (text, reason) => {
  expect(() => parseRule(text, start)).toThrow(BadValue);
  expect(() => parseRule(text, start)).toThrow(reason);
});

test('all-day events have no times in their rules', () =>
  expect(() => parseRule('FREQ=DAILY;BYHOUR=0', day)).toThrow('cannot have BYHOUR, BYMINUTE or BYSECOND'));

describe('an expansion has a bounded number of steps', () => {
  const leap: RuleStart = { ...start, startLocal: '2032-02-29 19:00:00' };
  const numbers = (most: number): string => Array.from({ length: most }, (_, at) => at + 1).join();

  test.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU;COUNT=1000',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=300;UNTIL=99990101',
    `FREQ=YEARLY;BYYEARDAY=${numbers(366)};BYSETPOS=-366;COUNT=1000`,
  ])('%s is refused with a remedy', (text) =>
    expect(() => parseRule(text, leap)).toThrow('its dates are too far apart'),
  );

  test.each([
    `FREQ=DAILY;BYHOUR=${numbers(23)};BYSETPOS=19`,
    `FREQ=MONTHLY;BYMONTHDAY=${numbers(31)};BYHOUR=${numbers(23)};BYMINUTE=${numbers(59)};BYSETPOS=-366;UNTIL=99990101`,
  ])('%s is refused because of its many times', (text) =>
    expect(() => parseRule(text, leap)).toThrow(
      'too many dates to choose from: the search covers at most 10,000',
    ),
  );

  test('a rule with rare dates names the frequency of these dates', () =>
    expect(parseRule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=500', leap).isOpen).toBe(false));

  test('an accepted rule can be expanded again, to its end', () => {
    const rule = parseRule('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=5', leap);
    for (let time = 0; time < 3; time++) expect(expand(rule, { until: END_OF_CALENDAR })).toHaveLength(5);
  });

  test.each([
    'FREQ=WEEKLY;BYMONTH=2;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=8;COUNT=1000',
    `FREQ=YEARLY;BYWEEKNO=${numbers(53)};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYMONTH=2;BYSETPOS=300;COUNT=1000`,
    'FREQ=MONTHLY;BYMONTHDAY=29;BYMONTH=2;BYDAY=SU;COUNT=1000',
  ])('%s counts as many days as its periods name', (text) =>
    expect(() => parseRule(text, leap)).toThrow('10,000 days'),
  );

  test.each(['FREQ=WEEKLY;COUNT=7', 'FREQ=DAILY', 'FREQ=DAILY;BYMONTH=3;BYMONTHDAY=1;COUNT=1000'])(
    '%s is expanded once for all checks and for storing',
    (text) => {
      const expanded = mock.method(RRuleTemporal.prototype, 'all');
      const own = { ...start, startLocal: '2033-03-01 19:00:00' };
      for (let time = 0; time < 3; time++) {
        try {
          const rule = parseRule(text, own);
          expand(rule, { until: '2035-03-03 00:00:00' });
          restOfRule(rule, '2033-03-08 19:00:00');
        } catch (error) {
          expect(error).toBeInstanceOf(BadValue);
        }
      }
      expect(expanded.mock.callCount()).toBe(1);
      expanded.mock.restore();
    },
  );
});

test("dates are read sorted and without duplicates, with the event's time", () =>
  expect(parseDates(['2031-05-02', '2031-04-09 20:00', '2031-05-02 19:00:00'], start, NOW)).toEqual([
    '2031-04-07 19:00:00',
    '2031-04-09 20:00:00',
    '2031-05-02 19:00:00',
  ]));

test.each([
  [['2031-04-06'], 'is before the start of the event'],
  [['soon'], 'is not a date'],
])('dates like %j are refused', (values, reason) =>
  expect(() => parseDates(values, start, NOW)).toThrow(reason),
);

test('a series has at most a thousand dates', () => {
  const dates = Array.from({ length: 1_000 }, (_, index) => `${2032 + index}-01-01`);
  expect(parseDates(dates.slice(1), start, NOW)).toHaveLength(1_000);
  expect(() => parseDates(dates, start, NOW)).toThrow('A series can have at most 1000 dates, not 1001');
});

test('an exception matches an occurrence, or all of a day', () => {
  const rule = parseRule('FREQ=DAILY;BYHOUR=19,21;COUNT=6', start);
  expect(parseExceptions(['2031-04-08 21:00', '2031-04-07'], rule, start, NOW)).toEqual([
    '2031-04-07 19:00:00',
    '2031-04-07 21:00:00',
    '2031-04-08 21:00:00',
  ]);
  expect(parseExceptions(['2031-04-14'], ['2031-04-07 19:00:00', '2031-04-14 19:00:00'], start, NOW)).toEqual(
    ['2031-04-14 19:00:00'],
  );
  // An instant.
  expect(parseExceptions(['2031-04-08T17:00:00Z'], rule, start, NOW)).toEqual(['2031-04-08 19:00:00']);
});

test.each([
  [['2031-04-08'], '"2031-04-08" is not one of the dates of the series'],
  [['2031-04-14 20:00'], 'is not one of the dates'],
  [['2031-04-07', '2031-04-14'], 'These are all dates of the series'],
])('the exceptions %j are refused', (values, reason) =>
  expect(() => parseExceptions(values, parseRule('FREQ=WEEKLY;COUNT=2', start), start, NOW)).toThrow(reason),
);

test('an exception far ahead matches an unbounded rule', () =>
  expect(parseExceptions(['2041-04-08'], parseRule('FREQ=WEEKLY', start), start, NOW)).toEqual([
    '2041-04-08 19:00:00',
  ]));

test('a window has inclusive bounds, a limit and exceptions', () => {
  const rule = parseRule('FREQ=DAILY', start);
  const window = { from: '2031-04-08 19:00:00', until: '2031-04-12 19:00:00' };
  expect(expand(rule, window)).toHaveLength(5);
  expect(expand(rule, { ...window, limit: 2, exceptions: ['2031-04-08 19:00:00'] })).toEqual([
    '2031-04-09 19:00:00',
    '2031-04-10 19:00:00',
  ]);
});

test.each([
  'FREQ=WEEKLY;COUNT=9',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,SU;COUNT=9',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU;UNTIL=20310630',
  'FREQ=MONTHLY;BYDAY=1MO,-1FR;UNTIL=20320101T000000Z',
  'FREQ=DAILY;BYHOUR=19,21;COUNT=8',
  'FREQ=DAILY;BYHOUR=19,21;UNTIL=20310410T191500Z',
  'FREQ=YEARLY;BYMONTH=4;BYDAY=MO,TU;BYSETPOS=1,2,-1;COUNT=9',
])('%s can be split at each of its dates', (text) => {
  const rule = parseRule(text, start);
  const dates = expand(rule, { until: END_OF_CALENDAR });
  expect(beginningOfRule(rule, start.startLocal)).toBeNull();
  for (const [index, at] of dates.entries()) {
    expect(all(restOfRule(rule, at), { ...start, startLocal: at })).toEqual(dates.slice(index));
    if (index > 0) expect(all(beginningOfRule(rule, at) ?? '')).toEqual(dates.slice(0, index));
  }
});

test('UNTIL moves with the event, unless it is the end of a day', () => {
  const later = { ...start, startLocal: '2031-04-07 21:30:00' };
  const moved = (text: string): string => movedRule(parseRule(text, start), later);
  expect(moved('FREQ=DAILY;UNTIL=20310409T170000Z')).toBe('FREQ=DAILY;UNTIL=20310409T213000');
  expect(moved('FREQ=DAILY;UNTIL=20310409')).toBe('FREQ=DAILY;UNTIL=20310409T235959');
  expect(moved('FREQ=DAILY')).toBe('FREQ=DAILY');
});
