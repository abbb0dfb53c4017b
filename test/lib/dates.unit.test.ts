import fc from 'fast-check';
import { dateTimeFromSeconds, secondsOf, toUtc } from '../../src/lib/date-time.ts';
import { addMonths, dateDetails, endOfDay, nextDay, startOfDay } from '../../src/lib/dates.ts';
import { BadValue } from '../../src/lib/errors.ts';

test('the details are zero-padded strings', () => {
  expect(dateDetails('2031-04-05 09:03:00')).toEqual({
    year: '2031',
    month: '04',
    day: '05',
    hour: '09',
    minutes: '03',
    seconds: '00',
  });
});

test('a day begins at 00:00:00 and ends at 23:59:59', () => {
  expect(startOfDay('2031-04-05 14:00:00')).toBe('2031-04-05 00:00:00');
  expect(endOfDay('2031-04-05 14:00:00')).toBe('2031-04-05 23:59:59');
});

test.each([
  ['2031-04-05 14:00:00', '2031-04-06 00:00:00'],
  ['2031-12-31 00:00:00', '2032-01-01 00:00:00'],
  ['2032-02-28 23:59:59', '2032-02-29 00:00:00'],
])('the day after %s begins %s', (local, next) => expect(nextDay(local)).toBe(next));

test.each([
  ['2031-04-05 14:00:00', 24, '2033-04-05 14:00:00'],
  ['2031-01-31 14:00:00', 1, '2031-02-28 14:00:00'],
  ['2032-02-29 14:00:00', 24, '2034-02-28 14:00:00'],
  ['2031-11-30 14:00:00', 3, '2032-02-29 14:00:00'],
  ['2031-01-05 14:00:00', -1, '2030-12-05 14:00:00'],
])('%s and %i months is %s', (local, months, result) => expect(addMonths(local, months)).toBe(result));

test('no date leaves the years 0001 to 9999', () => {
  expect(() => addMonths('9999-12-01 00:00:00', 1)).toThrow(BadValue);
  expect(() => nextDay('9999-12-31 00:00:00')).toThrow(BadValue);
  expect(() => toUtc(new Date(Number.NaN))).toThrow(BadValue);
});

test('a Date becomes UTC text without its milliseconds', () => {
  expect(toUtc(new Date('2031-04-05T14:00:00.999Z'))).toBe('2031-04-05 14:00:00');
  expect(toUtc(new Date('1969-12-31T23:59:59.500Z'))).toBe('1969-12-31 23:59:59');
});

test.each(['2031-04-05', '2031-04-05 1:00:00', '2031-13-05 14:00:00', 'now', ''])(
  '%j is not a wall clock',
  (text) => expect(() => secondsOf(text)).toThrow(BadValue),
);

test('counts seconds as the platform does', () => {
  const dates = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(dates, (date) => {
      const local = date.toISOString().slice(0, 19).replace('T', ' ');
      expect(secondsOf(local)).toBe(Math.floor(date.getTime() / 1000));
      expect(dateTimeFromSeconds(secondsOf(local))).toBe(local);
    }),
  );
});
