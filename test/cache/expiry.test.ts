import { countedAt, HIT } from '../support/cache-counts.ts';
import { startTestServer } from '../support/service.ts';

/** The lifetime of cached responses while only the clock advances. */
let now = new Date('2031-03-01T08:00:00Z');
const server = await startTestServer({ clock: () => now, env: { TIMEZONE: 'UTC' } });
const event = await (
  await server.request('POST', '/events', {
    title: 'Fair',
    start_date: '2031-03-01 10:00',
    end_date: '2031-03-01 12:00',
    venue: { venue: 'Hall' },
    organizer: { organizer: 'Club' },
    categories: ['Music'],
    tags: ['open air'],
  })
).json();
const counted = countedAt(server);
afterAll(() => server.stop());

const byGraphql = (query: string) => async (): Promise<string> =>
  JSON.stringify(await server.graphql(query, {}, {}));
const byGet = (path: string) => async (): Promise<string> => {
  const response = await fetch((path.startsWith('/feeds') ? server.url : server.rest) + path);
  expect(response.status).toBe(200);
  return response.text();
};

const LASTING: [name: string, () => Promise<string>][] = [
  ...[
    '/events',
    '/events?venue=Hall&categories=music&tags=open%20air&search=fair',
    `/events?venue=${event.venue.id}&start_date=2031-01-01`,
    `/events/${event.id}`,
    '/events/by-slug/fair',
    '/venues?only_with_upcoming=false&has_events=true',
    `/venues?event=${event.id}`,
    '/organizers',
    '/categories',
    `/categories?event=${event.id}`,
    '/tags',
    '/events?ended=false',
    '/feeds/events.ics',
  ].map((path): [string, () => Promise<string>] => [path, byGet(path)]),
  ...[
    `{ viewer { login } events { totalCount nodes {
      title venues { name } categories { name eventCount parent { name } } } } }`,
    `{ event(by: { databaseId: ${event.id} }) { title status organizers { name } tags { name } } }`,
    `{ venues { nodes { name events { totalCount nodes { title } } } }
      categories { nodes { children { nodes { name } } } } }`,
  ].map((query): [string, () => Promise<string>] => [query, byGraphql(query)]),
];
test.each(LASTING)('%s stays cached while the clock advances', async (_name, ask) => {
  now = new Date('2031-03-01T09:00:00Z');
  const { text } = await counted(ask);
  expect(text).not.toContain('"errors"');
  now = new Date('2031-03-01T09:00:30Z');
  expect(await counted(ask)).toEqual({ text, cache: HIT });
});

test.each(['/events?ended=false', '/feeds/events.ics', '/feeds/events.rss'])(
  '%s stays cached until an event ends, and no longer',
  async (path) => {
    now = new Date('2031-03-01T11:59:30Z');
    const { text } = await counted(byGet(path));
    expect(text).toContain('Fair');
    now = new Date('2031-03-01T11:59:59Z');
    expect(await counted(byGet(path))).toEqual({ text, cache: HIT });
    now = new Date('2031-03-01T12:00:00Z');
    const later = await counted(byGet(path));
    expect(later.cache).toEqual({ hits: 0, misses: 1 });
    expect(later.text).not.toContain('Fair');
  },
);

test.each([
  '/venues?only_with_upcoming=true',
  '/events?ends_after=now&strict_dates=true',
  '/events?ongoing=true',
])('%s depends on the second', async (path) => {
  now = new Date('2031-03-01T11:59:59Z');
  const { text } = await counted(byGet(path));
  expect(text).toContain(path.startsWith('/venues') ? 'Hall' : 'Fair');
  expect(await counted(byGet(path))).toEqual({ text, cache: HIT });
  now = new Date('2031-03-01T12:00:01Z');
  const later = await counted(byGet(path));
  expect(later.cache).toEqual({ hits: 0, misses: 1 });
  expect(later.text).not.toBe(text);
});
