import type { RecordKind } from '../../src/lib/kinds.ts';
import { csvSource } from '../../src/transfer/csv/csv-source.ts';
import { exportCsv } from '../../src/transfer/export/export-lists.ts';
import { Calendar, CONFIG, CONTRACT, inPieces } from './calendar.ts';
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

const csv = (calendar: Calendar, kind: RecordKind, ...filters: string[]): Promise<string> =>
  written(calendar, (context, query) => exportCsv(operations, kind, query, context), kind, ...filters);
const take = (calendar: Calendar, text: string) =>
  calendar.take(
    csvSource(inPieces(text, 50_000), { contract: CONTRACT, currency: CONFIG.settings.currency }),
  );

const ODD = {
  '=1+1': { start_date: '2031-10-26T00:30:00Z', end_date: '2031-10-26T01:30:00Z', timezone: 'Europe/Berlin' },
  "'=1+1": { start_date: '2031-03-30 01:30', end_date: '2031-03-30 03:30', timezone: 'Europe/Berlin' },
  '-5 degrees, "outside"; all\tday': { start_date: '2031-07-02', end_date: '2031-07-04', all_day: true },
  '+49 731 @home': {
    start_date: '2031-06-01 12:00',
    end_date: '2031-06-01 13:00',
    timezone: 'UTC+5.5',
    cost: [0, '30 €'],
    description: '<p>A</p>\n\n<ul><li>"x", y</li></ul>',
    excerpt: '-',
    website: 'https://x.example/?a=1,2',
    venue: { venue: '=Hall, "big"' },
    organizer: [{ organizer: 'Ann, Bob & Co' }, { organizer: '@carl' }],
    categories: ['Talks, long'],
    tags: ['a "b"', "'c"],
    image: 'https://x.example/a,b.png',
    featured: true,
    sticky: true,
    show_map: false,
    ticketed: true,
    event_status: 'canceled',
    event_status_reason: '=1+1, "rain"',
    is_virtual: true,
    virtual_url: 'https://meet.example/?a=1,2',
  },
  Price: { start_date: '2031-06-02 12:00', end_date: '2031-06-02 13:00', cost: '1,000.50 - 2,000 CHF' },
  Words: { start_date: '2031-06-03 12:00', end_date: '2031-06-03 13:00', cost: 'donation, 5 or more' },
};

test('venues, organizers and more than a hundred events are imported into an empty calendar, and exported to the same text', async () => {
  for (const [title, body] of Object.entries(ODD)) await source.make('events', { title, ...body });
  for (const kind of ['venue', 'organizer'] as const) {
    const text = await csv(source, kind);
    expect(await take(copy, text)).toMatchObject({ refused: [] });
    expect(await csv(copy, kind)).toBe(text);
  }
  const text = await csv(source, 'event');
  expect(text.match(/\r\n/g)?.length).toBeGreaterThan(120);
  expect(await take(copy, text)).toMatchObject({ refused: [] });
  expect(await csv(copy, 'event')).toBe(text);
});

test('a second run changes nothing, in either calendar', async () => {
  const text = await csv(source, 'event', 'start_date=2031-01-01', 'end_date=9999-12-31');
  const all = { created: 0, changed: 0, unchanged: Object.keys(ODD).length, refused: 0 };
  expect(sums(await take(copy, text))).toEqual(all);
  expect(sums(await take(source, text))).toEqual(all);
});
