import type { Report } from '../../src/transfer/import/report.ts';
import { Calendar } from './calendar.ts';
import { calendarOf, event, type IcsOptions, takeIcs, vevent } from './ics-files.ts';
import { sums } from './sums.ts';

let ours: Calendar;
beforeAll(async () => {
  ours = await Calendar.empty();
});
beforeEach(() => ours.clear());
afterAll(() => ours.stop());

const take = (text: string, options: IcsOptions = {}): Promise<Report> => takeIcs(ours, text, options);

/** Times in a calendar file, and the imported values: start and end in UTC, or the days. */
const TIMES: [string, string[], Record<string, unknown>][] = [
  [
    'a zone of the tz database, before the clock changes',
    ['DTSTART;TZID=Europe/Berlin:20310329T200000', 'DTEND;TZID=Europe/Berlin:20310329T220000'],
    { timezone: 'Europe/Berlin', utc_start_date: '2031-03-29 19:00:00', utc_end_date: '2031-03-29 21:00:00' },
  ],
  [
    'and after it',
    ['DTSTART;TZID=Europe/Berlin:20310330T200000', 'DTEND;TZID=Europe/Berlin:20310330T220000'],
    { utc_start_date: '2031-03-30 18:00:00', utc_end_date: '2031-03-30 20:00:00' },
  ],
  [
    'UTC',
    ['DTSTART:20310401T100000Z', 'DTEND:20310401T110000Z'],
    { timezone: 'UTC', utc_start_date: '2031-04-01 10:00:00', utc_end_date: '2031-04-01 11:00:00' },
  ],
  [
    'no zone is the clock of the site',
    ['DTSTART:20310401T100000', 'DTEND:20310401T110000'],
    { timezone: 'Europe/Berlin', utc_start_date: '2031-04-01 08:00:00' },
  ],
  [
    'a zone as Mozilla names it',
    ['DTSTART;TZID=/mozilla.org/20050126_1/America/New_York:20310401T100000', 'DURATION:PT1H'],
    { timezone: 'America/New_York', utc_start_date: '2031-04-01 14:00:00' },
  ],
  [
    'one day',
    ['DTSTART;VALUE=DATE:20310701'],
    { all_day: true, start_date: '2031-07-01 00:00:00', end_date: '2031-07-01 23:59:59' },
  ],
  [
    'days end on the day before DTEND',
    ['DTSTART;VALUE=DATE:20310730', 'DTEND;VALUE=DATE:20310802'],
    { all_day: true, start_date: '2031-07-30 00:00:00', end_date: '2031-08-01 23:59:59' },
  ],
  [
    'days by DURATION',
    ['DTSTART;VALUE=DATE:20310730', 'DURATION:P1W'],
    { all_day: true, end_date: '2031-08-05 23:59:59' },
  ],
  [
    'a day over the change is one day on the clock',
    ['DTSTART;TZID=Europe/Berlin:20310329T120000', 'DURATION:P1D'],
    { utc_start_date: '2031-03-29 11:00:00', utc_end_date: '2031-03-30 10:00:00' },
  ],
  [
    'hours over the change are hours',
    ['DTSTART;TZID=Europe/Berlin:20310329T120000', 'DURATION:PT24H'],
    { utc_start_date: '2031-03-29 11:00:00', utc_end_date: '2031-03-30 11:00:00' },
  ],
  ['no end', ['DTSTART:20310401T100000Z'], { utc_end_date: '2031-04-01 10:00:00' }],
  [
    'two zones',
    ['DTSTART;TZID=Europe/Berlin:20310401T100000', 'DTEND;TZID=America/New_York:20310401T100000'],
    { timezone: 'Europe/Berlin', utc_start_date: '2031-04-01 08:00:00', utc_end_date: '2031-04-01 14:00:00' },
  ],
];

test('times keep their meaning, also in a second run', async () => {
  const text = calendarOf(...TIMES.map(([name, lines], at) => event(`${at} ${name}`, ...lines)));
  expect(await take(text)).toMatchObject({ counts: { event: { created: TIMES.length } }, refused: [] });
  const events = new Map((await ours.events()).map((one) => [one.title, one]));
  for (const [at, [name, , expected]] of TIMES.entries())
    expect([name, events.get(`${at} ${name}`)]).toEqual([name, expect.objectContaining(expected)]);
  expect(sums(await take(text))).toEqual({ created: 0, changed: 0, unchanged: TIMES.length, refused: 0 });
});

const OUTLOOK = [
  'BEGIN:VTIMEZONE',
  'TZID:Bureau Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

test('zones with a definition, also if it follows; fixed offsets; the zone of the author', async () => {
  const fixed = [
    ...['BEGIN:VTIMEZONE', 'TZID:Fixed', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
    ...['TZOFFSETFROM:+0530', 'TZOFFSETTO:+0530', 'END:STANDARD', 'END:VTIMEZONE'],
  ];
  const text = calendarOf(
    'X-WR-TIMEZONE:America/New_York',
    event('a winter', 'DTSTART;TZID=Bureau Time:20310329T200000'),
    event('b summer', 'DTSTART;TZID="Bureau Time":20310330T200000'),
    ...OUTLOOK,
    ...fixed,
    event('c fixed', 'DTSTART;TZID=Fixed:20310401T120000'),
    event('d author', 'DTSTART:20310402T120000'),
    event('e utc', 'DTSTART:20310403T120000Z'),
    event('f nobody', 'DTSTART;TZID=Nowhere:20310401T120000'),
  );
  expect((await take(text)).refused).toEqual([
    {
      kind: 'record',
      at: 'line 57',
      what: 'f nobody',
      reason: 'has a time in the unknown zone "Nowhere"',
    },
  ]);
  expect(
    (await ours.events()).map(({ title, utc_start_date, timezone }) => [title, utc_start_date, timezone]),
  ).toEqual([
    ['a winter', '2031-03-29 19:00:00', 'America/New_York'],
    ['b summer', '2031-03-30 18:00:00', 'America/New_York'],
    ['c fixed', '2031-04-01 06:30:00', 'UTC+05:30'],
    ['d author', '2031-04-02 16:00:00', 'America/New_York'],
    ['e utc', '2031-04-03 12:00:00', 'America/New_York'],
  ]);
});

test('texts, people, places, pictures and categories', async () => {
  const hall = await ours.make('venues', {
    venue: 'Town Hall',
    address: 'Main St 1',
    city: 'Ulm',
    zip: '89073',
  });
  await ours.make('tags', { name: 'Books' });
  const text = calendarOf(
    event(
      'a full',
      'DTSTART:20310401T100000Z',
      'DESCRIPTION:Doors 7 & bar\\; a < b\\n\\n2nd\\, line',
      'LOCATION:town hall\\, Main St 1\\, Ulm\\, 89073',
      'CATEGORIES:Talks,Readings\\, long,Books,Old\\, new',
      'X-TAGS:Books,Old\\, new',
      'ORGANIZER;CN="Ada, host":mailto:ada@x.example',
      'CONTACT:Bob\\, bob@x.example',
      'URL:https://x.example/talk',
      'ATTACH;FMTTYPE=image/png:https://x.example/p.png',
    ),
    event(
      'b html',
      'DTSTART:20310402T100000Z',
      'DESCRIPTION:plain',
      'X-ALT-DESC;FMTTYPE=text/html:<p>One\\, <b>two</b><script>x</script></p>',
      'LOCATION:Boathouse\\nRiver 2\\, Rome',
      'GEO:41.9;12.47',
      'URL:message://x',
      'ATTACH:https://x.example/paper.pdf',
    ),
    event('c private', 'DTSTART:20310403T100000Z', 'CLASS:PRIVATE'),
    event('d tentative', 'DTSTART:20310404T100000Z', 'STATUS:TENTATIVE'),
    event('e cancelled', 'DTSTART:20310405T100000Z', 'STATUS:CANCELLED', 'COMMENT:High\\nwater'),
  );
  expect(await take(text)).toMatchObject({ refused: [] });
  const [full, html, hidden, draft, ...others] = await ours.events();
  expect(full).toMatchObject({
    description: 'Doors 7 &amp; bar; a &lt; b\n\n2nd, line',
    website: 'https://x.example/talk',
    image: { url: 'https://x.example/p.png' },
    venue: { id: hall.id },
    organizer: [
      { organizer: 'Ada, host', email: 'ada@x.example' },
      { organizer: 'Bob', email: 'bob@x.example' },
    ],
    categories: [{ name: 'Readings, long' }, { name: 'Talks' }],
    tags: [{ name: 'Books' }, { name: 'Old, new' }],
  });
  expect(html).toMatchObject({
    description: '<p>One, <b>two</b></p>',
    website: '',
    image: false,
    venue: { venue: 'Boathouse', address: 'River 2, Rome', geo_lat: 41.9, geo_lng: 12.47 },
  });
  expect([hidden?.status, draft?.status]).toEqual(['private', 'draft']);
  expect(others).toMatchObject([
    { title: 'e cancelled', status: 'publish', event_status: 'canceled', event_status_reason: 'High water' },
  ]);
  expect(sums(await take(text))).toMatchObject({ created: 0, changed: 0, refused: 0 });
});

test('a canceled event stays in the calendar, and can take place again', async () => {
  const file = (...properties: string[]) =>
    take(calendarOf(event('a', 'DTSTART:20310401T100000Z', ...properties)));
  await file();
  const [before] = await ours.events();
  expect(sums(await file('STATUS:CANCELLED', 'COMMENT:Storm'))).toMatchObject({ changed: 1 });
  const canceled = { event_status: 'canceled', event_status_reason: 'Storm' };
  expect(await ours.events()).toMatchObject([{ id: before?.id, status: 'publish', ...canceled }]);
  // A file without a status changes nothing.
  expect(sums(await file())).toMatchObject({ changed: 0 });
  await file('STATUS:CONFIRMED');
  expect(await ours.events()).toEqual([
    {
      ...before,
      modified: expect.any(String),
      modified_utc: expect.any(String),
      modified_utc_details: undefined,
    },
  ]);
});

test('changes in the file apply, other fields stay', async () => {
  await take(calendarOf(event('a', 'DTSTART:20310401T100000Z', 'LOCATION:Here', 'DESCRIPTION:Long')));
  const [before] = await ours.events();
  await ours.server.request('PATCH', `/events/${before?.id}`, { cost: '5 EUR', excerpt: 'Short' });
  expect(sums(await take(calendarOf(event('a', 'DTSTART:20310401T110000Z'))))).toMatchObject({ changed: 1 });
  expect(await ours.events()).toMatchObject([
    {
      id: before?.id,
      utc_start_date: '2031-04-01 11:00:00',
      description: '',
      venue: [],
      cost: '5 EUR',
      excerpt: 'Short',
    },
  ]);
});

test('invalid parts are rejected with their line and reason, and the others are imported', async () => {
  const text = calendarOf(
    vevent('UID:1', 'DTSTART:20310401T100000Z'),
    event('no start'),
    event('no date', 'DTSTART:20310231T100000Z'),
    event('backwards', 'DTSTART:20310401T100000Z', 'DTEND:20310401T090000Z'),
    vevent('UID:5', 'SUMMARY:broken', 'DTSTART:20310401T100000Z', 'NO PROPERTY'),
    `BEGIN:VTODO\r\nSUMMARY:task\r\nEND:VTODO`,
    event('good', 'DTSTART:20310401T100000Z', `ATTACH;ENCODING=BASE64;VALUE=BINARY:${'A'.repeat(400_000)}`),
  );
  const { refused, counts } = await take(text);
  expect(refused.map(({ at, what, reason }) => `${at} ${what}: ${reason}`)).toEqual([
    expect.stringMatching(/^line 3 : has no SUMMARY/),
    expect.stringMatching(/^line 8 no start: has no DTSTART/),
    expect.stringMatching(/^line 13 no date: has a DTSTART that is not a time: 2031-02-31T10:00:00/),
    expect.stringMatching(/^line 19 backwards: /),
    expect.stringMatching(/^line 26 broken: is not valid iCalendar/),
  ]);
  expect(counts).toEqual({ event: { created: 1, changed: 0, unchanged: 0 } });
});

test('a dry run reports the same, and stores nothing', async () => {
  const text = calendarOf(
    event('a', 'DTSTART:20310401T100000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'LOCATION:Here'),
  );
  expect(sums(await take(text, { dryRun: true }))).toMatchObject({ created: 2, refused: 0 });
  expect(await ours.events()).toEqual([]);
});
