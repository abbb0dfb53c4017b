import { discoverApi } from '../../src/transfer/tec-import/discover.ts';
import { Fetcher } from '../../src/transfer/tec-import/fetcher.ts';
import { startTestServer, type TestServer } from '../support/service.ts';
import { sums } from './sums.ts';
import { ALL, openTaking, type Taking } from './taking.ts';

const clock = () => new Date('2031-03-14T12:00:00Z');

let theirs: TestServer;
let ours: Taking;
/** The address of the API, as discovered from its pages. */
let api: string;
beforeAll(async () => {
  [theirs, ours] = await Promise.all([
    startTestServer({ env: { TIMEZONE: 'Europe/Berlin' }, clock }),
    openTaking(),
  ]);
  api = (await discoverApi(new Fetcher({ allowPrivate: true }), new URL(theirs.url))).root.href;
});
afterAll(() => Promise.all([theirs.stop(), ours.stop()]));

const post = async (path: string, body: object): Promise<{ id: number }> => {
  const response = await theirs.request('POST', path, body);
  expect(response.status).toBe(201);
  return JSON.parse(await response.text());
};
const read = async (path: string) => JSON.parse(await (await theirs.request('GET', path)).text());

const LOCAL = new Set([
  'id',
  'global_id',
  'global_id_lineage',
  'author',
  'parent',
  'post_parent',
  'term_taxonomy_id',
]);
const isOfCalendar = (key: string): boolean =>
  LOCAL.has(key) || /url|^date$|^modified|^json_ld$|^count$/.test(key);
/** The values of a record that do not depend on its calendar. */
const content = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value) => (isOfCalendar(key) && key !== 'url' ? undefined : value)),
    (key, value) =>
      // Images are compared by address, records by slug.
      key === 'url' && !/^https:\/\/img/.test(value) ? undefined : value,
  );

const login = { user: 'admin', password: 'abcd EFGH 1234 ijkl MNOP 5678' };
const TIMES = { start_date: '2031-04-01 10:00', end_date: '2031-04-01 12:00' };

test('a calendar of this service is imported whole through its API, once, and its ids stay foreign', async () => {
  const music = await post('/categories', { name: 'Music & more', description: '<b>Loud</b>' });
  await post('/categories', { name: 'Jazz', parent: music.id });
  const hall = await post('/venues', { venue: 'Hall', city: 'Rome', geo_lat: 41.9, geo_lng: 12.5 });
  await post('/venues', { venue: 'Hall', city: 'Rome', image: 'https://img.example/hall.png' });
  const ada = await post('/organizers', { organizer: 'Ada', email: 'ada@example.net', status: 'draft' });
  const festival = await post('/events', {
    title: '1 &amp; 2 < 3',
    all_day: true,
    start_date: '2031-07-02',
    end_date: '2031-07-04',
    categories: ['jazz'],
    tags: ['open air'],
    cost: '10 - 20 EUR',
    image: 'https://img.example/f.jpg',
    venue: [hall.id],
    organizer: [ada.id],
    featured: true,
    sticky: true,
    ticketed: true,
    event_status: 'postponed',
    event_status_reason: 'Rain',
    is_virtual: true,
    virtual_url: 'https://meet.example/1',
    excerpt: 'Short',
    website: 'https://fair.example/?a=1&b=2',
    show_map: false,
  });
  await post('/events', { ...TIMES, title: 'Part', post_parent: festival.id, hide_from_listings: true });
  await post('/events', { ...TIMES, title: 'Draft', status: 'draft' });
  await post('/events', { ...TIMES, title: 'Later', date_utc: '2031-05-01 00:00:00' });
  const night = { start_date: '2031-10-26T01:30:00Z', end_date: '2031-10-26T02:30:00Z' };
  await post('/events', { title: 'Night', timezone: 'Europe/Berlin', ...night });

  // Another calendar of the same host: the ids of the two mean different records.
  for (let id = 0; id <= festival.id + 3; id++)
    await ours.server.request('POST', '/events', { ...TIMES, title: 'Was here' });
  const options = { login, baseUrl: 'http://localhost:1' };
  const first = await ours.take(api, options);
  expect(first.refused).toEqual([]);
  expect(sums(first)).toMatchObject({ created: 11, changed: 0 });
  expect(sums(await ours.take(api, options))).toEqual({
    created: 0,
    changed: 0,
    unchanged: 11,
    refused: 0,
  });

  const every = `${ALL}&status=publish,future,draft,private`;
  for (const list of [every, `${every}&hidden=true`]) {
    const [there, here] = [await read(list), await ours.get(list)];
    const isTheirs = ({ title }: { title: string }): boolean => title !== 'Was here';
    expect(content(here.events.filter(isTheirs))).toEqual(content(there.events));
  }
  const venues = async (get: (path: string) => Promise<{ venues: { slug: string }[] }>) =>
    (await get('/venues')).venues.toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
  expect(content(await venues(ours.get))).toEqual(content(await venues(read)));
  const [part] = (await ours.get(`${every}&hidden=true`)).events;
  expect((await ours.get(`/events/${part.post_parent}`)).title).toBe('1 &amp; 2 < 3');
  const kept = (await ours.get(`${ALL}&search=here`)).events;
  expect(kept).toHaveLength(festival.id + 4);
  expect(kept.every((event: { global_id_lineage: string[] }) => event.global_id_lineage.length === 1)).toBe(
    true,
  );
});

test('a login without the right to hidden events imports the visible ones', async () => {
  const user = await theirs.graphql(
    `mutation {
      createUser(input: { login: "amy", role: AUTHOR }) { user { id } }
      createApplicationPassword(input: { user: { login: "amy" }, name: "Import" }) { password }
    }`,
  );
  const password = String(Reflect.get(Object(user.data?.createApplicationPassword), 'password'));
  const report = await ours.take(api, { login: { user: 'amy', password }, dryRun: true });
  expect(report.refused).toEqual([]);
  expect(report.counts.category).toBeDefined();
});

test('series are imported with their rule, without excluded dates, and once', async () => {
  const course = await post('/events', {
    title: 'Course',
    start_date: '2031-09-02 18:00',
    end_date: '2031-09-02 19:00',
    recurrence: 'FREQ=WEEKLY;COUNT=6',
    status: 'publish',
  });
  const { events } = await read(`/events?post_parent=${course.id}&start_date=2031-01-01`);
  await theirs.request('PUT', `/events/${events[1].id}`, { title: 'Another room' });
  await theirs.request('DELETE', `/events/${events[2].id}`);
  const mine = async (): Promise<unknown[]> => {
    const { events: all } = await ours.get('/events?start_date=2031-09-01&end_date=2031-10-20');
    return all.map((one: Record<string, unknown>) => [
      one.title,
      one.start_date,
      one.recurrence_id,
      one.is_detached,
    ]);
  };
  const report = await ours.take(api, { login });
  expect(report.refused).toEqual([]);
  const expected = [
    ['Course', '2031-09-02 18:00:00', '2031-09-02 18:00:00', false],
    ['Course', '2031-09-09 18:00:00', '2031-09-09 18:00:00', false],
    ['Another room', '2031-09-16 18:00:00', '2031-09-16 18:00:00', true],
    ['Course', '2031-09-30 18:00:00', '2031-09-30 18:00:00', false],
    ['Course', '2031-10-07 18:00:00', '2031-10-07 18:00:00', false],
  ];
  expect(await mine()).toEqual(expected);
  expect(sums(await ours.take(api, { login }))).toMatchObject({ created: 0, changed: 0, refused: 0 });
  expect(await mine()).toEqual(expected);
});

test('series are imported whole if their first date is excluded or their first event has moved', async () => {
  const choir = await post('/events', {
    title: 'Choir',
    start_date: '2032-03-02 18:00',
    end_date: '2032-03-02 19:00',
    recurrence: 'FREQ=WEEKLY;COUNT=5',
    status: 'publish',
  });
  const { events } = await read(`/events?post_parent=${choir.id}&start_date=2032-01-01`);
  await theirs.request('DELETE', `/events/${choir.id}`);
  await theirs.request('DELETE', `/events/${events[2].id}`);
  await theirs.request('PATCH', `/events/${events[0].id}`, {
    start_date: '2032-03-10 18:00',
    end_date: '2032-03-10 19:00',
  });
  expect((await ours.take(api, { login })).refused).toEqual([]);
  const { events: here } = await ours.get('/events?start_date=2032-03-01&end_date=2032-04-30');
  const [parent, ...others] = here;
  expect(parent).toMatchObject({
    start_date: '2032-03-10 18:00:00',
    is_detached: true,
    recurrence: 'FREQ=WEEKLY;COUNT=5',
    recurrence_start: '2032-03-02 18:00:00',
    recurrence_exceptions: ['2032-03-02 18:00:00', '2032-03-23 18:00:00'],
  });
  expect(others.map((one: Record<string, unknown>) => [one.start_date, one.is_detached])).toEqual([
    ['2032-03-16 18:00:00', false],
    ['2032-03-30 18:00:00', false],
  ]);
  expect(sums(await ours.take(api, { login }))).toMatchObject({ created: 0, changed: 0, refused: 0 });
});
