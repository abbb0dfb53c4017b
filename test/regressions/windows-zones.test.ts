import { Calendar } from '../transfer/calendar.ts';
import { calendarOf, event, takeIcs } from '../transfer/ics-files.ts';
import { sums } from '../transfer/sums.ts';

let ours: Calendar;
beforeAll(async () => {
  ours = await Calendar.empty();
});
beforeEach(() => ours.clear());
afterAll(() => ours.stop());

/** A zone in Outlook's form. @param offsets of winter and summer; summer lasts from March to October */
const zone = (tzid: string, [winter, summer]: [string, string]): string[] => [
  ...['BEGIN:VTIMEZONE', `TZID:${tzid}`, 'BEGIN:STANDARD', 'DTSTART:16010101T030000'],
  ...[
    `TZOFFSETFROM:${summer}`,
    `TZOFFSETTO:${winter}`,
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    'END:STANDARD',
  ],
  ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', `TZOFFSETFROM:${winter}`, `TZOFFSETTO:${summer}`],
  ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
];
const shown = async () =>
  (await ours.events()).map(({ title, start_date, timezone, utc_start_date }) => [
    ...[title, start_date, timezone, utc_start_date],
  ]);

test('a Windows zone keeps clock and zone, with a definition or without, in any case', async () => {
  const text = calendarOf(
    event('a', 'DTSTART;TZID="W. Europe Standard Time":20310401T080000'),
    event('b', 'DTSTART;TZID=pacific standard time:20310402T080000'),
    event(
      'c',
      'DTSTART;TZID=GMT Standard Time:20310403T080000',
      'DTEND;TZID=GMT Standard Time:20310403T090000',
    ),
    event('d', 'DTSTART;TZID=India Standard Time:20310404T080000'),
    ...zone('W. Europe Standard Time', ['+0100', '+0200']),
    ...zone('India Standard Time', ['+0530', '+0530']),
  );
  expect((await takeIcs(ours, text)).refused).toEqual([]);
  expect(await shown()).toEqual([
    ['a', '2031-04-01 08:00:00', 'Europe/Berlin', '2031-04-01 06:00:00'],
    ['b', '2031-04-02 08:00:00', 'America/Los_Angeles', '2031-04-02 15:00:00'],
    ['c', '2031-04-03 08:00:00', 'Europe/London', '2031-04-03 07:00:00'],
    ['d', '2031-04-04 08:00:00', 'Asia/Calcutta', '2031-04-04 02:30:00'],
  ]);
  expect(sums(await takeIcs(ours, text))).toMatchObject({ created: 0, changed: 0 });
});

test('a series keeps its hour across a change of the clock', async () => {
  const lines = ['DTSTART;TZID=W. Europe Standard Time:20310325T190000', 'RRULE:FREQ=WEEKLY;COUNT=2'];
  await takeIcs(
    ours,
    calendarOf(...zone('W. Europe Standard Time', ['+0100', '+0200']), event('a', ...lines)),
  );
  expect(await shown()).toEqual([
    ['a', '2031-03-25 19:00:00', 'Europe/Berlin', '2031-03-25 18:00:00'],
    ['a', '2031-04-01 19:00:00', 'Europe/Berlin', '2031-04-01 17:00:00'],
  ]);
});

test('other times in the definition of such a name override it', async () => {
  const text = calendarOf(
    ...zone('W. Europe Standard Time', ['+0100', '+0100']),
    ...zone('Romance Standard Time', ['+0000', '+0200']),
    event('a', 'DTSTART;TZID=W. Europe Standard Time:20310401T080000'),
    event('b', 'DTSTART;TZID=Romance Standard Time:20310301T080000'),
  );
  expect((await takeIcs(ours, text)).refused).toEqual([]);
  expect(await shown()).toEqual([
    // In the zone of the site, as nothing names the zone.
    ['b', '2031-03-01 09:00:00', 'Europe/Berlin', '2031-03-01 08:00:00'],
    ['a', '2031-04-01 08:00:00', 'UTC+01:00', '2031-04-01 07:00:00'],
  ]);
});

test('the zone of the author may have such a name', async () => {
  await takeIcs(ours, calendarOf('X-WR-TIMEZONE:Tokyo Standard Time', event('a', 'DTSTART:20310401T080000')));
  expect(await shown()).toEqual([['a', '2031-04-01 08:00:00', 'Asia/Tokyo', '2031-03-31 23:00:00']]);
});

test('REST and GraphQL report which name to send instead', async () => {
  const TIMEZONE = 'W. Europe Standard Time';
  const rest = await ours.server.request('POST', '/events', {
    ...{ title: 'X', start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00', timezone: TIMEZONE },
  });
  expect([rest.status, await rest.json()]).toMatchObject([
    400,
    { data: { params: { timezone: expect.stringContaining('send Europe/Berlin') } } },
  ]);
  const { errors } = await ours.server.graphql(
    `mutation { createEvent(input: { title: "X", start: "2031-05-01 10:00", end: "2031-05-01 11:00",
      timezone: "${TIMEZONE}" }) { event { id } } }`,
  );
  expect(JSON.stringify(errors)).toContain('send Europe/Berlin');
});
