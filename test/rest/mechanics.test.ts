import { startTestServer, type TestServer } from '../support/service.ts';

/** The HTTP behaviour of the API, over the whole service, on every mount. */
let server: TestServer;
let id: number;
const MOUNTS = [
  '/calendar/events/v1',
  '/wp-json/calendar/events/v1',
  '/tribe/events/v1',
  '/wp-json/tribe/events/v1',
];

beforeAll(async () => {
  server = await startTestServer({ env: { NAMESPACE_ALIASES: 'tribe/events/v1' } });
  for (const title of ['One', 'Two', 'Three']) {
    const body = {
      title,
      start_date: 'tomorrow 10am',
      end_date: 'tomorrow 11am',
      venue: { venue: 'Hall', city: 'Rome' },
    };
    id = (await (await server.request('POST', '/events', body)).json()).id;
  }
});
afterAll(() => server.stop());

const ask = (path: string, init: RequestInit = {}) => fetch(server.url + path, init);
const headersOf = async (path: string, init?: RequestInit) => (await ask(path, init)).headers;

describe.each(MOUNTS)('%s', (mount) => {
  test('links lead back to the same mount', async () => {
    const { rest_url, next_rest_url, events } = await (await ask(`${mount}/events?per_page=1`)).json();
    for (const link of [rest_url, next_rest_url, events[0].rest_url, events[0].venue.rest_url ?? rest_url])
      expect(link).toContain(`${server.url}${mount}/`);
  });

  test('a trailing slash changes nothing', async () => {
    for (const path of ['', '/events', `/events/${id}`, '/events/by-slug/one', '/doc', '/tags'])
      expect([(await ask(`${mount}${path}`)).status, (await ask(`${mount}${path}/`)).status]).toEqual([
        200, 200,
      ]);
  });

  test.each(['/webhook', '/webhook/', '/webhooks', '/subscriptions', '/Query.events', '/graphql'])(
    '%s returns 404',
    async (path) => {
      const body = JSON.stringify({ subscription: 'x', url: 'http://127.0.0.1:1/' });
      for (const method of ['POST', 'GET', 'PUT', 'DELETE']) {
        const init = {
          method,
          headers: { 'content-type': 'application/json', ...server.admin },
          ...(method !== 'GET' && { body }),
        };
        expect((await ask(`${mount}${path}`, init)).status).toBe(404);
      }
    },
  );

  test.each([
    ['/events', 'PUT', 'GET, POST'],
    ['/events', 'DELETE', 'GET, POST'],
    ['/doc', 'POST', 'GET'],
    ['/', 'PATCH', 'GET'],
  ])('%s does not know %s', async (path, method, allowed) => {
    const response = await ask(mount + path, { method, headers: server.admin });
    expect([response.status, response.headers.get('allow'), (await response.json()).code]).toEqual([
      405,
      allowed,
      'rest_no_route',
    ]);
  });

  test.each(['/events/x', '/events/-1', '/events/1.5', '/events/by-slug/', '/events/by-slug', '/nope'])(
    '%s returns 404 with a JSON body',
    async (path) => {
      const response = await ask(mount + path);
      const { code, data } = await response.json();
      expect([response.status, code, data]).toEqual([404, 'rest_no_route', { status: 404 }]);
    },
  );
});

test('HEAD has the headers of GET and no body', async () => {
  for (const path of ['/events?per_page=2', `/events/${id}`, '/categories', '/doc', '']) {
    const [get, head] = [await ask(MOUNTS[0] + path), await ask(MOUNTS[0] + path, { method: 'HEAD' })];
    expect([head.status, await head.text()]).toEqual([get.status, '']);
    for (const name of ['content-type', 'allow', 'link', 'x-tec-total', 'x-wp-totalpages', 'etag'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  }
});

test('OPTIONS describes a route', async () => {
  const response = await ask(`${MOUNTS[0]}/events`, { method: 'OPTIONS' });
  const { namespace, methods, endpoints } = await response.json();
  expect([response.status, namespace, methods, endpoints.length]).toEqual([
    200,
    'calendar/events/v1',
    ['GET', 'POST'],
    2,
  ]);
  expect(response.headers.get('allow')).toContain('GET');
});

test('a page of another site may read and, after a preflight, write', async () => {
  const origin = 'https://app.example';
  const requested = {
    origin,
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization,content-type,if-match',
  };
  const preflight = await headersOf(`${MOUNTS[0]}/events/${id}`, { method: 'OPTIONS', headers: requested });
  expect(preflight.get('access-control-allow-origin')).toBe('*');
  expect(preflight.get('access-control-allow-credentials')).toBeNull();
  expect(preflight.get('access-control-allow-methods')).toContain('PATCH');
  for (const name of ['authorization', 'content-type', 'if-match'])
    expect(preflight.get('access-control-allow-headers')?.toLowerCase()).toContain(name);
  for (const path of ['/events', '/events/0', '/nope']) {
    const headers = await headersOf(MOUNTS[0] + path, { headers: { origin } });
    expect([headers.get('access-control-allow-origin'), headers.get('vary')?.includes('Origin')]).toEqual([
      '*',
      false,
    ]);
    for (const name of [
      'X-WP-Total',
      'X-WP-TotalPages',
      'X-TEC-Total',
      'X-TEC-TotalPages',
      'Link',
      'Location',
      'ETag',
    ])
      expect(headers.get('access-control-expose-headers')).toContain(name);
  }
});

test('totals and neighbours of a page are in its headers', async () => {
  const headers = await headersOf(`${MOUNTS[0]}/events?per_page=1&page=2&search=e`);
  expect(
    ['x-tec-total', 'x-tec-totalpages', 'x-wp-total', 'x-wp-totalpages'].map((name) => headers.get(name)),
  ).toEqual(['2', '2', '2', '2']);
  const links = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="([^"]+)"/g)].map(([, url, rel]) => [
    rel,
    url,
  ]);
  expect(links).toEqual([
    ['https://api.w.org/', `${server.url}/wp-json/`],
    ['prev', `${server.url}${MOUNTS[0]}/events/?per_page=1&search=e`],
    ['alternate', `${server.url}/feeds/events.ics?search=e`],
    ['alternate', `${server.url}/feeds/events.rss?search=e`],
  ]);
});

test.each([
  ['the header', { 'x-http-method-override': 'DELETE' }, '', ''],
  ['the query', {}, '?_method=delete', ''],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, '', '_method=DELETE'],
])('POST replaces DELETE through %s', async (_how, headers, query, body) => {
  const created = await (await server.request('POST', '/organizers', { organizer: 'Gone' })).json();
  const response = await ask(`${MOUNTS[0]}/organizers/${created.id}${query}`, {
    method: 'POST',
    headers: { ...server.admin, ...headers },
    body,
  });
  expect([response.status, (await response.json()).status]).toEqual([200, 'trash']);
});

test('a GET stays a GET, whatever its parameters say', async () => {
  for (const method of ['DELETE', 'POST']) {
    const response = await ask(`${MOUNTS[0]}/events/${id}?_method=${method}`, {
      headers: { ...server.admin, 'x-http-method-override': method },
    });
    expect((await response.json()).status).toBe('publish');
  }
});

test('_fields applies inside lists, and _envelope wraps', async () => {
  const { body, status, headers } = await (
    await ask(`${MOUNTS[0]}/events?_fields=events.venue.city,total&_envelope`)
  ).json();
  const event = { venue: { city: 'Rome' } };
  expect([status, body]).toEqual([200, { events: [event, event, event], total: 3 }]);
  expect(headers['X-WP-Total']).toBe(3);
  const missing = await ask(`${MOUNTS[0]}/events/0?_envelope=1`);
  expect([missing.status, (await missing.json()).body.code]).toEqual([200, 'event-not-found']);
});

test('errors as problem+json on request', async () => {
  const response = await ask(`${MOUNTS[0]}/events?page=x`, {
    headers: { accept: 'application/problem+json' },
  });
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const { status, code, title, type, params } = await response.json();
  expect([status, code, title, type, Object.keys(params)]).toEqual([
    400,
    'rest_invalid_param',
    'Bad Request',
    'about:blank',
    ['page'],
  ]);
});

test('a too large body returns 413, an unknown type 415', async () => {
  const big = await server.request('POST', '/events', JSON.stringify({ title: 'x'.repeat(1_100_000) }));
  expect([big.status, (await big.json()).code]).toEqual([413, 'payload_too_large']);
  const xml = await server.request('POST', '/events', '<a/>', {
    ...server.admin,
    'content-type': 'application/xml',
  });
  expect([xml.status, (await xml.json()).code]).toEqual([415, 'unsupported_media_type']);
});
