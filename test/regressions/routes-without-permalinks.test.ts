import { cacheHits } from '../../src/platform/telemetry/counters.ts';
import { raw, statusOf } from '../http/raw.ts';
import { settled, startTestServer, type TestServer } from '../support/service.ts';

/** Clients on sites without permalinks name routes by `rest_route` (rules#routes). */
let server: TestServer;
let id: number;
beforeAll(async () => {
  server = await startTestServer({ env: { ALLOWED_HOSTS: 'localhost', RATE_LIMIT: '10000/min' } });
  for (const title of ['One night', 'Two nights', 'Three nights']) {
    const made = await server.request('POST', '/events', {
      title,
      start_date: '2999-01-01',
      end_date: '2999-01-01',
    });
    ({ id } = await made.json());
  }
  await settled(server);
});
afterAll(() => server.stop());

const NS = '/calendar/events/v1';
const ALL = 'start_date=2998-01-01';
const ask = (path: string, init: RequestInit = {}) => fetch(server.url + path, init);
const forms = ['/?rest_route=', '/index.php?rest_route='];

test.each(forms)('%s names every route, with its other parameters', async (root) => {
  const list = await ask(`${root}${NS}/events&per_page=2&${ALL}&_fields=events.title`);
  expect([list.status, list.headers.get('x-tec-total')]).toEqual([200, '3']);
  expect((await list.json()).events).toHaveLength(2);
  expect((await (await ask(`${root}${NS}/events/${id}/`)).json()).id).toBe(id);
  const encoded = await ask(`${root}${encodeURIComponent(`${NS}/events/by-slug/one night`)}`);
  expect((await encoded.json()).code).not.toBe('rest_no_route');
  expect((await (await ask(`${root}${NS}/events/by-slug/two-nights`)).json()).title).toBe('Two nights');
  expect((await (await ask(`${root}/`)).json()).namespaces).toEqual([
    'calendar/events/v1',
    'tribe/events/v1',
  ]);
  expect((await (await ask(`${root}${NS}`)).json()).routes).toHaveProperty([`${NS}/events`]);
  expect((await (await ask(`${root}${NS}/doc`)).json()).openapi).toBe('3.1.0');
});

test('every method works there, with rights, CORS and strict handling', async () => {
  const at = (path: string) => `/?rest_route=${NS}${path}`;
  const origin = { origin: 'https://elsewhere.example' };
  const json = { 'content-type': 'application/json' };
  expect((await ask(at('/tags'), { method: 'POST', headers: json, body: '{"name":"x"}' })).status).toBe(401);
  const made = await ask(at('/tags&name=fromquery'), { method: 'POST', headers: server.admin });
  expect([made.status, (await made.json()).name]).toEqual([201, 'fromquery']);
  const head = await ask(at('/events'), { method: 'HEAD', headers: origin });
  expect([head.status, head.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect((await ask(at(`/events/${id}`), { method: 'OPTIONS' })).headers.get('allow')).toContain('PATCH');
  expect((await ask(at('/events'), { method: 'DELETE' })).status).toBe(405);
  const missing = await ask(at('/nothing'));
  expect([missing.status, (await missing.json()).code]).toEqual([404, 'rest_no_route']);
  const unknown = await ask(at('/events&per_pge=2'), { headers: { prefer: 'handling=strict' } });
  expect((await unknown.json()).data.params).toEqual({
    per_pge: 'is unknown; did you mean per_page?',
  });
});

test('links lead to the addresses of /wp-json', async () => {
  const titles: string[] = [];
  let next: string | undefined = `${server.url}/?rest_route=${NS}/events&per_page=1&${ALL}`;
  while (next !== undefined) {
    const body: { events: { title: string }[]; next_rest_url?: string } = await (await fetch(next)).json();
    titles.push(...body.events.map(({ title }) => title));
    next = body.next_rest_url;
    if (next !== undefined) expect(next).toContain(`${server.url}/wp-json${NS}/events/?`);
  }
  expect(titles).toEqual(['One night', 'Two nights', 'Three nights']);
});

test('a response cached for one form serves the other, and is never stale', async () => {
  const title = async (path: string) => (await (await ask(path)).json()).title;
  const paths = [
    `/?rest_route=${NS}/events/${id}`,
    `/wp-json${NS}/events/${id}`,
    `/Calendar/Events/V1/Events/${id}`,
    `/WP-JSON/Calendar/Events/V1/EVENTS/${id}`,
  ];
  for (const now of ['Third', 'Fourth']) {
    await server.request('PATCH', `/events/${id}`, { title: now });
    for (const path of paths) expect([path, await title(path)]).toEqual([path, now]);
  }
  // Metrics have the label of the route, too.
  const hits = () => cacheHits.counts.get('/{namespace}/events/{id}') ?? 0;
  await settled(server);
  await title(`/wp-json${NS}/events/${id}`);
  const before = hits();
  await title(`/index.php?rest_route=${NS}/events/${id}`);
  expect(hits()).toBe(before + 1);
});

test('hosts are checked and requests counted as at the other addresses', async () => {
  const left = async () =>
    Number(/r=(\d+)/.exec((await ask(`/?rest_route=${NS}/events`)).headers.get('ratelimit') ?? '')?.[1]);
  const first = await left();
  expect(await left()).toBe(first - 1);
  const answer = await raw(
    server.url,
    `GET /?rest_route=${NS}/events HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n`,
  );
  expect([statusOf(answer), answer]).toEqual([403, expect.stringContaining('"code":"rest_forbidden"')]);
});

test.each([
  ['/?rest_route=', 200, 'html'],
  ['/?rest_routes=/calendar', 200, 'html'],
  ['/events/?rest_route=/calendar/events/v1', 200, 'html'],
  ['/?rest_route[]=/', 200, 'html'],
  ['/index.php', 404, 'html'],
  ['/?rest_route=/../docs', 404, 'json'],
  ['/?rest_route=/graphql', 404, 'json'],
  ['/?rest_route=/calendar/events/v1/events/by-slug/%zz', 404, 'json'],
  ['/?rest_route=/a%00b%0d%0aX-Y: z', 404, 'json'],
  ['/?rest_route=/wp-json/calendar/events/v1', 404, 'json'],
])('%s: %d, as %s', async (path, status, type) => {
  const answer = await ask(path, { headers: { accept: 'text/html, */*;q=0.5' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    status,
    expect.stringContaining(type),
  ]);
});

test('the last of several routes counts, in whatever encoding its name is', async () => {
  const answer = await ask(`/?rest_route=/none&_fields=name&rest%5Froute=%2F`);
  expect(await answer.json()).toEqual({ name: 'Calendar events' });
});

test.each([
  '/Calendar/Events/V1',
  '/calendar/events/v1/Events',
  '/WP-JSON/calendar/EVENTS/v1/Venues/',
  '/Wp-Json',
])('%s: the case of a route makes no difference, and links are in lower case', async (path) => {
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  expect((await answer.text()).replaceAll('"Calendar events"', '')).not.toMatch(/\/(Calendar|WP-JSON)/);
});
