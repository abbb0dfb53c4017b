import { type As, isRecord } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

/** Every link in every REST response works. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true, env: { PER_PAGE: '2' } });
  const image = 'https://pictures.test/a.png';
  const parent = await world.make('category', { name: 'Music' });
  await world.make('category', { name: 'Jazz & Blues', parent: parent.id });
  for (const day of [1, 2, 3])
    await world.event(`Night ${day} – “öffentlich”`, `2031-04-0${day} 20:00`, {
      venue: [{ venue: `Hall ${day}`, image, website: 'https://hall.test/' }],
      organizer: [{ organizer: `Club ${day}` }, { organizer: 'Band' }],
      categories: ['jazz-blues', 'Music', 'Talk'],
      tags: ['open air', 'free', 'late'],
      image,
      website: 'https://night.test/',
    });
  await world.event('Course', '2031-05-01 10:00', { recurrence: 'FREQ=DAILY;COUNT=3' });
  const draft = { status: 'draft', venue: [{ venue: 'Cellar', status: 'draft' }] };
  await world.event('Later', '2031-06-01 10:00', draft);
});
afterAll(() => world.stop());

/** Texts in a response that are addresses of this service. */
function linksIn(value: unknown, root: string): string[] {
  if (typeof value === 'string') return value === root || value.startsWith(`${root}/`) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => linksIn(one, root));
  return isRecord(value) ? Object.values(value).flatMap((one) => linksIn(one, root)) : [];
}

const inHeaders = ({ headers }: Response): string[] => [
  ...Array.from((headers.get('link') ?? '').matchAll(/<([^>]*)>/g), ([, address = '']) => address),
  ...[headers.get('location')].filter((address) => address !== null),
];

/** Whether the response at an address comes from REST, so that its links are followed, too. */
const isOfRest = ({ pathname }: URL): boolean => /^(\/wp-json)?\/calendar\/events\/v1(\/|$)/.test(pathname);

/** Follows all links from the given addresses. @returns all addresses, and the broken ones with their status */
async function follow(paths: readonly string[], as: As): Promise<{ broken: string[]; seen: Set<string> }> {
  const root = world.server.url;
  const broken: string[] = [];
  const seen = new Set(paths.map((path) => world.server.rest + path));
  // The loop also reaches addresses that it adds.
  for (const address of seen) {
    const url = new URL(address);
    const response = await world.server.send('GET', url.pathname + url.search, undefined, world.headers(as));
    if (response.status !== 200) broken.push(`${response.status} ${address}`);
    const links = inHeaders(response);
    const isJson = response.headers.get('content-type')?.includes('json');
    if (isOfRest(url) && isJson) links.push(...linksIn(await response.json(), root));
    for (const link of links) if (link.startsWith(root)) seen.add(link.replace(/#.*/, ''));
  }
  return { broken, seen };
}

const LISTS = [
  '/events',
  '/venues',
  '/organizers',
  '/categories?hide_empty=false',
  '/tags',
  '/events?cursor=*',
];

test.each(['anonymous', 'subscriber', 'editor'] as const)(
  'from the index and the lists, for %s',
  async (as) => {
    const { broken, seen } = await follow(['', '/doc', ...LISTS], as);
    expect(broken).toEqual([]);
    const paths = [...seen].map((address) => new URL(address).pathname);
    for (const path of ['/events/', '/venues/', '/organizers/', '/categories/', '/tags/'])
      expect([path, paths.filter((one) => one.startsWith(`/calendar/events/v1${path}`)).length > 2]).toEqual([
        path,
        true,
      ]);
    expect([...seen].filter((address) => /[?&]page=3/.test(address)).length).toBeGreaterThan(2);
  },
);

test('from the lists below records', async () => {
  const listed = async (list: string): Promise<{ id: number }[]> =>
    Object((await world.get(`/${list}?per_page=50`)).body)[list];
  const starts: string[] = [];
  for (const [list, below] of [
    ['venues', 'events'],
    ['organizers', 'events'],
    ['categories', 'events'],
    ['tags', 'events'],
    ['events', 'occurrences'],
  ] as const) {
    const records = await listed(list);
    starts.push(...records.map(({ id }) => `/${list}/${id}/${below}?per_page=1`));
  }
  expect(starts.length).toBeGreaterThan(15);
  expect((await follow(starts, 'anonymous')).broken).toEqual([]);
});

test('from the responses of writes', async () => {
  const root = world.server.url;
  const BODIES = {
    events: { title: 'New', start_date: '2031-07-01 10:00', end_date: '2031-07-01 11:00' },
    venues: { venue: 'New' },
    organizers: { organizer: 'New' },
    categories: { name: 'New' },
    tags: { name: 'New' },
  };
  for (const [list, body] of Object.entries(BODIES)) {
    const created = await world.server.request('POST', `/${list}`, body);
    const record = await created.json();
    const changed = await world.server.request('PATCH', `/${list}/${record.id}`, { description: 'x' });
    const links = [
      ...inHeaders(created),
      ...linksIn(record, root),
      ...inHeaders(changed),
      ...linksIn(await changed.json(), root),
    ];
    expect(links).toContain(`${world.server.rest}/${list}/${record.id}`);
    for (const address of new Set(links.map((link) => link.replace(/#.*/, '')))) {
      const { pathname, search } = new URL(address);
      const { status } = await world.server.send('GET', pathname + search, undefined, {});
      expect([address, status]).toEqual([address, 200]);
    }
  }
});

test('from the root index and under the other mount, too', async () => {
  const response = await world.server.send('GET', '/wp-json/', undefined, {});
  const links = linksIn(await response.json(), world.server.url);
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) {
    const { pathname, search } = new URL(link);
    expect([link, (await world.server.send('GET', pathname + search, undefined, {})).status]).toEqual([
      link,
      200,
    ]);
  }
  const listed = await world.server.send('GET', '/wp-json/calendar/events/v1/events', undefined, {});
  const { next_rest_url: next } = await listed.json();
  expect(next).toContain('/wp-json/calendar/events/v1/events/');
  const { pathname, search } = new URL(next);
  expect((await world.server.send('GET', pathname + search, undefined, {})).status).toBe(200);
});
