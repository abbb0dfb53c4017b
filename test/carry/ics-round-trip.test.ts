import { exportCalendar } from '../../src/carry/export-lists.ts';
import { icsSource } from '../../src/carry/ics-source.ts';
import { placesOf } from '../../src/carry/ics-texts.ts';
import { linesOf } from '../../src/carry/lines-of.ts';
import type { Report } from '../../src/carry/report.ts';
import { kysely } from '../../src/database/orm.ts';
import { Calendar, inPieces } from './calendar.ts';
import { asking, seeded, written } from './round-trip.ts';
import { sums } from './sums.ts';

let source: Calendar;
let copy: Calendar;
beforeAll(async () => {
  [source, copy] = [await seeded(), await Calendar.empty()];
}, 60_000);
afterAll(async () => {
  await source.stop();
  await copy.stop();
});

const ics = (calendar: Calendar, ...filters: string[]): Promise<string> =>
  written(calendar, (context, query) => exportCalendar(asking, query, context), 'event', ...filters);

async function take({ server }: Calendar, text: string): Promise<Report> {
  const places = await placesOf(kysely(server.orm.em.fork()));
  const days = { from: '2031-01-01', to: '2031-12-31' };
  const lines = linesOf(inPieces(text, 50_000));
  return (server === copy.server ? copy : source).take(
    icsSource(lines, { timezone: 'Europe/Berlin', days, places }),
  );
}

/** Without what is each calendar's own: ids, and when something was stored. */
const common = (text: string): string =>
  text.replace(/^(UID|DTSTAMP|LAST-MODIFIED|SEQUENCE):.*$/gm, '$1').replace(/\r\n /g, '');

test('hundreds of events come into an empty calendar and out again, the same but for ids and dates of change', async () => {
  const text = await ics(source);
  expect(text.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(200);
  expect(await take(copy, text)).toMatchObject({ refused: [] });
  expect(common(await ics(copy)).split('\r\n')).toEqual(common(text).split('\r\n'));
}, 120_000);

test('a second run changes nothing', async () => {
  const text = await ics(source, 'end_date=2026-12-31', 'start_date=2026-11-01');
  expect(sums(await take(copy, text))).toMatchObject({ created: 0, changed: 0, refused: 0 });
});
