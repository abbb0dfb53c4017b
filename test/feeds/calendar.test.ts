import { openWorld, type World } from '../support/world.ts';
import { byIcalJs, READERS } from './readers.ts';

let world: World;
const ids: Record<string, number> = {};
const whole = '?start_date=2031-01-01&end_date=2032-12-31';
const feed = (query = '', headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${world.server.url}/feeds/events.ics${query}`, { headers });
const text = async (query = whole): Promise<string> => (await feed(query)).text();
/** Unfolded lines. */
const lines = (calendar: string): string[] => calendar.replaceAll('\r\n ', '').split('\r\n');
const uid = (title: string): string => `localhost?id=${ids[title]}`;

/** Title, written time, and the time that readers must show. */
const TIMES: [string, object, { start: string; end: string | null }][] = [
  [
    'Berlin before summer',
    { start_date: '2031-03-29 20:00', end_date: '2031-03-29 22:00', timezone: 'Europe/Berlin' },
    { start: '2031-03-29 19:00:00', end: '2031-03-29 21:00:00' },
  ],
  [
    'Berlin in summer',
    { start_date: '2031-03-30 20:00', end_date: '2031-03-30 22:00', timezone: 'Europe/Berlin' },
    { start: '2031-03-30 18:00:00', end: '2031-03-30 20:00:00' },
  ],
  [
    'Berlin across the change',
    { start_date: '2031-10-25 23:00', end_date: '2031-10-26 05:00', timezone: 'Europe/Berlin' },
    { start: '2031-10-25 21:00:00', end: '2031-10-26 04:00:00' },
  ],
  [
    'Berlin, the hour shown twice, first',
    {
      start_date: '2031-10-26T02:30:00+02:00',
      end_date: '2031-10-26T03:30:00+01:00',
      timezone: 'Europe/Berlin',
    },
    { start: '2031-10-26 00:30:00', end: '2031-10-26 02:30:00' },
  ],
  [
    'Berlin, the hour shown twice, second',
    {
      start_date: '2031-10-26T02:30:00+01:00',
      end_date: '2031-10-26T03:30:00+01:00',
      timezone: 'Europe/Berlin',
    },
    { start: '2031-10-26 01:30:00', end: '2031-10-26 02:30:00' },
  ],
  [
    'New York in winter',
    { start_date: '2031-11-03 09:00', end_date: '2031-11-03 10:00', timezone: 'America/New_York' },
    { start: '2031-11-03 14:00:00', end: '2031-11-03 15:00:00' },
  ],
  [
    'Sydney in January',
    { start_date: '2032-01-15 09:00', end_date: '2032-01-15 10:00', timezone: 'Australia/Sydney' },
    { start: '2032-01-14 22:00:00', end: '2032-01-14 23:00:00' },
  ],
  [
    'Half an hour off',
    { start_date: '2031-06-01 12:00', end_date: '2031-06-01 13:00', timezone: 'UTC+5.5' },
    { start: '2031-06-01 06:30:00', end: '2031-06-01 07:30:00' },
  ],
  [
    'West of Greenwich',
    { start_date: '2031-06-01 12:00', end_date: '2031-06-01 13:00', timezone: 'UTC-03:00' },
    { start: '2031-06-01 15:00:00', end: '2031-06-01 16:00:00' },
  ],
  [
    'UTC',
    { start_date: '2031-06-02 12:00', end_date: '2031-06-02 13:00', timezone: 'UTC' },
    { start: '2031-06-02 12:00:00', end: '2031-06-02 13:00:00' },
  ],
  [
    'One day',
    { start_date: '2031-07-01', end_date: '2031-07-01', all_day: true, timezone: 'Europe/Berlin' },
    { start: '2031-07-01', end: '2031-07-02' },
  ],
  [
    'Over the end of the month',
    { start_date: '2031-07-30', end_date: '2031-08-01', all_day: true, timezone: 'America/Los_Angeles' },
    { start: '2031-07-30', end: '2031-08-02' },
  ],
  [
    'A moment',
    { start_date: '2031-07-04 12:00', end_date: '2031-07-04 12:00', timezone: 'Europe/Berlin' },
    { start: '2031-07-04 10:00:00', end: null },
  ],
];
const LONG = `Lesung: „Straße; Fluß, Meer“ \\ ${'äöü 🎵 '.repeat(30).trim()}`;

beforeAll(async () => {
  world = await openWorld({ roles: true });
  for (const [title, times] of TIMES) ids[title] = (await world.make('event', { title, ...times })).id;
  const { id } = await world.make('event', {
    title: LONG,
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 11:00',
    timezone: 'Europe/Berlin',
    description:
      '<p>Doors &amp; bar from <b>nine</b>;</p><p>see <a href="https://x.example/a">here</a></p><ul><li>tea</li><li>cake</li></ul>',
    categories: ['Talks'],
    tags: ['Books'],
    venue: {
      venue: 'Town Hall',
      address: 'Main St 1',
      city: 'Ulm',
      zip: '89073',
      country: 'Germany',
      geo_lat: 48.4,
      geo_lng: 9.99,
    },
    organizer: [{ organizer: 'Ada "the" Host', email: 'ada@x.example' }, { organizer: 'Bob' }],
  });
  ids.long = id;
  await world.event('Tomorrow', '2031-03-15 10:00');
  await world.event('Hidden', '2031-05-02 10:00', { hide_from_listings: true });
  await world.event('Draft', '2031-05-03 10:00', { status: 'draft' });
  ids.Trashed = await world.event('Trashed', '2031-05-04 10:00');
  await world.remove('REST', 'event', ids.Trashed);
  await world.settled();
});

afterAll(() => world.stop());

describe.each(READERS)('%s', (_name, read) => {
  test.each(TIMES)('%s', async (title, _times, expected) => {
    const entry = read(await text()).get(uid(title));
    expect(entry).toMatchObject({ summary: title, ...expected });
  });

  test('texts are decoded correctly', async () => {
    expect(read(await text()).get(uid('long'))).toMatchObject({
      summary: LONG,
      location: 'Town Hall, Main St 1, Ulm, 89073, Germany',
      description: 'Doors & bar from nine;\n\nsee here (https://x.example/a)\n\n- tea\n\n- cake',
      categories: ['Talks', 'Books'],
    });
  });
});

test('lines end with CRLF and have 75 octets at most', async () => {
  const calendar = await text();
  expect(calendar.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true);
  expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const longest = Math.max(...calendar.split('\r\n').map((line) => Buffer.byteLength(line)));
  expect(longest).toBeLessThanOrEqual(75);
});

test('the properties of an event', async () => {
  const calendar = lines(await text('?search=Straße'));
  const { modified_utc, url } = await world.read('event', ids.long ?? 0);
  const stamp = String(modified_utc).replace(/[-:]/g, '').replace(' ', 'T');
  expect(calendar).toEqual(
    expect.arrayContaining([
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      `UID:${uid('long')}`,
      `DTSTAMP:${stamp}Z`,
      `LAST-MODIFIED:${stamp}Z`,
      'DTSTART;TZID=Europe/Berlin:20310501T100000',
      'GEO:48.4;9.99',
      `ORGANIZER;CN=Ada 'the' Host:mailto:ada@x.example`,
      'CONTACT:Bob',
      'STATUS:CONFIRMED',
      `URL:${String(url)}`,
    ]),
  );
});

test('a zone is defined once, before it is used, with both sides of its changes', async () => {
  const calendar = await text();
  expect(calendar.split('TZID:Europe/Berlin\r\n')).toHaveLength(2);
  expect(calendar.indexOf('TZID:Europe/Berlin\r\n')).toBeLessThan(calendar.indexOf(';TZID=Europe/Berlin:'));
  expect(lines(calendar)).toEqual(
    expect.arrayContaining(['TZOFFSETTO:+0200', 'TZID:UTC+0530', 'TZID:UTC-0300']),
  );
});

test('SEQUENCE grows with a change, the UID stays', async () => {
  const sequence = async (): Promise<number> =>
    Number(/SEQUENCE:(\d+)/.exec(await text(`?include=${ids['A moment']}`))?.[1]);
  const before = await sequence();
  const then = world.moveTo('2031-03-14 13:00:00');
  await world.change('REST', 'event', ids['A moment'] ?? 0, { website: 'https://x.example' });
  expect((await sequence()) - before).toBe(3600);
  world.moveTo(then);
});

test('the filters are those of the list, parameter by parameter', async () => {
  for (const query of [
    '?search=berlin',
    '?categories=talks',
    '?start_date=2031-07-01&end_date=2031-07-31',
    '',
    '?tags=books&orderby=title',
  ]) {
    const listed = await world.get(`/events${query}`);
    const titles = (listed.body.events as { id: number }[]).map(({ id }) => `localhost?id=${id}`);
    expect([...byIcalJs(await text(query)).keys()]).toEqual(titles);
  }
});

test.each(['?start_date=never', '?venue=999999', '?geoloc_lat=1', '?featured=maybe', '?hidden=true'])(
  '%s is refused as in the list',
  async (query) => {
    const [refused, listed] = await Promise.all([feed(query), fetch(`${world.server.rest}/events${query}`)]);
    expect(refused.status).toBe(listed.status);
    expect(await refused.json()).toEqual(await listed.json());
  },
);

test('there are no pages, and page parameters are reported', async () => {
  const small = await world.beside({ MAX_PER_PAGE: '4', PER_PAGE: '2' });
  const response = await fetch(`${small.server.url}/feeds/events.ics${whole}&per_page=1&page=2`);
  expect(response.headers.get('x-ignored-parameters')).toBe('per_page, page');
  const keys = byIcalJs(await response.text());
  await small.stop();
  expect(keys.size).toBe(TIMES.length + 2);
});

test('visibility is that of lists, without the trash', async () => {
  const titles = async (as: 'anonymous' | 'editor', query = whole): Promise<string[]> => {
    const response = await feed(query, { ...world.headers(as) });
    return [...byIcalJs(await response.text()).values()].map(({ summary }) => summary);
  };
  expect(await titles('anonymous')).not.toEqual(expect.arrayContaining(['Draft']));
  expect(await titles('anonymous')).not.toContain('Hidden');
  expect(await titles('editor')).toContain('Draft');
  expect(await titles('editor')).not.toContain('Trashed');
  expect(await titles('editor', `${whole}&hidden=true`)).toEqual(['Hidden']);
  const trash = await feed('?status=trash', { ...world.headers('editor') });
  expect(trash.status).toBe(400);
  expect(await trash.json()).toMatchObject({
    data: { params: { status: 'cannot be trash in feeds' } },
  });
});

test('one event', async () => {
  const one = (id: number | undefined, as: 'anonymous' | 'editor' = 'anonymous') =>
    fetch(`${world.server.url}/feeds/events/${id}.ics`, { headers: { ...world.headers(as) } });
  const response = await one(ids['One day']);
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(byIcalJs(await response.text())).toEqual(
    new Map([[uid('One day'), expect.objectContaining({ start: '2031-07-01', end: '2031-07-02' })]]),
  );
  expect((await one(999_999)).status).toBe(404);
  expect((await one(ids.Trashed)).status).toBeGreaterThanOrEqual(403);
  expect((await one(ids.Trashed, 'editor')).status).toBe(404);
});

test('the front door names the feeds', async () => {
  const page = await (await fetch(world.server.url, { headers: { accept: 'text/html' } })).text();
  for (const feed of ['events.ics', 'events.rss'])
    expect(page).toMatch(new RegExp(`<link rel="alternate"[^>]*/feeds/${feed}`));
});
