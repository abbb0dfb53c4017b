import { openWorld, type World } from '../support/world.ts';

/** Lists of events below their record. */
let world: World;
const ids = {
  venue: 0,
  draft: 0,
  trashed: 0,
  organizer: 0,
  category: 0,
  child: 0,
  tag: 0,
  series: 0,
  event: 0,
};
beforeAll(async () => {
  world = await openWorld({ roles: true });
  ids.venue = (await world.make('venue', { venue: 'Hall' })).id;
  ids.draft = (await world.make('venue', { venue: 'Secret', status: 'draft' })).id;
  ids.trashed = (await world.make('venue', { venue: 'Closed' })).id;
  await world.remove('REST', 'venue', ids.trashed);
  ids.organizer = (await world.make('organizer', { organizer: 'Club' })).id;
  ids.category = (await world.make('category', { name: 'Music' })).id;
  ids.child = (await world.make('category', { name: 'Jazz', parent: ids.category })).id;
  ids.tag = (await world.make('tag', { name: 'Open air' })).id;
  const all = { venue: [ids.venue], organizer: [ids.organizer], categories: [ids.child], tags: [ids.tag] };
  for (const day of [1, 2, 3]) await world.event(`Night ${day}`, `2031-04-0${day} 20:00`, all);
  await world.event('Elsewhere', '2031-04-01 19:00', { venue: [{ venue: 'Other' }] });
  await world.event('Long ago', '2021-04-01 19:00', all);
  await world.event('In the open', '2031-04-05 19:00', { ...all, status: 'draft' });
  ids.series = await world.event('Course', '2031-05-01 10:00', { recurrence: 'FREQ=DAILY;COUNT=3' });
  ids.event = await world.event('Alone', '2031-05-09 10:00');
});
afterAll(() => world.stop());

const NIGHTS = ['Night 1', 'Night 2', 'Night 3'];
const COURSE = ['Course', 'Course', 'Course'];
const titlesIn = (body: Record<string, unknown>): unknown[] =>
  Array.isArray(body.events) ? body.events.map(({ title }) => title) : [];

const ROUTES = [
  ['/venues/{id}/events', 'venue', 'venue', NIGHTS],
  ['/organizers/{id}/events', 'organizer', 'organizer', NIGHTS],
  ['/categories/{id}/events', 'category', 'categories', NIGHTS],
  ['/categories/{id}/events', 'child', 'categories', NIGHTS],
  ['/tags/{id}/events', 'tag', 'tags', NIGHTS],
  ['/events/{id}/occurrences', 'series', 'series_of', COURSE],
] as const;
const addressOf = (path: string, id: number): string => path.replace('{id}', String(id));

test.each(ROUTES)('%s of a %s is the list of events by %s', async (path, record, name, titles) => {
  const own = await world.get(addressOf(path, ids[record]));
  const listed = await world.get(`/events?${name}=${ids[record]}`);
  expect(own.status).toBe(200);
  expect(titlesIn(own.body)).toEqual(titles);
  const { rest_url: _, ...rest } = own.body;
  const { rest_url: __, ...expected } = listed.body;
  expect(rest).toEqual(expected);
});

test.each(ROUTES)(
  '%s of a %s has the parameters of the list, but the path wins over %s',
  async (path, record, name) => {
    const address = addressOf(path, ids[record]);
    const { body } = await world.get(`${address}?${name}=999999&per_page=1&order=desc&status=publish`);
    expect(body).toMatchObject({ total: 3, total_pages: 3 });
    expect(titlesIn(body)).toHaveLength(1);
    const { status, body: wrong } = await world.get(`${address}?page=0&geoloc_lat=91`);
    expect([status, wrong.code, Object.keys(Object(wrong.data).params)]).toEqual([
      400,
      'rest_invalid_param',
      ['page', 'geoloc_lat'],
    ]);
    // Unknown names are reported as everywhere.
    const response = await world.server.request('GET', `${address}?${name}=1&perpage=2`, undefined, {});
    expect(response.headers.get('x-ignored-parameters')?.split(', ')).toContain('perpage');
  },
);

test.each(ROUTES)('pages of %s of a %s lead to each other', async (path, record) => {
  const address = addressOf(path, ids[record]);
  const response = await world.server.request('GET', `${address}?per_page=1&page=2`, undefined, {});
  const body = await response.json();
  const own = `${world.server.rest}${address}/`;
  expect(body).toMatchObject({
    rest_url: `${own}?page=2&per_page=1`,
    next_rest_url: `${own}?per_page=1&page=3`,
    previous_rest_url: `${own}?per_page=1`,
  });
  const link = response.headers.get('link');
  expect(link).toContain(`<${own}?per_page=1>; rel="prev"`);
  expect(link).toContain(`<${own}?per_page=1&page=3>; rel="next"`);
  expect(link).not.toContain('rel="alternate"');
  const next = await world.get(body.next_rest_url.slice(world.server.rest.length));
  expect([next.status, titlesIn(next.body)]).toEqual([200, [expect.any(String)]]);
});

test.each(ROUTES)(
  'the page past the last one of %s of a %s is empty, and 404 in /events',
  async (path, record, name) => {
    const own = await world.get(`${addressOf(path, ids[record])}?page=9`);
    const listed = await world.get(`/events?${name}=${ids[record]}&page=9`);
    expect([own.status, own.body.code]).toEqual([200, undefined]);
    expect(titlesIn(own.body)).toEqual([]);
    expect(listed.status).toBe(404);
  },
);

test('an event without a series is its only occurrence, and a record without events has an empty list', async () => {
  const { id } = await world.make('tag', { name: 'Unused' });
  for (const [address, titles] of [
    [`/events/${ids.event}/occurrences`, ['Alone']],
    [`/tags/${id}/events`, []],
  ] as const) {
    const { status, body } = await world.get(address);
    expect([status, body.total, titlesIn(body)]).toEqual([200, titles.length, titles]);
  }
});

test.each([
  ['/venues/{id}/events', 'venue-not-found'],
  ['/organizers/{id}/events', 'organizer-not-found'],
  ['/categories/{id}/events', 'category-not-found'],
  ['/tags/{id}/events', 'tag-not-found'],
  ['/events/{id}/occurrences', 'event-not-found'],
])('%s of an unknown record returns 404', async (path, code) => {
  for (const id of [0, 424_242, 99_999_999_999]) {
    const { status, body } = await world.get(addressOf(path, id));
    expect([id, status, body.code]).toEqual([id, 404, code]);
  }
  // Before parameters are checked.
  expect((await world.get(`${addressOf(path, 424_242)}?page=0`)).body.code).toBe(code);
  expect((await world.get(addressOf(path, Number.NaN))).body.code).toBe('rest_no_route');
});

test('a record of another type is not found', async () => {
  expect((await world.get(`/venues/${ids.organizer}/events`)).status).toBe(404);
  expect((await world.get(`/tags/${ids.category}/events`)).status).toBe(404);
});

test('a record that the caller may not read, or that is in the trash, is not found', async () => {
  for (const as of ['anonymous', 'subscriber', 'author'] as const)
    for (const id of [ids.draft, ids.trashed]) {
      const { status, body } = await world.get(`/venues/${id}/events`, as);
      expect([as, status, body.code]).toEqual([as, 404, 'venue-not-found']);
    }
  expect((await world.get(`/venues/${ids.trashed}/events`, 'editor')).status).toBe(404);
  expect((await world.get(`/venues/${ids.draft}/events`, 'editor')).status).toBe(200);
});

test('they are not in the index, but in /doc, and OPTIONS describes them', async () => {
  const { body } = await world.get('/');
  expect(Object.keys(Object(body.routes)).filter((route) => /\/(events|occurrences)$/.test(route))).toEqual([
    '/calendar/events/v1/events',
  ]);
  const { paths } = Object((await world.get('/doc')).body);
  for (const [path] of ROUTES) expect(Object.keys(paths[path])).toEqual(['get']);
  const options = await world.server.request('OPTIONS', `/venues/${ids.venue}/events`, undefined, {});
  expect(options.headers.get('allow')).toBe('GET');
  expect(Object.keys((await options.json()).endpoints[0].args)).toEqual(
    expect.arrayContaining(['id', 'search']),
  );
});

test('they are read-only', async () => {
  for (const [path, record] of ROUTES) {
    const { status, body } = await world.send('POST', addressOf(path, ids[record]), { title: 'x' });
    expect([status, body.code]).toEqual([405, 'rest_no_route']);
  }
});

test('_fields picks from them, and HEAD responds without a body', async () => {
  const address = `/tags/${ids.tag}/events`;
  expect((await world.get(`${address}?_fields=events.title,total&per_page=1`)).body).toEqual({
    events: [{ title: 'Night 1' }],
    total: 3,
  });
  const head = await world.server.request('HEAD', address, undefined, {});
  expect([head.status, head.headers.get('x-tec-total'), await head.text()]).toEqual([200, '3', '']);
});
