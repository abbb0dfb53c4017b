import {
  originalStart,
  type ShownTimes,
  siteClock,
  startTime,
  timeOf,
  when,
} from '../../src/api/pages/public/dates.ts';
import type { Html } from '../../src/api/pages/public/html.ts';
import { instantOf, utcOf } from '../../src/lib/zones.ts';

/** The times of events as pages show them: those of the place first. */
const BRITISH = siteClock({ timezone: 'Europe/Rome', locale: 'en-GB' });
const GERMAN = siteClock({ timezone: 'Europe/Rome', locale: 'de' });
const AMERICAN = siteClock({ timezone: 'America/New_York', locale: 'en-US' });

const full = (local: string): string => `${local}:00`;
function event(
  start: string,
  end: string,
  timezone = 'Europe/Rome',
  more: Partial<ShownTimes> = {},
): ShownTimes {
  const [localStart, localEnd] = [full(start), full(end)];
  const [utcStartDate, utcEndDate] = [utcOf(localStart, timezone), utcOf(localEnd, timezone)];
  return {
    ...{ scheduleStatus: 'SCHEDULED', previousStartsAt: null, isAllDay: false, timezone },
    ...{ localStart, localEnd, utcStartDate, utcEndDate },
    startsAt: instantOf(localStart, utcStartDate),
    endsAt: instantOf(localEnd, utcEndDate),
    ...more,
  };
}
const days = (first: string, last = first): ShownTimes =>
  event(`${first} 00:00`, `${last} 23:59`, 'Europe/Rome', { isAllDay: true });
const textOf = (html: Html): string =>
  String(html)
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u2060', '')
    .replaceAll('\u00a0', ' ');

const CONCERT = event('2031-03-14 20:00', '2031-03-14 23:00');
const HARLEM = event('2031-03-14 20:00', '2031-03-14 22:00', 'America/New_York');
const LUNCH = event('2031-03-14 12:00', '2031-03-14 14:00', 'America/New_York');

describe('the page of an event', () => {
  test.each([
    [
      'names no zone if the clock of the site shows the same',
      CONCERT,
      'Friday, 14 March 2031, 20:00 – 23:00',
    ],
    [
      'not even another zone',
      event('2031-03-14 20:00', '2031-03-14 23:00', 'Europe/Paris'),
      'Friday, 14 March 2031, 20:00 – 23:00',
    ],
    [
      'states a start without an end once',
      event('2031-03-14 20:00', '2031-03-14 20:00'),
      'Friday, 14 March 2031, 20:00',
    ],
    [
      'names the zone elsewhere, then shows the time of the site',
      LUNCH,
      'Friday, 14 March 2031, 12:00 – 14:00 GMT−4 (17:00 – 19:00 CET)',
    ],
    [
      'with its day if that differs',
      HARLEM,
      'Friday, 14 March 2031, 20:00 – 22:00 GMT−4 (Saturday 15 March, 01:00 – 03:00 CET)',
    ],
    [
      'with its year if that differs',
      event('2031-12-31 20:00', '2031-12-31 22:00', 'America/New_York'),
      'Wednesday, 31 December 2031, 20:00 – 22:00 GMT−5 (Thursday, 1 January 2032, 02:00 – 04:00 CET)',
    ],
    [
      'shows both days of a longer event',
      event('2031-03-14 10:00', '2031-03-16 16:00'),
      'Friday, 14 March 2031, 10:00 – Sunday 16 March, 16:00',
    ],
    [
      'elsewhere, too',
      event('2031-03-14 10:00', '2031-03-16 16:00', 'Asia/Tokyo'),
      'Friday, 14 March 2031, 10:00 – Sunday 16 March, 16:00 GMT+9 (Friday 14 March, 02:00 – Sunday 16 March, 08:00 CET)',
    ],
    [
      'names the zone twice if its clocks change in between',
      event('2031-11-01 20:00', '2031-11-02 04:00', 'America/New_York'),
      'Saturday, 1 November 2031, 20:00 GMT−4 – Sunday 2 November, 04:00 GMT−5 (Sunday 2 November, 01:00 – 10:00 CET)',
    ],
    [
      'names a fixed offset as stored',
      event('2031-03-14 20:00', '2031-03-14 21:00', 'UTC+2'),
      'Friday, 14 March 2031, 20:00 – 21:00 UTC+2 (19:00 – 20:00 CET)',
    ],
    ['shows the dates of an all-day event', days('2031-03-14'), 'Friday, 14 March 2031, all day'],
    [
      'of several days',
      days('2031-12-30', '2032-01-02'),
      'Tuesday, 30 December 2031 – Friday, 2 January 2032, all day',
    ],
  ])('%s', (_, one, text) => expect(textOf(when(one, BRITISH))).toBe(text));

  test('has the names of zones in the language of the site', () => {
    expect(textOf(when(LUNCH, GERMAN))).toBe(
      'Freitag, 14. März 2031, 12:00 – 14:00 GMT−4 (17:00 – 19:00 MEZ)',
    );
    expect(textOf(when(event('2031-07-14 20:00', '2031-07-14 20:00', 'Europe/Rome'), AMERICAN))).toBe(
      'Monday, July 14, 2031, 8:00 PM GMT+2 (2:00 PM EDT)',
    );
  });

  test('strikes out the time of a canceled event, and has times for programs', () => {
    const canceled = when({ ...CONCERT, scheduleStatus: 'CANCELED' }, BRITISH);
    expect(String(canceled)).toMatch(/^<s><time datetime="2031-03-14T20:00:00\+01:00">.*<\/s>$/);
  });

  test('shows the original start in the zone of the event', () => {
    expect(originalStart(LUNCH, '2031-03-13T12:00:00-04:00', BRITISH)).toBe('Thursday, 13 March 2031, 12:00');
    expect(originalStart(days('2031-03-14'), '2031-03-13T00:00:00+01:00', BRITISH)).toBe(
      'Thursday, 13 March 2031',
    );
  });
});

describe('a card below a day', () => {
  test.each([
    ['the times alone', CONCERT, '2031-03-14', '20:00 – 23:00'],
    ['an event after midnight', event('2031-03-14 22:00', '2031-03-15 03:00'), '2031-03-14', '22:00 – 03:00'],
    ['its end, after midnight', event('2031-03-14 22:00', '2031-03-15 03:00'), '2031-03-15', 'until 03:00'],
    ['elsewhere', LUNCH, '2031-03-14', '12:00 – 14:00 GMT−4 (17:00 – 19:00 CET)'],
    ['elsewhere on the day before', HARLEM, '2031-03-15', 'Friday, 20:00 – 22:00 GMT−4 (01:00 – 03:00 CET)'],
    [
      'elsewhere while the clocks change',
      event('2031-11-01 20:00', '2031-11-02 04:00', 'America/New_York'),
      '2031-11-02',
      'Saturday, 20:00 GMT−4 – 04:00 GMT−5 (01:00 – 10:00 CET)',
    ],
    [
      'an end in summer, after a start in winter',
      event('2031-01-14 10:00', '2031-05-22 12:00', 'America/New_York'),
      '2031-05-22',
      'until 12:00 GMT−4 (18:00 CEST)',
    ],
    ['all day', days('2031-03-14'), '2031-03-14', 'all day'],
    ['the first of several days', days('2031-03-14', '2031-03-16'), '2031-03-14', 'until Sunday 16 March'],
    ['the last of several days', days('2031-03-14', '2031-03-16'), '2031-03-16', 'all day'],
    [
      'a long event on its first day',
      event('2031-12-30 10:00', '2032-01-02 16:00'),
      '2031-12-30',
      '10:00, until Friday, 2 January 2032',
    ],
    ['in between', event('2031-03-14 10:00', '2031-03-16 16:00'), '2031-03-15', 'until Sunday 16 March'],
    ['on its last day', event('2031-03-14 10:00', '2031-03-16 16:00'), '2031-03-16', 'until 16:00'],
    [
      'that ends at midnight',
      event('2031-03-14 10:00', '2031-03-17 00:00'),
      '2031-03-14',
      '10:00, until Sunday 16 March',
    ],
  ])('shows %s', (_, one, day, text) => expect(textOf(timeOf(one, BRITISH, day))).toBe(text));

  test('strikes out the time of a postponed event', () =>
    expect(String(timeOf({ ...CONCERT, scheduleStatus: 'POSTPONED' }, BRITISH, '2031-03-14'))).toMatch(
      /^<s><time datetime="2031-03-14T20:00:00\+01:00">20:00 – 23:00<\/time><\/s>$/,
    ));
});

test('a month shows the start', () => {
  expect([CONCERT, LUNCH, HARLEM, days('2031-03-14')].map((one) => startTime(one, BRITISH))).toEqual([
    '20:00',
    '12:00 GMT−4 (17:00 CET)',
    'Friday, 20:00 GMT−4 (01:00 CET)',
    '',
  ]);
});
