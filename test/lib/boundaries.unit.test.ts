import { dateFromParts, readOffset, readTime } from '../../src/lib/date-parts.ts';
import { assertSupportedYear, secondsOf, toUtc } from '../../src/lib/date-time.ts';
import { isId } from '../../src/lib/ids.ts';
import { compact, oneLineText } from '../../src/lib/json-ld.ts';
import { networkOf } from '../../src/lib/network.ts';
import { pageAddress, recordPages, slugInPath } from '../../src/lib/page-addresses.ts';
import { readDateTime } from '../../src/lib/read-date.ts';
import {
  canonicalZone,
  findZone,
  localDateTimeOf,
  similarZoneNames,
  utcOf,
  zoneAbbreviation,
  zoneName,
} from '../../src/lib/zones.ts';

/** The error message for a refused value. */
const refusal = (work: () => unknown): string => {
  try {
    return `accepted ${String(work())}`;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

test.each([
  [1, 1, '0001-01-01'],
  [9999, 12, '9999-12-31'],
])('the calendar has the year %i', (year, month, text) =>
  expect(dateFromParts(year, month, text.slice(8)).toString()).toBe(text),
);

test.each<[work: () => unknown, message: string]>([
  [() => dateFromParts(0, 1, 1), 'The date is outside the years 0001 to 9999.'],
  [() => dateFromParts(10_000, 1, 1), 'The date is outside the years 0001 to 9999.'],
  [
    () => assertSupportedYear(new Temporal.PlainDate(-1, 1, 1)),
    'The date is outside the years 0001 to 9999.',
  ],
  [() => toUtc(new Date(Date.UTC(12_000, 0))), 'The date is outside the years 0001 to 9999.'],
  [() => secondsOf('2031-04-05'), '"2031-04-05" is not a date and time of the form YYYY-MM-DD HH:MM:SS.'],
  [() => dateFromParts(2031, 0, 1), 'There is no month 0.'],
  [() => dateFromParts(2031, 13, 1), 'There is no month 13.'],
  [() => dateFromParts(2031, 2, 29), 'Month 2 of 2031 has no day 29.'],
  [() => dateFromParts(2031, 4, 0), 'Month 4 of 2031 has no day 0.'],
  [() => readTime('25'), 'There is no time 25:0.'],
  [() => readTime('24', '00', '01'), 'There is no time 24:00:01.'],
  [() => readTime('9', '60'), 'There is no time 9:60.'],
  [() => readTime('9', '00', '60'), 'There is no time 9:00:60.'],
  [() => readTime('13', undefined, undefined, 'p'), 'There is no hour 13 pm.'],
  [() => readTime('0', undefined, undefined, 'a'), 'There is no hour 0 am.'],
  [() => readOffset(' +15:00 '), 'There is no offset +15:00 from UTC.'],
  [() => utcOf('2031-04-05 14:00:00', 'Mars/Crater'), '"Mars/Crater" is not a known time zone.'],
  [() => utcOf('2031-04-05', 'UTC'), '"2031-04-05" is not a date and time of the form YYYY-MM-DD HH:MM:SS.'],
])('the error for a value outside its bounds is readable (%#)', (work, message) =>
  expect(refusal(work)).toBe(message),
);

test.each([
  [['0'], 0],
  [['9'], 9 * 3600],
  [['24'], 24 * 3600],
  [['9', '59', '59'], 10 * 3600 - 1],
  [['12', '0', '0', 'a'], 0],
  [['12', '0', '0', 'p'], 12 * 3600],
  [['1', '30', '0', 'pm'], 13.5 * 3600],
  [['12', '5', '0', 'am'], 300],
] as const)('the time %j', ([hour, minute, second, half], seconds) =>
  expect(readTime(hour, minute, second, half)).toBe(seconds),
);

test.each([
  ['Z', 0],
  [' z', 0],
  ['utc', 0],
  ['GMT', 0],
  [' 02:00', 7200],
  ['-0330', -12_600],
  ['+02', 7200],
])('the offset %j', (text, seconds) => expect(readOffset(text)).toBe(seconds));
test.each(['xz', 'utcx', '2', 'x 02:00'])('%j is not an offset', (text) =>
  expect(refusal(() => readOffset(text))).toMatch(/^There is no offset/),
);

test.each([
  [' 02:00', '+02:00'],
  [' 0200', '+0200'],
  ['UTC 2', 'UTC+2'],
  [' Europe/Rome ', 'Europe/Rome'],
  ['europe/rome', 'Europe/Rome'],
])('the zone %j is %j', (text, zone) => {
  expect(findZone(text)).toBe(zone);
  expect(canonicalZone(text)).toBe(zone);
});

test('an unknown zone is named up to a length, with accepted values', () => {
  expect(refusal(() => canonicalZone('Mars/Crater'))).toMatch(
    /^"Mars\/Crater" is not a time zone: use a name such as Europe\/Rome, or UTC with an offset of at most 14 hours such as UTC\+2\./,
  );
  expect(refusal(() => canonicalZone('x'.repeat(70)))).toContain(`"${'x'.repeat(60)}" `);
});

test("converts between UTC and a zone's clock", () => {
  expect(utcOf('2031-04-05 14:00:00', 'UTC')).toBe('2031-04-05 14:00:00');
  expect(localDateTimeOf('2031-04-05 14:00:00', 'UTC')).toBe('2031-04-05 14:00:00');
  expect(utcOf('2031-04-05 14:00:00', '+05:30')).toBe('2031-04-05 08:30:00');
  expect(localDateTimeOf('2031-04-05 08:30:00', 'UTC+5:30')).toBe('2031-04-05 14:00:00');
  expect(zoneAbbreviation('2031-04-05 14:00:00', '2031-04-05 17:00:00', 'America/Sao_Paulo')).toBe('-03');
});

test.each([
  ['::ffff:192.0.2.70', '192.0.2.70'],
  ['x::ffff:192.0.2.70', 'x::ffff:192.0.2.70'],
  ['::ffff:192.0.2.70x', '::ffff:192.0.2.70x'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['cafe', 'cafe'],
  ['unix socket of somebody', 'unix socket of somebody'],
  ['', ''],
])('%j is in the network %j', (address, network) => expect(networkOf(address)).toBe(network));

test('ids are positive PostgreSQL integers', () => {
  expect([1, 2_147_483_647].map(isId)).toEqual([true, true]);
  expect([0, -1, 1.5, 2_147_483_648, Number.NaN].map(isId)).toEqual([false, false, false, false, false]);
});

test('addresses of pages, and the slug at their end', () => {
  expect(pageAddress(recordPages('venue'), 'hall')).toBe('/venue/hall/');
  expect(pageAddress('/events/category', 'music', 'jazz')).toBe('/events/category/music/jazz/');
  expect(slugInPath({ slug: 'hall' })).toBe('hall');
  expect(slugInPath({ slugs: ['music', 'jazz', ''] })).toBe('jazz');
  expect(slugInPath({ slugs: 'music' })).toBe('music');
  expect(slugInPath({})).toBe('');
});

test('linked data has no empty members, and its texts are one line', () => {
  expect(compact({ a: 0, b: false, c: '', d: null, e: undefined, f: [] })).toEqual({ a: 0, b: false, f: [] });
  for (const _ of ['made', 'remembered'])
    expect(oneLineText('<p>one\n two</p><p>three</p>')).toBe('one two three');
});

test.each([
  ['Berlin', ['Europe/Berlin']],
  ['Asia/Berlin', ['Europe/Berlin']],
  ['New York', ['America/New_York']],
  ['Europe/Berlim', ['Europe/Berlin', 'Europe/Dublin', 'Europe/Jersey']],
  ['nowhere at all', []],
])('for the zone %j it suggests %j', (text, zones) => expect(similarZoneNames(text)).toEqual(zones));

test('suggests three zones at most, in their own spelling', () => {
  expect(similarZoneNames('Europe/B')).toHaveLength(3);
  expect(zoneName('EUROPE/berlin')).toBe('Europe/Berlin');
  expect(zoneName('Berlin')).toBeUndefined();
});

const NOW = new Date('2031-04-05T12:00:00Z');
test.each<[text: string | number, reason: string]>([
  ['', 'The date is empty.'],
  [' ', 'The date is empty.'],
  ['x'.repeat(101), 'The text is too long for a date.'],
  [
    '12345',
    '"12345" is not a date: A number must be a date as YYYYMMDD, or Unix seconds with nine digits or more.',
  ],
  ['7', '"7" is not a date: A number must be a date as YYYYMMDD, or Unix seconds with nine digits or more.'],
  ['@0', '"@0" is not a date: Unix seconds must be positive.'],
  [
    'x'.repeat(100),
    `"${'x'.repeat(100)}" is not a date: Use YYYY-MM-DD, DD.MM.YYYY or YYYY-MM-DD HH:MM:SS (with Z, an offset such as +02:00 or a zone such as Europe/Berlin, if you like), Unix seconds, or words such as "tomorrow 9am".`,
  ],
  [
    '2031-04-05 Europe/Berlin',
    '"2031-04-05 Europe/Berlin" is not a date: Use a zone only after a date with a time of day and without an offset.',
  ],
  [
    '2031-04-05 10:00+02:00 Europe/Berlin',
    '"2031-04-05 10:00+02:00 Europe/Berlin" is not a date: Use a zone only after a date with a time of day and without an offset.',
  ],
])('%j is not a date, with a reason', (text, reason) =>
  expect(refusal(() => readDateTime(text, 'UTC', { now: NOW }))).toBe(reason),
);

test.each<[text: string | number, utc: string, dateOnly: boolean]>([
  ['20310405', '2031-04-05 00:00:00', true],
  [20310405, '2031-04-05 00:00:00', true],
  ['@1', '1970-01-01 00:00:01', false],
  [100_000_000.9, '1973-03-03 09:46:40', false],
  ['1932465600', '2031-03-28 12:00:00', false],
  ['2031-04-05', '2031-04-05 00:00:00', true],
  ['2031-04-05 10:00 Europe/Berlin', '2031-04-05 08:00:00', false],
  ['2031-04-05T10:00:00+02:00', '2031-04-05 08:00:00', false],
  ['15.01.2027', '2027-01-15 00:00:00', true],
  ['15.01.2027 20:30', '2027-01-15 20:30:00', false],
  ['+2 hours', '2031-04-05 14:00:00', false],
])('%j is %s', (text, utc, dateOnly) =>
  expect(readDateTime(text, 'UTC', { now: NOW })).toMatchObject({ utc, dateOnly }),
);
