import type { Body } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { SERIES_READERS } from './series-readers.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const FROM = '2031-01-01 00:00:00';
const UNTIL = '2032-12-31 23:59:59';
const WINDOW = 'starts_after=2030-12-31&starts_before=2032-12-31';

const make = async (fields: Body): Promise<number> => {
  const { status, body } = await world.create('REST', 'event', {
    timezone: 'Europe/Berlin',
    status: 'publish',
    ...fields,
  });
  expect([status, status === 201 ? null : body]).toEqual([201, null]);
  return Number(body.id);
};
const all = async (query: string): Promise<Body[]> => {
  const events: Body[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { body } = await world.get(`/events?${WINDOW}&per_page=50&page=${page}${query}`);
    pages = Number(body.total_pages);
    events.push(...(body.events as Body[]));
  }
  return events;
};
const occurrences = (title: string): Promise<Body[]> => all(`&search=${title}`);
/** The events of REST in the form of the readers. */
const listed = async (query = ''): Promise<string[]> =>
  (await all(query))
    .map(
      ({ all_day, start_date, utc_start_date, title }) => `${all_day ? start_date : utc_start_date} ${title}`,
    )
    .sort();
const feedOf = async (query: string): Promise<string> => {
  const response = await fetch(`${world.server.url}/feeds/events.ics?series=rule${query}`);
  expect(response.status).toBe(200);
  return response.text();
};
const vevents = (text: string): string[] => text.replace(/\r\n /g, '').split('BEGIN:VEVENT').slice(1);

beforeAll(async () => {
  await make({
    title: 'Choir',
    start_date: '2031-01-07 19:00',
    end_date: '2031-01-07 21:00',
    recurrence: 'FREQ=WEEKLY;UNTIL=20320630',
    recurrence_exceptions: ['2031-02-04', '2031-07-15'],
  });
  const choir = await occurrences('Choir');
  await world.change('REST', 'event', Number(choir[12]?.id), {
    title: 'Concert',
    start_date: '2031-04-09 20:00',
    end_date: '2031-04-09 22:00',
  });
  await world.change('REST', 'event', Number(choir[20]?.id), { event_status: 'canceled' });
  await world.remove('REST', 'event', Number(choir[30]?.id));
  await make({
    title: 'Shift',
    start_date: '2031-03-01 22:00',
    end_date: '2031-03-02 06:00',
    recurrence: 'FREQ=WEEKLY;COUNT=40',
  });
  await make({
    title: 'Night',
    start_date: '2031-03-26 02:30',
    end_date: '2031-03-26 02:45',
    recurrence: 'FREQ=DAILY;COUNT=250',
  });
  await make({
    title: 'Market',
    start_date: '2031-01-04',
    end_date: '2031-01-04',
    all_day: true,
    recurrence: 'FREQ=MONTHLY;BYDAY=1SA',
  });
  await make({
    title: 'Readings',
    start_date: '2031-02-01 18:00',
    end_date: '2031-02-01 19:00',
    recurrence: '2031-02-01 18:00,2031-04-12 18:00,2031-11-02 16:00',
  });
  await make({
    title: 'Office',
    timezone: 'UTC+5:30',
    start_date: '2031-05-05 09:00',
    end_date: '2031-05-05 10:00',
    recurrence: 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=30',
  });
  await make({ title: 'Fair', start_date: '2031-06-01 10:00', end_date: '2031-06-01 12:00' });
});

test.each(SERIES_READERS)('%s reads the same events from rules as REST lists', async (reader, read) => {
  // node-ical does not know RDATE.
  const known = (starts: readonly string[]): string[] =>
    starts.filter((start) => reader !== 'node-ical' || !start.endsWith('Readings'));
  const starts = read(await feedOf(`&${WINDOW}`), FROM, UNTIL).map((one) => one.replace('Canceled: ', ''));
  expect(known(starts)).toEqual(known(await listed()));
  expect(starts.length).toBeGreaterThan(400);
});

test('a series is one VEVENT with its rule and exceptions, plus its changed events', async () => {
  const text = vevents(await feedOf(`&${WINDOW}&search=Choir`));
  const [rule, ...others] = text.filter((one) => /^RRULE/m.test(one));
  expect(others).toEqual([]);
  expect(rule).toContain('RRULE:FREQ=WEEKLY;UNTIL=20320629T215959Z');
  expect(rule).toContain('DTSTART;TZID=Europe/Berlin:20310107T190000');
  expect(rule).toMatch(/^EXDATE;TZID=Europe\/Berlin:20310204T190000,/m);
  expect(text.find((one) => one.includes('STATUS:CANCELLED'))).toMatch(
    /^RECURRENCE-ID;TZID=Europe\/Berlin:2031/m,
  );
});

test('a rule without an end has none, unless the feed has one', async () => {
  const open = await feedOf('&search=Market');
  expect(open).toContain('RRULE:FREQ=MONTHLY;BYDAY=1SA\r\n');
  const until = await feedOf('&search=Market&starts_before=2031-12-31');
  expect(until).toContain('RRULE:FREQ=MONTHLY;BYDAY=1SA;UNTIL=20311206\r\n');
});

test('without series=rule each occurrence is a separate VEVENT', async () => {
  const response = await fetch(`${world.server.url}/feeds/events.ics?${WINDOW}&search=Market`);
  const text = await response.text();
  expect(text).not.toContain('RRULE:FREQ=MONTHLY');
  expect(vevents(text)).toHaveLength(24);
});

test('the feed of RSS has no rules', async () => {
  const response = await fetch(`${world.server.url}/feeds/events.rss?series=rule`);
  expect(response.status).toBe(400);
});

test('a stored rule beyond the limit of steps is written as dates', async () => {
  const id = await make({
    title: 'Jubilee',
    timezone: 'UTC',
    start_date: '2031-01-01 10:00',
    end_date: '2031-01-01 11:00',
    recurrence: ['2031-01-01', '2061-01-01'],
  });
  // Thirty years of days, which an earlier release accepted if it was fast enough.
  await world.server.orm.em
    .getConnection()
    .execute(
      `update series set rule = 'FREQ=DAILY;BYMONTH=1;BYMONTHDAY=1;UNTIL=20610101', dates = '[]' where parent_id = ?`,
      [id],
    );
  const text = vevents(await feedOf('&search=Jubilee&starts_after=2030-12-31')).join('');
  expect(text).toContain('RDATE:20310101T100000Z,20610101T100000Z');
  expect(text).not.toMatch(/^RRULE/m);
  const { status } = await world.change('REST', 'event', id, { title: 'Feast', scope: 'all' });
  expect(status).toBe(400);
});
