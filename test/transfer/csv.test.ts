import { US_DOLLAR } from '../../src/lib/currency.ts';
import { type CsvOptions, csvSource } from '../../src/transfer/csv/csv-source.ts';
import { dateCellReader } from '../../src/transfer/csv/dates.ts';
import { readMapping } from '../../src/transfer/csv/mapping.ts';
import type { Report } from '../../src/transfer/import/report.ts';
import { Calendar, CONTRACT, inPieces } from './calendar.ts';
import { sums } from './sums.ts';

let ours: Calendar;
beforeAll(async () => {
  ours = await Calendar.empty();
});
beforeEach(() => ours.clear());
afterAll(() => ours.stop());

type Options = Partial<CsvOptions>;
const take = (text: string, options: Options = {}, dryRun = false): Promise<Report> =>
  ours.take(csvSource(inPieces(text), { contract: CONTRACT, currency: US_DOLLAR, ...options }), dryRun);
const lines = (...all: string[]): string => all.join('\r\n');
const reasons = ({ refused }: Report): string[] =>
  refused.map(({ at, what, reason }) => `${at} ${what}: ${reason}`);

/** The columns of the sample of The Events Calendar. */
const SAMPLE = lines(
  '\ufeffEvent Name,Event Description,Event Start Date,Event Start Time,Event End Date,Event End Time,All Day Event,TIMEZONE,Hide from Event Listings,Sticky in Month View,Feature Event,Event Venue Name,Event Organizer Name,Event Category,Event Tags,Event Cost,Event Currency Symbol,Event Currency Position,Event ISO Currency Code,Event Featured Image,Event Website,Event Show Map Link,Event Show Map,Allow Comments',
  '"Jazz, late","<p>One</p>',
  '<p>7"" single</p>",2031-06-12,8:30 PM,2031-06-12,23:00,FALSE,Europe/Rome,no,yes,TRUE,Boathouse,"Ann, ""Bob, Ltd""","Music, Jazz","open air",10 - 25,€,postfix,EUR,https://x.example/a.png,https://x.example/,TRUE,FALSE,TRUE',
  'Fair,,2031-07-02,,2031-07-04,,,,,,,,,,,,,,,,,,,',
);

test('the event status, and online places; the heading EVENT STATUS is the state of the record', async () => {
  const text = lines(
    'EVENT NAME,EVENT START DATE,EVENT STATUS,event_status,Status reason,Virtual event,Online URL',
    'One,2031-06-12,draft,Cancelled,Storm,,',
    'Two,2031-06-12,publish,POSTPONED,,yes,https://meet.example/2',
    'Three,2031-06-12,,,,,https://meet.example/3',
    'Four,2031-06-12,,moved,,,',
    'Five,2031-06-12,,,,,javascript:alert(1)',
  );
  const report = await take(text);
  expect(reasons(report)).toEqual([
    'line 5 Four: has the event status "moved": use one of scheduled, canceled, postponed',
  ]);
  expect(report.leftOut).toEqual([
    {
      ...{ kind: 'event', field: 'virtual_url', count: 1, at: 'line 6', what: 'Five' },
      reason: 'Use an absolute address that starts with http:// or https://.',
    },
  ]);
  const online = (n: number) => ({ is_virtual: true, virtual_url: `https://meet.example/${n}` });
  expect(await ours.events('status=publish,draft&orderby=id')).toMatchObject([
    {
      title: 'One',
      status: 'draft',
      event_status: 'canceled',
      event_status_reason: 'Storm',
      is_virtual: false,
    },
    { title: 'Two', status: 'publish', event_status: 'postponed', ...online(2) },
    { title: 'Three', status: 'publish', event_status: 'scheduled', ...online(3) },
    { title: 'Five', is_virtual: false, virtual_url: '' },
  ]);
  const again = lines('Name,Start date,Held', 'One,2031-06-12,scheduled');
  const mapping = await readMapping('{"Name": "title", "Start date": "start_date", "Held": "event_status"}');
  expect(sums(await take(again, { mapping }))).toMatchObject({ changed: 1 });
  expect(await ours.events('status=draft')).toMatchObject([
    { event_status: 'scheduled', event_status_reason: '' },
  ]);
});

test('the columns of The Events Calendar', async () => {
  const said: string[] = [];
  expect(await take(SAMPLE, { log: (text) => said.push(text) })).toMatchObject({
    counts: { event: { created: 2 } },
    refused: [],
  });
  expect(said).toEqual(['Ignored columns: Allow Comments']);
  expect(await ours.events()).toMatchObject([
    {
      title: 'Jazz, late',
      description: '<p>One</p>\n<p>7" single</p>',
      timezone: 'Europe/Rome',
      start_date: '2031-06-12 20:30:00',
      end_date: '2031-06-12 23:00:00',
      all_day: false,
      hide_from_listings: false,
      sticky: true,
      featured: true,
      show_map: false,
      show_map_link: true,
      cost: '10 – 25 €',
      cost_details: { currency_code: 'EUR', values: ['10', '25'] },
      website: 'https://x.example/',
      image: { url: 'https://x.example/a.png' },
      venue: { venue: 'Boathouse' },
      organizer: [{ organizer: 'Ann' }, { organizer: 'Bob, Ltd' }],
      categories: [{ name: 'Jazz' }, { name: 'Music' }],
      tags: [{ name: 'open air' }],
    },
    {
      title: 'Fair',
      all_day: true,
      timezone: 'Europe/Berlin',
      cost: '',
      venue: [],
      image: false,
      start_date: '2031-07-02 00:00:00',
      end_date: '2031-07-04 23:59:59',
    },
  ]);
  expect(sums(await take(SAMPLE))).toEqual({ created: 0, changed: 0, unchanged: 2, refused: 0 });
});

test('an event is identified by its slug, else by title and start; fields without a column stay', async () => {
  await take(lines('title,start_date,slug,cost', 'One,2031-06-12 20:00,one,5', 'Two,2031-06-13 20:00,,'));
  const again = lines('title,start_date,slug', 'Other,2031-06-14 20:00,one', 'TWO,2031-06-13 20:00,');
  expect(sums(await take(again))).toMatchObject({ created: 0, changed: 2 });
  expect(await ours.events()).toMatchObject([
    { title: 'TWO', cost: '' },
    { title: 'Other', slug: 'one', cost: '$5', utc_start_date: '2031-06-14 18:00:00' },
  ]);
  expect(sums(await take(lines('title,start_date', 'Two,2031-06-13 21:00')))).toMatchObject({ created: 1 });
});

test('two identical rows are two events', async () => {
  const text = lines('title,start_date,venue', 'Film,2031-06-12 20:00,A', 'Film,2031-06-12 20:00,B');
  expect(sums(await take(text))).toMatchObject({ created: 4 });
  expect(sums(await take(text))).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
  expect((await ours.events()).map(({ venue }) => Reflect.get(Object(venue), 'venue'))).toEqual(['A', 'B']);
});

describe('dates', () => {
  const start = async (cell: string, dateFormat?: string): Promise<unknown> => {
    const report = await take(lines('title;start_date', `X;${cell}`), { dateFormat });
    const [event] = await ours.events();
    return event ? event.start_date : reasons(report)[0];
  };

  test.each([
    ['2031-06-05', '2031-06-05 00:00:00'],
    ['2031/6/5', '2031-06-05 00:00:00'],
    ['20310605', '2031-06-05 00:00:00'],
    ['5.6.2031', '2031-06-05 00:00:00'],
    ['25/06/2031', '2031-06-25 00:00:00'],
    ['06/25/2031', '2031-06-25 00:00:00'],
    ['June 5, 2031 8:15 pm', '2031-06-05 20:15:00'],
    ['5 June 2031', '2031-06-05 00:00:00'],
    ['2031-06-05T20:00:00Z', '2031-06-05 22:00:00'],
    ['2031-06-05 20.30', '2031-06-05 20:30:00'],
  ])('%s is %s', async (cell, expected) => {
    expect(await start(cell)).toBe(expected);
  });

  test.each([
    '05/06/2031',
    '05-06-2031',
    '2031-02-30',
    '1/2/31',
    'tomorrow',
    'next week',
    '2031-06-05 25:00',
    '5 Juniper 2031',
    '',
  ])('"%s" is rejected', async (cell) => {
    expect(await start(cell)).toMatch(/^line 2 X: /);
  });

  test('--date-format decides ambiguous dates', async () => {
    expect(await start('05/06/2031')).toBe(
      'line 2 X: has the ambiguous date "05/06/2031": choose its format, DD/MM/YYYY or MM/DD/YYYY (--date-format)',
    );
    expect(await start('05/06/2031 20:00', 'DD/MM/YYYY')).toBe('2031-06-05 20:00:00');
    await ours.clear();
    expect(await start('05/06/2031', 'MM/DD/YYYY')).toBe('2031-05-06 00:00:00');
    await ours.clear();
    expect(await start('2031-06-05', 'MM/DD/YYYY')).toMatch(/not of the form MM\/DD\/YYYY/);
    await expect(start('05/06/2031', 'DD/MM')).rejects.toThrow('use DD, MM and YYYY once each');
  });
});

test('invalid rows are rejected with line and reason, and the others are imported', async () => {
  const report = await take(
    lines(
      'title,start_date,end_date,featured,status,timezone,website,extra',
      'Good,2031-06-12 20:00,2031-06-12 21:00,,,,,',
      ',2031-06-12,,,,,,',
      '"Two',
      'lines",2031-06-12,,maybe,,,,',
      'Backwards,2031-06-12 20:00,2031-06-12 19:00,,,,,',
      'Open,2031-06-12 20:00,2031-06-13,,,,,',
      'State,2031-06-12,,,open,,,',
      'Zone,2031-06-12,,,,Mars,javascript:x,',
      'Wide,2031-06-12,,,,,,,,more',
      'Also good,2031-06-12,,,,,,',
      'Open quote,"2031-06-12,,,,,,',
    ),
  );
  expect(reasons(report)).toEqual([
    expect.stringMatching(/^line 3 : title /),
    'line 4 Two lines: has "maybe" for featured: use yes or no',
    expect.stringMatching(/^line 6 Backwards: /),
    'line 7 Open: has an end date but no end time',
    expect.stringMatching(/^line 8 State: has the status "open"/),
    expect.stringMatching(/^line 9 Zone: website /),
    'line 10 Wide: has 10 cells, but only 8 headings',
    expect.stringMatching(/^after line 11 all other rows: cannot be read from line 12 on/),
  ]);
  expect((await ours.events()).map(({ title }) => title)).toEqual(['Also good', 'Good']);
});

test('a mapping assigns columns', async () => {
  const text = lines('Show,When,At,Price,Notes', 'Concert,12.06.2031,20:00,12,secret');
  const map =
    '{"show": "title", "When": "EVENT START DATE", "At": "start_time", "Price": "cost", "Notes": null}';
  await expect(take(text)).rejects.toThrow('no column with titles or names (Show, When, At, Price, Notes)');
  for (const file of [
    map,
    lines('column,field', 'Show,title', 'When,start_date', 'At,start_time', 'Price,cost'),
  ])
    await take(text, { mapping: await readMapping(file) });
  expect(await ours.events()).toMatchObject([
    { title: 'Concert', start_date: '2031-06-12 20:00:00', cost: '$12', description: '' },
  ]);
  await expect(take(text, { mapping: new Map([['Show', 'titel']]), kind: 'event' })).rejects.toThrow(
    'a mapping to "titel": events have no such field; did you mean title?',
  );
  await expect(take(lines('title,Event Name,start_date'))).rejects.toThrow('two columns for title');
  await expect(take(lines('title,date'))).rejects.toThrow('has no column EVENT START DATE');
  await expect(take('')).rejects.toThrow('has no rows');
  const said: string[] = [];
  await take(lines('title,start_date'), {
    mapping: new Map([['Shwo', 'title']]),
    log: (line) => said.push(line),
  });
  expect(said).toEqual(['Columns of the mapping that the file does not have: Shwo']);
  await expect(readMapping('["x"]')).rejects.toThrow('is not an object');
  await expect(readMapping('{"constructor": 5}')).rejects.toThrow('is not an object');
});

test('venues and organizers', async () => {
  const venues = lines(
    'Venue Name\tVenue Address\tVenue Address 2\tVenue City\tVenue Country\tVenue Latitude\tVenue Longitude\tVenue Phone\tVenue Website',
    "Boathouse\tRiver 1\tLower floor\tRome\tItaly\t41.9\t-12.47\t'+39 06\thttps://x.example/",
    'Boathouse\tLake 2\t\tUlm\tGermany\t\t\t\t',
    'Nowhere\t\t\t\t\tnorth\t\t\t',
  );
  expect(reasons(await take(venues))).toEqual([
    'line 4 Nowhere: has "north" for geo_lat, which is not a number',
  ]);
  const listed = await (await ours.server.request('GET', '/venues')).json();
  expect(listed.venues).toMatchObject([
    { venue: 'Boathouse', city: 'Ulm' },
    {
      venue: 'Boathouse',
      address: 'River 1, Lower floor',
      city: 'Rome',
      geo_lat: 41.9,
      geo_lng: -12.47,
      phone: '+39 06',
      website: 'https://x.example/',
    },
  ]);
  expect(sums(await take(venues))).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
  const people = lines('Organizer Name,Organizer Email', 'Ann,ann@x.example');
  expect(sums(await take(people))).toMatchObject({ created: 1 });
  expect(sums(await take(people.replace('ann@', 'bob@')))).toMatchObject({ changed: 1 });
});

test('a dry run reports the same, and stores nothing', async () => {
  expect(sums(await take(SAMPLE, {}, true))).toMatchObject({ created: 8, refused: 0 });
  expect(await ours.events()).toEqual([]);
});

test.each(['1. Januar 2031', '1. März 2031'])('%s is rejected, with an accepted form', (cell) => {
  expect(() => dateCellReader()(cell)).toThrow('write YYYY-MM-DD');
});
