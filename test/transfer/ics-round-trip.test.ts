import { kysely } from '../../src/platform/postgres/orm.ts';
import { exportCalendar } from '../../src/transfer/export/export-lists.ts';
import { icsSource } from '../../src/transfer/icalendar/ics-source.ts';
import { venuesByLocation } from '../../src/transfer/icalendar/texts.ts';
import type { Report } from '../../src/transfer/import/report.ts';
import { splitLines } from '../../src/transfer/import/text-stream.ts';
import { ADMINISTRATOR, Calendar, inPieces } from './calendar.ts';
import { operations, seeded, written } from './round-trip.ts';
import { sums } from './sums.ts';

let source: Calendar;
let copy: Calendar;
beforeAll(async () => {
  [source, copy] = [await seeded(), await Calendar.empty()];
});
afterAll(async () => {
  await source.stop();
  await copy.stop();
});

const ics = (calendar: Calendar, ...filters: string[]): Promise<string> =>
  written(calendar, (context, query) => exportCalendar(operations, query, context), 'event', ...filters);

async function take(calendar: Calendar, text: string): Promise<Report> {
  const venues = await venuesByLocation(kysely(calendar.server.orm.em.fork()), ADMINISTRATOR);
  const days = { from: '2031-01-01', to: '2031-12-31' };
  const lines = splitLines(inPieces(text, 50_000));
  const events = icsSource(lines, { timezone: 'Europe/Berlin', days, venues });
  return calendar.take(events, false, calendar === source ? 'cal.example.net' : undefined);
}

/** Without values that differ in each calendar: ids, and modification times. */
const common = (text: string): string =>
  text.replace(/^(UID|DTSTAMP|LAST-MODIFIED|SEQUENCE):.*$/gm, '$1').replace(/\r\n /g, '');

test('more than a hundred events are imported into an empty calendar, and exported the same except for ids and modification times', async () => {
  const text = await ics(source);
  expect(text.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(120);
  expect(await take(copy, text)).toMatchObject({ refused: [] });
  expect(common(await ics(copy)).split('\r\n')).toEqual(common(text).split('\r\n'));
});

/** Values that a calendar easily loses if it treats its own events as foreign ones. */
const DELICATE = {
  title: 'Delicate',
  description: '<p>One <b>bold</b></p><ul><li>word</li></ul>',
  website: 'https://x.example/',
  start_date: '2031-10-26T01:30:00Z',
  end_date: '2031-10-26T02:30:00Z',
  timezone: 'Europe/Berlin',
  cost: '5 EUR',
  image: 'https://x.example/a.png',
  categories: ['Talks'],
  tags: ['Zines', 'a, b'],
  venue: { venue: 'Hall', address: 'Main St 1', city: 'Ulm', zip: '89073' },
  featured: true,
  virtual_url: 'https://meet.example/?a=1,2;3',
  organizer: [
    { organizer: 'Ann', website: 'https://ann.example/' },
    { organizer: 'Bob', email: 'bob@x.example' },
  ],
};

test('a calendar that imports its own feed stays unchanged', async () => {
  await source.make('events', DELICATE);
  await source.make('events', {
    ...DELICATE,
    title: 'Short',
    description: '',
    excerpt: '<p>In <i>short</i></p>',
  });
  await source.make('events', {
    ...DELICATE,
    title: 'Canceled: not',
    venue: [],
    event_status_reason: 'Moved, again',
  });
  for (const event_status of ['canceled', 'postponed'])
    await source.make('events', {
      ...DELICATE,
      title: `Canceled: ${event_status}`,
      event_status,
      event_status_reason: '=Storm; "high" water',
    });
  await source.make('events', {
    ...DELICATE,
    title: 'Days',
    start_date: '2031-11-01',
    end_date: '2031-11-02',
    all_day: true,
  });
  const before = await source.events('start_date=2031-01-01');
  const text = await ics(source, 'start_date=2031-01-01');
  expect(sums(await take(source, text))).toEqual({ created: 0, changed: 0, unchanged: 6, refused: 0 });
  expect(await source.events('start_date=2031-01-01')).toEqual(before);
});

test('in another calendar the event has all values that a calendar file can hold', async () => {
  await take(copy, await ics(source, 'start_date=2031-01-01'));
  const [delicate, , not, canceled, postponed, days] = await copy.events('start_date=2031-10-20');
  expect(delicate).toMatchObject({
    title: 'Delicate',
    slug: 'delicate',
    description: 'One bold\n\n- word',
    utc_start_date: '2031-10-26 01:30:00',
    global_id_lineage: [expect.any(String), expect.stringMatching(/^cal\.example\.net\?id=\d+$/)],
    categories: [{ name: 'Talks' }],
    tags: [{ name: 'a, b' }, { name: 'Zines' }],
    venue: { venue: 'Hall', address: 'Main St 1, Ulm, 89073' },
    organizer: [{ organizer: 'Ann' }, { organizer: 'Bob', email: 'bob@x.example' }],
    event_status: 'scheduled',
    is_virtual: true,
    virtual_url: 'https://meet.example/?a=1,2;3',
  });
  expect(not).toMatchObject({
    title: 'Canceled: not',
    venue: [],
    event_status: 'scheduled',
    event_status_reason: 'Moved, again',
    virtual_url: 'https://meet.example/?a=1,2;3',
    website: '',
  });
  const why = { status: 'publish', event_status_reason: '=Storm; "high" water' };
  expect(canceled).toMatchObject({ title: 'Canceled: canceled', event_status: 'canceled', ...why });
  expect(postponed).toMatchObject({ title: 'Canceled: postponed', event_status: 'postponed', ...why });
  expect(days).toMatchObject({
    all_day: true,
    start_date: '2031-11-01 00:00:00',
    end_date: '2031-11-02 23:59:59',
  });
});

test('a second run changes nothing', async () => {
  const text = await ics(source, 'end_date=2026-12-31', 'start_date=2026-11-01');
  expect(sums(await take(copy, text))).toMatchObject({ created: 0, changed: 0, refused: 0 });
});
