import { csvSource } from '../../src/transfer/csv/csv-source.ts';
import { exportCsv } from '../../src/transfer/export/export-lists.ts';
import type { Report } from '../../src/transfer/import/report.ts';
import { Calendar, CONFIG, CONTRACT, inPieces } from './calendar.ts';
import { operations, written } from './round-trip.ts';
import { sums } from './sums.ts';

let source: Calendar;
let copy: Calendar;
beforeAll(async () => {
  [source, copy] = [await Calendar.empty(), await Calendar.empty()];
});
afterAll(async () => {
  await source.stop();
  await copy.stop();
});

const csv = (calendar: Calendar): Promise<string> =>
  written(calendar, (context, query) => exportCsv(operations, 'event', query, context));
const take = (calendar: Calendar, text: string): Promise<Report> =>
  calendar.take(
    csvSource(inPieces(text, 50_000), { contract: CONTRACT, currency: CONFIG.settings.currency }),
  );

test('series are imported from a table with their rules, and again without duplicates', async () => {
  await source.make('events', {
    title: 'Choir',
    start_date: '2031-03-18 19:00',
    end_date: '2031-03-18 21:00',
    recurrence: 'FREQ=WEEKLY;COUNT=6',
    recurrence_exceptions: ['2031-04-08'],
    status: 'publish',
  });
  await source.make('events', {
    title: 'Readings',
    start_date: '2031-05-01',
    end_date: '2031-05-01',
    all_day: true,
    recurrence: '2031-05-01,2031-06-12',
    status: 'publish',
  });
  const [, , third] = await source.events();
  await source.server.request('PUT', `/events/${third?.id}`, { title: 'Concert' });
  const text = await csv(source);
  expect(text).toContain('"2031-05-01 00:00:00,2031-06-12 00:00:00"');
  expect(await take(copy, text)).toMatchObject({ refused: [] });
  expect(await csv(copy)).toBe(text);
  const seen = async (calendar: Calendar): Promise<unknown[]> =>
    (await calendar.events()).map(({ title, start_date, recurrence, recurrence_id, is_detached }) => [
      ...[title, start_date, recurrence, recurrence_id, is_detached],
    ]);
  expect(await seen(copy)).toEqual(await seen(source));
  for (const calendar of [source, copy])
    expect(sums(await take(calendar, text))).toMatchObject({ created: 0, changed: 0, refused: 0 });
  expect(await csv(copy)).toBe(text);
});
