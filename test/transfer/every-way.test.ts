import { csvSource } from '../../src/transfer/csv/csv-source.ts';
import { exportCalendar, exportCsv } from '../../src/transfer/export/export-lists.ts';
import { commandContext } from '../../src/transfer/import/operations.ts';
import type { Report } from '../../src/transfer/import/report.ts';
import { importSite } from '../../src/transfer/tec-import/import-site.ts';
import { settled } from '../support/service.ts';
import { Calendar, CONFIG, CONTRACT, inPieces, NOW, type Shown } from './calendar.ts';
import { takeIcs } from './ics-files.ts';
import { operations, written } from './round-trip.ts';
import { sums } from './sums.ts';

/*
 * A calendar whose series have displaced, canceled, excluded, trashed, restored and moved dates, carried into another
 * calendar in every way.
 */

let source: Calendar;
let copy: Calendar;
beforeAll(async () => {
  [source, copy] = [await Calendar.empty(), await Calendar.empty()];
  await fill();
});
afterEach(() => copy.clear());
afterAll(async () => {
  await source.stop();
  await copy.stop();
});

const BERLIN = { timezone: 'Europe/Berlin', status: 'publish' };
const SERIES = [
  {
    title: 'Choir',
    start_date: '2031-03-18 19:00',
    end_date: '2031-03-18 21:00',
    recurrence: 'FREQ=WEEKLY;COUNT=12',
    recurrence_exceptions: ['2031-04-08'],
    venue: { venue: 'Hall, old' },
    categories: ['Music'],
  },
  {
    title: 'Market',
    start_date: '2031-04-05',
    end_date: '2031-04-06',
    all_day: true,
    recurrence: 'FREQ=MONTHLY;BYDAY=1SA;COUNT=8',
  },
  {
    title: 'Night',
    start_date: '2031-10-24 02:30',
    end_date: '2031-10-24 03:30',
    recurrence: 'FREQ=DAILY;COUNT=6',
  },
  {
    title: 'Talks',
    start_date: '2031-05-01 18:00',
    end_date: '2031-05-01 19:00',
    recurrence: '2031-05-01,2031-06-12 17:00,2031-07-03',
  },
];

async function send(method: string, id: number | undefined, body?: object): Promise<void> {
  const response = await source.server.request(method, `/events/${id}`, body);
  if (response.status !== 200) throw new Error(await response.text());
}

async function fill(): Promise<void> {
  for (const fields of SERIES) await source.make('events', { ...BERLIN, ...fields });
  const all = await source.events();
  const of = (title: string, at: number): number | undefined =>
    all.filter((event) => event.title === title)[at]?.id;
  const displaced = { start_date: '2031-04-24 20:00', end_date: '2031-04-24 22:00' };
  await send('PUT', of('Choir', 4), { title: 'Choir, elsewhere', ...displaced });
  await send('PUT', of('Choir', 5), { event_status: 'canceled', event_status_reason: 'Storm' });
  await send('DELETE', of('Choir', 7));
  await send('DELETE', of('Choir', 8));
  await send('PUT', of('Choir', 8), { status: 'publish' });
  // Behind its successor, and the first of a series to another day.
  await send('PUT', of('Choir', 1), { start_date: '2031-04-02 19:00', end_date: '2031-04-02 21:00' });
  await send('PUT', of('Talks', 0), { start_date: '2031-05-02 18:00', end_date: '2031-05-02 19:00' });
  await send('PUT', of('Market', 2), { start_date: '2031-06-08', end_date: '2031-06-08', all_day: true });
  await send('DELETE', of('Night', 0));
  await send('PUT', of('Night', 3), { event_status: 'postponed' });
}

type Look = (event: Shown) => unknown[];
const when: Look = ({ title, start_date, end_date, utc_start_date, utc_end_date, event_status }) => [
  ...[title, start_date, end_date, utc_start_date, utc_end_date, event_status],
];
/** Also the date of an event in its series, and whether it was changed individually. */
const inSeries: Look = (event) => [...when(event), event.recurrence_id, event.is_detached];

const seen = async (calendar: Calendar, look: Look): Promise<string[]> =>
  (await calendar.events()).map((event) => look(event).join(' ')).sort();

type Carry = (to: Calendar) => Promise<Report>;
const WAYS: [way: string, carry: Carry, look: Look][] = [
  [
    'a table',
    async (to) => {
      const text = await written(source, (context, query) => exportCsv(operations, 'event', query, context));
      const options = { contract: CONTRACT, currency: CONFIG.settings.currency };
      return to.take(csvSource(inPieces(text, 50_000), options));
    },
    inSeries,
  ],
  [
    'a calendar file',
    async (to) => {
      const text = await written(source, (context, query) => exportCalendar(operations, query, context));
      return takeIcs(to, text, to === source ? { host: 'cal.example.net' } : {});
    },
    // No rule can name an hour that clocks show twice: an event in it is standalone (rules#series).
    when,
  ],
  [
    'another site',
    async (to) => {
      const context = await commandContext(to.server.orm, CONFIG, NOW);
      const report = await importSite(context, operations, source.server.url, { allowPrivate: true });
      await settled(to.server);
      return report;
    },
    inSeries,
  ],
];

test.each(WAYS)('%s carries the same dates, and nothing a second time', async (_, carry, look) => {
  const dates = await seen(source, look);
  expect(dates.length).toBeGreaterThan(20);
  expect(await carry(copy)).toMatchObject({ refused: [] });
  expect(await seen(copy, look)).toEqual(dates);
  const before = await copy.events();
  expect(sums(await carry(copy))).toMatchObject({ created: 0, changed: 0, refused: 0 });
  expect(await copy.events()).toEqual(before);
});

test.each(WAYS.slice(0, 2))('%s changes nothing in its own calendar', async (_, carry) => {
  const before = await source.events();
  expect(sums(await carry(source))).toMatchObject({ created: 0, changed: 0, refused: 0 });
  expect(await source.events()).toEqual(before);
});
