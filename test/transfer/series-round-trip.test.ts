import type { Report } from '../../src/transfer/import/report.ts';
import { Calendar, type Shown } from './calendar.ts';
import { takeIcs } from './ics-files.ts';
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

const BERLIN = { timezone: 'Europe/Berlin', status: 'publish' };
const SERIES = [
  {
    title: 'Choir',
    start_date: '2031-03-18 19:00',
    end_date: '2031-03-18 21:00',
    recurrence: 'FREQ=WEEKLY;COUNT=12',
    recurrence_exceptions: ['2031-04-08'],
  },
  {
    title: 'Market',
    start_date: '2031-04-05',
    end_date: '2031-04-05',
    all_day: true,
    recurrence: 'FREQ=MONTHLY;BYDAY=1SA',
  },
  {
    title: 'Night',
    start_date: '2031-03-28 02:30',
    end_date: '2031-03-28 03:30',
    recurrence: 'FREQ=DAILY;COUNT=6',
  },
  {
    title: 'Talks',
    start_date: '2031-05-01 18:00',
    end_date: '2031-05-01 19:00',
    recurrence: '2031-05-01,2031-06-12 17:00',
  },
];

const feed = async (): Promise<string> =>
  (await fetch(`${source.server.url}/feeds/events.ics?series=rule&starts_after=2031-01-01`)).text();
const take = (calendar: Calendar, text: string): Promise<Report> =>
  takeIcs(calendar, text, calendar === source ? { host: 'localhost' } : {});
/** The visible values of the times of events. */
const seen = (events: readonly Shown[]): unknown[] =>
  events
    .map(({ title, start_date, end_date, utc_start_date, event_status, all_day }) =>
      [title, start_date, end_date, utc_start_date, event_status, all_day].join(' '),
    )
    .sort();

test('series pass through a feed of rules into another calendar, and again, and back, without duplicates', async () => {
  for (const fields of SERIES) await source.make('events', { ...BERLIN, ...fields });
  const choir = (await source.events()).filter(({ title }) => title === 'Choir');
  await source.server.request('PUT', `/events/${choir[4]?.id}`, {
    title: 'Concert',
    start_date: '2031-04-24 20:00',
    end_date: '2031-04-24 22:00',
  });
  await source.server.request('PUT', `/events/${choir[5]?.id}`, { event_status: 'canceled' });
  await source.server.request('DELETE', `/events/${choir[7]?.id}`);
  const before = await source.events();
  const text = await feed();
  expect(text).toMatch(/RRULE:FREQ=WEEKLY/);
  expect(await take(copy, text)).toMatchObject({ refused: [] });
  const copied = await copy.events();
  expect(seen(copied)).toEqual(seen(before));
  expect(copied.filter(({ title, recurrence }) => title === 'Market' && recurrence)).toHaveLength(1);
  expect(copied.filter(({ is_detached }) => is_detached).length).toBe(2);
  expect(sums(await take(copy, text))).toMatchObject({ created: 0, changed: 0, refused: 0 });
  expect(seen(await copy.events())).toEqual(seen(before));
  const back = await take(source, text);
  expect(await source.events()).toEqual(before);
  expect(sums(back)).toMatchObject({ created: 0, changed: 0, refused: 0 });
});
