import { csvSource } from '../../src/transfer/csv/csv-source.ts';
import { exportCalendar, exportCsv } from '../../src/transfer/export/export-lists.ts';
import type { Report } from '../../src/transfer/import/report.ts';
import { Calendar, CONFIG, CONTRACT, inPieces, type Shown } from '../transfer/calendar.ts';
import { takeIcs } from '../transfer/ics-files.ts';
import { operations, written } from '../transfer/round-trip.ts';
import { sums } from '../transfer/sums.ts';

let source: Calendar;
let copy: Calendar;
beforeAll(async () => {
  [source, copy] = [await Calendar.empty(), await Calendar.empty()];
}, 60_000);
afterEach(async () => {
  await source.clear();
  await copy.clear();
});
afterAll(async () => {
  await source.stop();
  await copy.stop();
});

const COURSE = {
  title: 'Course',
  start_date: '2031-06-03 18:00',
  end_date: '2031-06-03 20:00',
  status: 'publish',
};
const plans = (events: readonly Shown[]): unknown[] =>
  events
    .filter(({ recurrence }) => recurrence)
    .map(({ recurrence, recurrence_start, recurrence_exceptions }) => [
      recurrence,
      recurrence_start,
      recurrence_exceptions,
    ]);
type Change = (ids: readonly number[]) => Promise<unknown>;
const send = (method: string, id = 0, body?: object, query = ''): Promise<Response> =>
  source.server.request(method, `/events/${id}${query}`, body);
const remove = (id?: number) => send('DELETE', id);
const move = (id: number | undefined, day: string, query?: string) =>
  send('PATCH', id, { start_date: `${day} 18:00`, end_date: `${day} 20:00` }, query);

/** An export format: writes a calendar, and imports its text. */
interface Form {
  write(calendar: Calendar): Promise<string>;
  take(calendar: Calendar, text: string): Promise<Report>;
}
const FILTER = ['event', 'search=course'] as const;
const FORMS: Readonly<Record<'CSV' | 'iCalendar', Form>> = {
  CSV: {
    write: (calendar) =>
      written(calendar, (context, query) => exportCsv(operations, 'event', query, context), ...FILTER),
    take: (calendar, text) =>
      calendar.take(
        csvSource(inPieces(text, 50_000), { contract: CONTRACT, currency: CONFIG.settings.currency }),
      ),
  },
  iCalendar: {
    write: (calendar) =>
      written(calendar, (context, query) => exportCalendar(operations, query, context), ...FILTER),
    take: (calendar, text) => takeIcs(calendar, text),
  },
};

const seen = (events: readonly Shown[]): unknown[] =>
  events.map(({ title, start_date, end_date, utc_start_date }) => [
    title,
    start_date,
    end_date,
    utc_start_date,
  ]);

const CHANGES: [string, object, Change][] = [
  [
    'the first and the third are deleted',
    { recurrence: 'FREQ=WEEKLY;COUNT=5' },
    async ([first, , third]) => {
      await remove(first);
      await remove(third);
    },
  ],
  [
    'the first is moved by a day, and another deleted',
    { recurrence: 'FREQ=WEEKLY;COUNT=5' },
    async ([first, , , fourth]) => {
      await move(first, '2031-06-04');
      await remove(fourth);
    },
  ],
  [
    'the first two are deleted and restored',
    { recurrence: 'FREQ=WEEKLY;COUNT=4' },
    async ([first, second]) => {
      await remove(first);
      await remove(second);
      await send('PATCH', first, { status: 'publish' });
      await send('PATCH', second, { status: 'publish' });
    },
  ],
  [
    'the first is moved behind others',
    { recurrence: 'FREQ=WEEKLY;COUNT=5' },
    async ([first]) => {
      await move(first, '2031-06-20');
    },
  ],
  [
    'the first takes another time',
    { recurrence: 'FREQ=WEEKLY;COUNT=3' },
    async ([first]) => {
      await send('PATCH', first, {
        start_date: '2031-06-03 21:00',
        end_date: '2031-06-03 23:30',
      });
    },
  ],
  [
    'all are moved to other days',
    { recurrence: 'FREQ=WEEKLY;COUNT=4' },
    async ([, second]) => {
      await move(second, '2031-06-03', '?scope=all');
    },
  ],
  [
    'one has a slug of its own',
    { recurrence: 'FREQ=WEEKLY;COUNT=3' },
    async ([, , third]) => {
      await send('PATCH', third, { slug: 'finale', title: 'Course: finale' });
    },
  ],
  [
    'the first date is excluded from the start',
    { recurrence: 'FREQ=WEEKLY;COUNT=3', recurrence_exceptions: ['2031-06-03'] },
    () => Promise.resolve(),
  ],
  [
    'a list of dates loses its first',
    { recurrence: ['2031-06-03', '2031-06-20', '2031-07-01 10:00'] },
    async ([first]) => {
      await remove(first);
    },
  ],
  [
    'the following events become a new series, which loses its first event',
    { recurrence: 'FREQ=WEEKLY;COUNT=6' },
    async ([, , third]) => {
      await send('PATCH', third, { title: 'Course for all' }, '?scope=following');
      await remove(third);
    },
  ],
  [
    'a rule without an end loses its first',
    { recurrence: 'FREQ=MONTHLY;BYDAY=1TU' },
    async ([first]) => {
      await remove(first);
    },
  ],
];

describe.each(['CSV', 'iCalendar'] as const)('%s', (name) => {
  const { write, take } = FORMS[name];
  test.each(CHANGES)(
    'an empty calendar gets exactly the same dates: %s',
    async (_name, fields, change) => {
      await source.make('events', { ...COURSE, ...fields });
      await change((await source.events()).map(({ id }) => id));
      const there = await source.events();
      const text = await write(source);
      expect(await take(copy, text)).toMatchObject({ refused: [] });
      const here = await copy.events();
      expect(seen(here)).toEqual(seen(there));
      expect(plans(here)).toEqual(plans(there));
      expect(sums(await take(copy, text))).toMatchObject({ created: 0, changed: 0, refused: 0 });
      expect(seen(await copy.events())).toEqual(seen(there));
    },
    60_000,
  );
});
