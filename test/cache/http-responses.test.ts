import { eventually } from '../support/eventually.ts';
import { settled, startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
let now = new Date('2031-03-01T10:00:00Z');
beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.rest}${path}`, { headers });
const titles = async (path: string): Promise<string[]> =>
  (await (await get(path)).json()).events.map(({ title }: { title: string }) => title);
const create = async (fields: object): Promise<{ id: number }> => {
  const answer = await server.request('POST', '/events', {
    title: 'Fair',
    start_date: '2031-03-02 10:00',
    end_date: '2031-03-02 12:00',
    ...fields,
  });
  expect(answer.status).toBe(201);
  return answer.json();
};

test('an unchanged response is 304, for lists and single records, in every encoding', async () => {
  const { id } = await create({ title: 'Same' });
  for (const path of [
    '/events',
    `/events/${id}`,
    '/events/by-slug/same',
    '/venues',
    '/tags',
    '/categories',
    '',
    '/doc',
  ]) {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const first = await get(path, { 'accept-encoding': encoding });
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[\w-]+"$/);
      const second = await get(path, { 'accept-encoding': encoding, 'if-none-match': `"other", ${tag}` });
      expect([path, second.status, await second.text(), second.headers.get('etag')]).toEqual([
        path,
        304,
        '',
        tag,
      ]);
    }
  }
});

test('changed content is sent, also if it has the same length', async () => {
  const { id } = await create({ title: 'Day one' });
  for (const path of ['/events?search=day', `/events/${id}`]) {
    await server.request('PATCH', `/events/${id}`, { title: 'Day one' });
    const tag = (await get(path)).headers.get('etag') ?? '';
    await server.request('PATCH', `/events/${id}`, { title: 'Day two' });
    const changed = await get(path, { 'if-none-match': tag });
    expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining('Day two')]);
    expect(changed.headers.get('etag')).not.toBe(tag);
  }
});

test("a single record has its own or its linked records' last change as Last-Modified; the date alone never causes a 304", async () => {
  const { id } = await create({ title: 'Dated', venue: { venue: 'Dated hall' }, categories: ['dated'] });
  const read = () => get(`/events/${id}`);
  const body = await (await read()).json();
  const before = (await read()).headers.get('last-modified');
  expect(before).toBe(new Date(`${body.modified_utc}Z`).toUTCString());
  now = new Date(now.getTime() + 60_000);
  await server.request('PATCH', `/venues/${body.venue.id}`, { city: 'Ghent' });
  const after = (await read()).headers.get('last-modified');
  expect(Date.parse(after ?? '')).toBe(now.getTime());
  expect((await get(`/events/${id}`, { 'if-modified-since': after ?? '' })).status).toBe(200);
  expect((await get(`/categories/${body.categories[0].id}`)).headers.get('last-modified')).toBeNull();
  expect((await get('/events')).headers.get('last-modified')).toBeNull();
  expect(
    (await server.request('PATCH', `/events/${id}`, { title: 'Dated on' })).headers.get('last-modified'),
  ).toBeNull();
});

test('encodings have their own tags and set Vary', async () => {
  const path = '/doc';
  const [plain, gzip, br] = await Promise.all(
    ['identity', 'gzip', 'br'].map((encoding) => get(path, { 'accept-encoding': encoding })),
  );
  expect([plain, gzip, br].map((answer) => answer?.headers.get('content-encoding'))).toEqual([
    null,
    'gzip',
    'br',
  ]);
  expect(new Set([plain, gzip, br].map((answer) => answer?.headers.get('etag'))).size).toBe(3);
  expect(plain?.headers.get('vary')).toContain('Accept-Encoding');
  const texts = await Promise.all([plain, gzip, br].map((answer) => answer?.text()));
  expect(new Set(texts).size).toBe(1);
});

test('after an acknowledged write no client reads an older response', async () => {
  const { id } = await create({ title: 'Version 0' });
  for (let version = 1; version <= 40; version++) {
    await Promise.all([titles('/events'), get(`/events/${id}`)]);
    await server.request('PATCH', `/events/${id}`, { title: `Version ${version}` });
    expect((await (await get(`/events/${id}`)).json()).title).toBe(`Version ${version}`);
    expect(await titles('/events')).toContain(`Version ${version}`);
  }
});

test('a change of a venue appears in the cached events that show it', async () => {
  const { id } = await create({ title: 'Placed', venue: { venue: 'Old name' } });
  const event = await (await get(`/events/${id}`)).json();
  await server.request('PATCH', `/venues/${event.venue.id}`, { venue: 'New name' });
  expect((await (await get(`/events/${id}`)).json()).venue.venue).toBe('New name');
});

test('a change made directly in the database appears within a moment', async () => {
  const { id } = await create({ title: 'From inside' });
  await get(`/events/${id}`);
  await server.orm.em.fork().execute(`update event set title = 'From outside' where id = ?`, [id]);
  await settled(server);
  expect((await (await get(`/events/${id}`)).json()).title).toBe('From outside');
});

test('callers never get responses cached for others', async () => {
  const { id } = await create({ title: 'Secret', status: 'draft' });
  const list = '/events?search=secret';
  expect(await titles(list)).toEqual([]);
  expect((await (await server.request('GET', list)).json()).events).toHaveLength(1);
  expect(await titles(list)).toEqual([]);
  expect((await server.request('GET', `/events/${id}`)).headers.get('cache-control')).toBe(
    'no-store, private',
  );
  expect((await get(`/events/${id}`)).status).toBe(403);
  expect((await get('/events')).headers.get('cache-control')).toBe('public, max-age=0, stale-if-error=60');
});

test('responses depend on the host and the mount, not on the origin', async () => {
  const at = async (url: string, headers: Record<string, string>): Promise<string> => {
    const answer = await fetch(url, { headers });
    return `${(await answer.json()).rest_url} ${answer.headers.get('access-control-allow-origin')}`;
  };
  for (let round = 0; round < 2; round++) {
    expect(await at(`${server.rest}/venues`, {})).toBe(`${server.rest}/venues/?page=1&per_page=9 *`);
    expect(await at(`${server.url}/wp-json/calendar/events/v1/venues`, {})).toContain(
      `${server.url}/wp-json/`,
    );
    expect(await at(`${server.rest}/venues`, { origin: 'https://a.example' })).toContain(' *');
  }
});

test('responses follow the clock: scheduled events appear, the default window moves', async () => {
  now = new Date('2031-04-01T10:00:00Z');
  await create({ title: 'Tonight', start_date: '2031-04-01 20:00', end_date: '2031-04-01 22:00' });
  await create({
    title: 'Scheduled',
    date: '2031-04-01 12:00:00',
    start_date: '2031-04-03 20:00',
    end_date: '2031-04-03 22:00',
  });
  const seen = (): Promise<string[]> => titles('/events?end_date=2031-04-30');
  expect(await seen()).toEqual(['Tonight']);
  now = new Date('2031-04-01T11:59:59Z');
  expect(await seen()).toEqual(['Tonight']);
  now = new Date('2031-04-01T12:00:00Z');
  await eventually('it is published', async () => (await seen()).join() === 'Tonight,Scheduled');
  now = new Date('2031-04-02T00:00:00Z');
  expect(await seen()).toEqual(['Scheduled']);
});

test('persisted GraphQL queries by GET are cached, and refreshed when the data changes', async () => {
  const { id } = await create({ title: 'Graph 1' });
  const url = `${server.url}/graphql?query=${encodeURIComponent(`{ event(by: { databaseId: ${id} }) { title } }`)}`;
  const ask = async (): Promise<string> =>
    (await (await fetch(url, { headers: { accept: 'application/json' } })).json()).data.event.title;
  expect([await ask(), await ask()]).toEqual(['Graph 1', 'Graph 1']);
  await server.request('PATCH', `/events/${id}`, { title: 'Graph 2' });
  expect(await ask()).toBe('Graph 2');
  const tag = (await fetch(url, { headers: { accept: 'application/json' } })).headers.get('etag') ?? '';
  expect((await fetch(url, { headers: { accept: 'application/json', 'if-none-match': tag } })).status).toBe(
    304,
  );
});

test('errors are not cached', async () => {
  const slug = 'comes-later';
  expect((await get(`/events/by-slug/${slug}?_envelope`)).status).toBe(200);
  expect((await get(`/events/by-slug/${slug}`)).status).toBe(404);
  await create({ title: 'Comes later' });
  expect((await get(`/events/by-slug/${slug}`)).status).toBe(200);
});

test('strict handling of unknown parameters never gets a lenient cached response', async () => {
  const path = '/events?perpage=3';
  const strict = { prefer: 'handling=strict' };
  for (let round = 0; round < 2; round++) {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('x-ignored-parameters')]).toEqual([200, 'perpage']);
    expect((await get(path, strict)).status).toBe(400);
    expect((await get('/events?per_page=3')).headers.get('preference-applied')).toBeNull();
    expect((await get('/events?per_page=3', strict)).headers.get('preference-applied')).toBe(
      'handling=strict',
    );
  }
});
