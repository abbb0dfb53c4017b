import type { Json } from '../../src/api/contract/types.ts';
import { fieldTree, pick } from '../../src/api/rest/respond/fields.ts';
import { invalidateCaches } from '../support/invalidate-caches.ts';
import { startTestServer, type TestServer } from '../support/service.ts';
import { watchStatements } from '../support/statements.ts';

let server: TestServer;
let now = new Date('2031-04-01T12:00:00Z');
let event = '';
let venue = '';
const statements = watchStatements();

async function made(path: string, body: object): Promise<{ id: number; venue?: { id: number } }> {
  const response = await server.request('POST', path, body);
  expect(response.status).toBe(201);
  return response.json();
}

beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
  const { id, ...fair } = await made('/events', {
    title: 'Fair',
    description: '<p>All day long.</p>',
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 12:00',
    image: 'https://pictures.example.org/fair.png',
    venue: { venue: 'Hall', city: 'Ulm' },
    organizer: [{ organizer: 'Club' }, { organizer: 'Band', phone: '1' }],
    categories: ['Music', 'Food'],
    cost: '10',
  });
  event = `/events/${id}`;
  venue = `/venues/${fair.venue?.id}`;
  await made('/events', { title: 'Bare', start_date: '2031-05-02 10:00', end_date: '2031-05-02 12:00' });
});
afterAll(async () => {
  statements.restore();
  await server.stop();
});

const WANTED = [
  'id',
  'title',
  'title,none',
  'none',
  'title.none',
  'venue',
  'venue.city,venue.none',
  'venue,venue.city',
  'organizer.phone',
  'organizer.none',
  'image',
  'image.url,image.sizes',
  'categories.name,categories.urls.self,tags',
  'cost_details.values,start_date_details.year',
  'json_ld.name',
  'json_ld,modified_utc',
  'author,hide_from_listings,ticketed,featured',
  'events',
  'events.title,total',
  'events.venue.city,events.image,events.cost_details',
  'events.none',
  'total_pages,none',
  'venues.venue,venues.json_ld.name',
  'geo_lat,city,phone,show_map',
];

const PATHS = ['/events', 'event', '/events/by-slug/fair', '/venues', 'venue', '/categories'];
const address = (path: string): string => (path === 'event' ? event : path === 'venue' ? venue : path);

describe.each(PATHS)('%s', (path) => {
  const get = async (query: string): Promise<{ body: Json; totals: (string | null)[] }> => {
    const response = await server.request('GET', `${address(path)}?${query}`);
    expect(response.status).toBe(200);
    const totals = ['x-wp-total', 'x-tec-totalpages'].map((name) => response.headers.get(name));
    return { body: await response.json(), totals };
  };

  test('selects the requested fields, in the same order', async () => {
    const whole = await get('per_page=10');
    for (const wanted of WANTED) {
      const tree = fieldTree(wanted);
      const narrow = await get(`per_page=10&_fields=${wanted}`);
      expect(JSON.stringify(narrow.body)).toBe(tree && JSON.stringify(pick(whole.body, tree)));
      expect(narrow.totals).toEqual(whole.totals);
    }
  });
});

describe('a field that is not requested', () => {
  const NOT_WANTED = /"venue"\.|"organizer"\.|"term"\./;
  const read = async (query: string): Promise<string[]> => {
    await invalidateCaches(server);
    statements.clear();
    expect((await server.request('GET', `/events?${query}`)).status).toBe(200);
    return statements
      .seen()
      .map(({ query }) => JSON.stringify(query).replaceAll('\\"', '"'))
      .filter((text) => NOT_WANTED.test(text));
  };

  test('is not read from the database', async () => {
    expect((await read('per_page=2')).length).toBeGreaterThan(0);
    expect(await read('per_page=2&_fields=events.title,events.start_date')).toEqual([]);
  });

  test('changes no status: a page past the last one returns 404', async () => {
    for (const wanted of ['total', 'events.title', 'none'])
      expect((await server.request('GET', `/events?page=9&_fields=${wanted}`)).status).toBe(404);
    expect((await server.request('GET', '/events/999999?_fields=none')).status).toBe(404);
  });

  test('is left out of the responses to writes, and of the entity tags in their preconditions', async () => {
    const created = await server.request('POST', '/tags?_fields=name', { name: 'Late' });
    expect(await created.json()).toEqual({ name: 'Late' });
    const [, path] = created.headers.get('location')?.split('/v1') ?? [];
    const tag = (await server.request('GET', `${path}?_fields=name`)).headers.get('etag') ?? '';
    const change = (headers: Record<string, string>) =>
      server.request('PATCH', `${path}?_fields=name`, { name: 'Later' }, { ...server.admin, ...headers });
    expect((await change({ 'if-match': '"other"' })).status).toBe(412);
    const changed = await change({ 'if-match': tag });
    expect([changed.status, await changed.json()]).toEqual([200, { name: 'Later' }]);
    expect((await change({ 'if-match': tag })).status).toBe(412);
  });

  test('does not affect the last modification of the response', async () => {
    const modified = async (path: string) => (await server.request('GET', path)).headers.get('last-modified');
    const before = await modified(`${event}?_fields=title`);
    now = new Date(now.getTime() + 60_000);
    await server.request('PATCH', venue, { city: 'Bonn' });
    expect(await modified(`${event}?_fields=title`)).toBe(before);
    expect(Date.parse((await modified(event)) ?? '')).toBeGreaterThan(Date.parse(before ?? ''));
    expect(await modified(`${event}?_fields=title,venue.city`)).toBe(await modified(event));
  });
});

describe('the tree of the requested fields', () => {
  test('is cached while it is in use', () => {
    const tree = fieldTree('a.b,c');
    expect(fieldTree('a.b,c')).toBe(tree);
    for (let at = 0; at < 100; at++) fieldTree(`other${at}`);
    expect(fieldTree('a.b,c')).not.toBe(tree);
  });

  test('is not cached if its text is long', () => {
    const text = 'title,'.repeat(100);
    expect(fieldTree(text)).toEqual(new Map([['title', new Map()]]));
    expect(fieldTree(text)).not.toBe(fieldTree(text));
  });
});
