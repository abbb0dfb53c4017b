import fc from 'fast-check';
import { BadValue } from '../../src/lib/errors.ts';
import { readDateTime } from '../../src/lib/read-date.ts';
import { localDateTimeOf, utcOf } from '../../src/lib/zones.ts';

/** A Wednesday, 15:20:30 in Rome. */
const now = new Date('2031-04-09T13:20:30Z');
const read = (value: string | number, zone = 'Europe/Rome') => readDateTime(value, zone, { now: now });

describe('dates as written', () => {
  test.each([
    ['2031-04-05', '2031-04-05 00:00:00'],
    ['2031-04-05 14:00', '2031-04-05 14:00:00'],
    ['2031-04-05 14:00:01', '2031-04-05 14:00:01'],
    ['2031-04-05T14:00:01.123', '2031-04-05 14:00:01'],
    [' 2031-04-05 14:00 ', '2031-04-05 14:00:00'],
    ['2031-4-5 9:00', '2031-04-05 09:00:00'],
    ['2031-04-05 3pm', '2031-04-05 15:00:00'],
    ['2031/04/05', '2031-04-05 00:00:00'],
    ['04/05/2031', '2031-04-05 00:00:00'],
    ['04/05/2031 14:30', '2031-04-05 14:30:00'],
    ['5 December 2031 3pm', '2031-12-05 15:00:00'],
    ['5th of dec 2031, 12 a.m.', '2031-12-05 00:00:00'],
    ['December 5, 2031', '2031-12-05 00:00:00'],
    ['5 december', '2031-12-05 00:00:00'],
    ['Sat, 5 Apr 2031 noon', '2031-04-05 12:00:00'],
    ['2031-04-05 24:00:00', '2031-04-06 00:00:00'],
    ['1970-01-01', '1970-01-01 00:00:00'],
    ['2031-03-30 02:30', '2031-03-30 03:30:00'],
    ['20311205', '2031-12-05 00:00:00'],
    [20_311_205, '2031-12-05 00:00:00'],
  ])('%j is %s on the clock of the zone', (value, local) => {
    const result = read(value);
    expect(result.local).toBe(local);
    expect(result.utc).toBe(utcOf(local, 'Europe/Rome'));
  });
});

describe('instants are converted into the zone', () => {
  test.each([
    ['2031-04-05T14:00:00Z', '2031-04-05 16:00:00'],
    ['2031-04-05t14:00:00z', '2031-04-05 16:00:00'],
    ['2031-04-05T14:00:00.000Z', '2031-04-05 16:00:00'],
    ['2031-04-05T14:00:00-05:00', '2031-04-05 21:00:00'],
    ['2031-04-05T14:00-0500', '2031-04-05 21:00:00'],
    ['2031-04-05T14:00:00 02:00', '2031-04-05 14:00:00'],
    ['2031-04-05 23:00 +00', '2031-04-06 01:00:00'],
    ['Sat, 05 Apr 2031 14:00:00 GMT', '2031-04-05 16:00:00'],
    ['1900000000', '2030-03-17 18:46:40'],
    ['@1900000000', '2030-03-17 18:46:40'],
    [1_900_000_000, '2030-03-17 18:46:40'],
    [1_900_000_000.7, '2030-03-17 18:46:40'],
    ['@2031', '1970-01-01 01:33:51'],
    ['100000000', '1973-03-03 10:46:40'],
    [100_000_000.5, '1973-03-03 10:46:40'],
  ])('%j is %s', (value, local) => {
    expect(read(value)).toEqual({ local, utc: utcOf(local, 'Europe/Rome'), dateOnly: false });
  });

  test('the second of two equal wall clocks keeps its instant', () => {
    expect(read('2031-10-26T01:30:00Z')).toEqual({
      local: '2031-10-26 02:30:00',
      utc: '2031-10-26 01:30:00',
      dateOnly: false,
    });
  });
});

describe('relative words, on a Wednesday at 15:20:30', () => {
  test.each([
    ['now', '2031-04-09 15:20:30'],
    ['today', '2031-04-09 00:00:00'],
    ['Tomorrow', '2031-04-10 00:00:00'],
    ['tomorrow 9am', '2031-04-10 09:00:00'],
    ['9am tomorrow', '2031-04-10 09:00:00'],
    ['tomorrow at noon', '2031-04-10 12:00:00'],
    ['yesterday 23:59', '2031-04-08 23:59:00'],
    ['noon', '2031-04-09 12:00:00'],
    ['midnight', '2031-04-09 00:00:00'],
    ['+2 weeks', '2031-04-23 15:20:30'],
    [' 2 weeks', '2031-04-23 15:20:30'],
    ['-1 day', '2031-04-08 15:20:30'],
    ['+2 hours', '2031-04-09 17:20:30'],
    ['+1 week 2 days', '2031-04-18 15:20:30'],
    ['+5 days 11am', '2031-04-14 11:00:00'],
    ['in 3 days', '2031-04-12 15:20:30'],
    ['2 days ago', '2031-04-07 15:20:30'],
    ['a year ago', '2030-04-09 15:20:30'],
    ['wednesday', '2031-04-09 00:00:00'],
    ['monday', '2031-04-14 00:00:00'],
    ['next wednesday 4pm', '2031-04-16 16:00:00'],
    ['last monday', '2031-04-07 00:00:00'],
    ['last wednesday', '2031-04-02 00:00:00'],
    ['monday next week', '2031-04-14 00:00:00'],
    ['sunday this week', '2031-04-13 00:00:00'],
    ['next month', '2031-05-09 15:20:30'],
    ['first day of next month', '2031-05-01 15:20:30'],
    ['last day of this month 8pm', '2031-04-30 20:00:00'],
    ['last day of february 2032', '2032-02-29 00:00:00'],
  ])('%j is %s', (value, local) => expect(read(value).local).toBe(local));

  test('the day is the day of the zone', () => {
    const late = new Date('2031-04-09T23:30:00Z');
    expect(readDateTime('today', 'Europe/Rome', { now: late }).local).toBe('2031-04-10 00:00:00');
    expect(readDateTime('today', 'America/New_York', { now: late }).local).toBe('2031-04-09 00:00:00');
  });

  test('hours are elapsed time and days are clock time across a clock change', () => {
    const before = new Date('2031-03-29T12:00:00Z');
    expect(readDateTime('+24 hours', 'Europe/Rome', { now: before }).local).toBe('2031-03-30 14:00:00');
    expect(readDateTime('+1 day', 'Europe/Rome', { now: before }).local).toBe('2031-03-30 13:00:00');
  });

  test('a short month ends with its last day', () => {
    expect(readDateTime('next month', 'UTC', { now: new Date('2031-01-31T10:00:00Z') }).local).toBe(
      '2031-02-28 10:00:00',
    );
  });
});

test.each(['31/12/2031', '13/01/2031', '31/12/2031 20:00'])('%j: slashes are month/day', (value) =>
  expect(() => read(value)).toThrow(/With slashes the month comes first, and there is no month (31|13)/),
);

test.each(['2031-04-05', '20310405', '04/05/2031', '5 December 2031', 'today', 'next monday'])(
  '%j is a day without a time',
  (value) => expect(read(value).dateOnly).toBe(true),
);

test.each(['2031-04-05 00:00', 'now', 'midnight', '+1 day', 'today +2 hours', '1900000000'])(
  '%j has a time',
  (value) => expect(read(value).dateOnly).toBe(false),
);

test.each([
  ...[
    '',
    ' ',
    'x',
    'bogus',
    'soon',
    'next',
    'at',
    'first day of',
    'tomorrow maybe',
    '2031-04-05 junk',
    '2031-04-05T',
    '5 Brumaire 2031',
  ],
  ...[
    '2031-02-30',
    '2031-13-01',
    '2031-00-10',
    '30 February 2031',
    '02/30/2031',
    '31/12/2031',
    'Sun, 05 Apr 2031',
  ],
  ...['2031-04-05 25:00', '2031-04-05 24:00:01', '2031-04-05 10:60', '2031-04-05 10:00:60', '13pm', '0am'],
  ...[
    '0000-01-01',
    '10000-01-01',
    '9999-12-31 24:00',
    '+9999999 years',
    '@99999999999999',
    '2031-04-05T14:00+15:00',
    '2031-04-05T14:00+02:60',
  ],
  ...['2031', '12345', '1234567', '20310230', '20311305', '99999999'],
  ...[
    '0',
    '@0',
    '-5',
    '@-5',
    '+5',
    '12.5',
    'today tomorrow',
    'tomorrow 9am 10am',
    '2031-04-05 today',
    'x'.repeat(1000),
    '2031-04-05\0',
  ],
])('%j is refused', (value) => expect(() => read(value)).toThrow(BadValue));

test.each([
  0,
  -1,
  0.5,
  2031,
  12_345,
  1_234_567,
  99_999_999,
  20_311_205.5,
  1e15,
  Number.NaN,
  Number.POSITIVE_INFINITY,
])('the number %s is refused', (value) => expect(() => read(value)).toThrow(BadValue));

test('the error states the reason', () => {
  expect(() => read('2031-02-30')).toThrow('"2031-02-30" is not a date: Month 2 of 2031 has no day 30.');
});

test('any text is either read consistently or refused with a reason', () => {
  const word = fc.constantFrom(
    ...[
      'next',
      'last',
      'monday',
      'month',
      '+2',
      '-1',
      'weeks',
      'first day of',
      '9am',
      '23:59',
      'tomorrow',
      '5',
      'may',
      '2031',
      '31',
      ',',
      'ago',
      'z',
      '+02:00',
    ],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
  );
  fc.assert(
    fc.property(text, (value) => {
      try {
        const { local, utc } = read(value);
        expect(localDateTimeOf(utc, 'Europe/Rome')).toBe(local);
      } catch (error) {
        expect(error).toBeInstanceOf(BadValue);
      }
    }),
    { numRuns: 500 },
  );
});
