import { get } from 'node:http';
import { ServiceError } from '../../src/lib/errors.ts';
import { EDITOR, failing, NAMESPACE, type RestHarness, startRest } from './harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await startRest();
});
afterAll(() => rest.close());
beforeEach(() => {
  rest.answer = null;
  rest.reported.length = 0;
});

const json = async (path: string, init?: RequestInit) => (await rest.get(NAMESPACE + path, init)).json();

describe('lists', () => {
  test('links repeat the whole request, with the effective page size', async () => {
    const root = `${rest.url}${NAMESPACE}/events/`;
    const body = await json(
      '/events?per_page=99&categories[]=a&categories[]=b%26c&strict_dates=1&page=2&_fields=events.id,next_rest_url',
    );
    expect(body.next_rest_url).toBe(
      `${root}?per_page=50&categories%5B%5D=a&categories%5B%5D=b%26c&strict_dates=1&_fields=events.id%2Cnext_rest_url&page=3`,
    );
    expect(await json('/events?search=a+b&page=2')).toMatchObject({
      rest_url: `${root}?page=2&per_page=9&search=a+b`,
      previous_rest_url: `${root}?per_page=9&search=a+b`,
    });
  });

  test('the first page has no previous, the last no next', async () => {
    expect(Object.keys(await json('/events'))).toEqual([
      'events',
      'rest_url',
      'next_rest_url',
      'total',
      'total_pages',
    ]);
    expect(Object.keys(await json('/events?page=4'))).toEqual([
      'events',
      'rest_url',
      'previous_rest_url',
      'total',
      'total_pages',
    ]);
  });

  test('headers report totals and neighbours', async () => {
    const { headers } = await rest.get(`${NAMESPACE}/events?page=3`);
    for (const family of ['tec', 'wp'])
      expect([headers.get(`x-${family}-total`), headers.get(`x-${family}-totalpages`)]).toEqual(['30', '4']);
    const root = `${rest.url}${NAMESPACE}/events/?per_page=9`;
    expect(headers.get('link')).toBe(
      `<${rest.url}/wp-json/>; rel="https://api.w.org/", <${root}&page=2>; rel="prev", <${root}&page=4>; rel="next"`,
    );
  });

  test('totals come first if the schema names them first', async () => {
    rest.answer = ({ field }) => ({ data: { [field]: { total: 1, total_pages: 1, tags: [{ id: 1 }] } } });
    expect(Object.keys(await json('/tags'))).toEqual(['rest_url', 'total', 'total_pages', 'tags']);
  });
});

test('_fields picks keys, also inside lists', async () => {
  rest.answer = ({ field }) => ({
    data: {
      [field]: {
        events: [
          {
            id: 1,
            title: 'One',
            venue: [
              { city: 'Ulm', id: 2 },
              { city: 'Bonn', id: 3 },
            ],
          },
        ],
        total: 1,
        total_pages: 1,
      },
    },
  });
  const expected = { events: [{ title: 'One', venue: [{ city: 'Ulm' }, { city: 'Bonn' }] }], total: 1 };
  expect(await json('/events?_fields=events.title,events.venue.city,total,none')).toEqual(expected);
  expect(await json('/events?_fields[]=events.title&_fields[]=events.venue.city&_fields[]=total')).toEqual(
    expected,
  );
  expect(Object.keys(await json('/events?_fields='))).toContain('rest_url');
  expect(await json('/events?_fields=total,events,events.id')).toMatchObject({ events: [{ title: 'One' }] });
  expect(await json('/?_fields=namespace')).toEqual({ namespace: 'calendar/events/v1' });
  expect(await json('/events?_fields=__proto__,constructor')).toEqual({});
});

test('_envelope wraps records and errors in a 200', async () => {
  const body = await json('/events?_envelope');
  expect(body).toMatchObject({
    status: 200,
    headers: { 'X-TEC-Total': 30, Allow: 'GET' },
    body: { total: 30 },
  });
  const response = await rest.get(`${NAMESPACE}/nothing?_envelope=1`);
  expect([response.status, await response.json()]).toMatchObject([
    200,
    { status: 404, body: { code: 'rest_no_route' } },
  ]);
});

test('a creation returns 201 and the address of the record', async () => {
  const response = await rest.send('POST', `/wp-json${NAMESPACE}/tags`, { name: 'x' });
  expect([response.status, response.headers.get('location')]).toEqual([
    201,
    `${rest.url}/wp-json${NAMESPACE}/tags/5`,
  ]);
});

test('headers of every response', async () => {
  for (const path of ['', '/doc', '/events', '/nothing', '/events?page=0']) {
    const { headers } = await rest.get(NAMESPACE + path, { headers: { origin: 'https://a.example' } });
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('link')).toContain(`<${rest.url}/wp-json/>; rel="https://api.w.org/"`);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-expose-headers')).toContain(
      'X-WP-TotalPages, Link, Location, ETag, Allow',
    );
  }
});

test('a preflight gets a response', async () => {
  const headers = {
    origin: 'https://a.example',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization',
  };
  const response = await rest.get(`${NAMESPACE}/events/1`, { method: 'OPTIONS', headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('access-control-allow-methods')).toContain('PUT');
  expect(response.headers.get('access-control-allow-headers')).toContain('Authorization');
});

test('responses to authenticated callers are not cached', async () => {
  const response = await rest.get(`${NAMESPACE}/events/1`, { headers: EDITOR });
  expect(response.headers.get('cache-control')).toBe('no-store, private');
  expect(response.headers.get('allow')).toBe('GET, DELETE, POST, PUT, PATCH');
  expect((await rest.get(`${NAMESPACE}/events/1`)).headers.get('allow')).toBe('GET');
});

test('a client that accepts problem details gets them', async () => {
  const response = await rest.get(`${NAMESPACE}/events?page=0`, {
    headers: { accept: 'application/json, application/problem+json' },
  });
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(await response.json()).toMatchObject({
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    code: 'rest_invalid_param',
    detail: 'Invalid parameter(s): page',
    params: { page: 'must be at least 1' },
  });
});

test('an unexpected error is reported, and its details stay hidden', async () => {
  rest.answer = () => failing(new Error('secret detail'));
  expect(await json('/events')).toEqual({
    code: 'internal_server_error',
    message: 'Something went wrong on our side.',
    data: { status: 500 },
  });
  expect(rest.reported).toEqual([new Error('secret detail')]);
  rest.answer = ({ field }) => ({ data: { [field]: null } });
  expect((await json('/events/1')).data.status).toBe(500);
});

test.each([
  Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  Object.assign(new Error('driver'), { cause: Object.assign(new Error('x'), { code: '57P01' }) }),
  Object.assign(new Error('y'), { code: '08006' }),
  new AggregateError([Object.assign(new Error('z'), { code: 'ECONNREFUSED' })]),
  new Error('Connection terminated unexpectedly'),
])('an unreachable database returns 503: %s', async (error) => {
  rest.answer = () => failing(error);
  const response = await rest.get(`${NAMESPACE}/events`);
  expect([response.status, (await response.json()).code, response.headers.get('retry-after')]).toEqual([
    503,
    'service_unavailable',
    '5',
  ]);
});

test('errors of the service keep code, status and data', async () => {
  rest.answer = () => failing(new ServiceError('term_exists', { data: { term_id: 9 } }));
  expect((await json('/tags')).data).toEqual({ status: 400, term_id: 9 });
});

test('the root index links to the namespaces', async () => {
  const body = await (await rest.get('/wp-json')).json();
  expect(body).toMatchObject({
    url: rest.url,
    home: rest.url,
    namespaces: ['calendar/events/v1', 'tribe/events/v1'],
    authentication: {},
  });
  expect(body.routes['/tribe/events/v1']._links.self).toEqual([
    { href: `${rest.url}/wp-json/tribe/events/v1` },
  ]);
});

test('the index of another namespace can be requested', async () => {
  expect((await json('?namespace=tribe/events/v1&context=any')).namespace).toBe('tribe/events/v1');
  expect(await json('?namespace=none')).toMatchObject({
    code: 'rest_invalid_namespace',
    data: { status: 404 },
  });
});

test('links use BASE_URL, else the host, never an invalid host', async () => {
  const based = await startRest({ baseUrl: 'https://cal.example/sub' });
  expect((await (await based.get(`/wp-json${NAMESPACE}/events`)).json()).rest_url).toMatch(
    /^https:\/\/cal\.example\/sub\/wp-json\/calendar/,
  );
  await based.close();
  const forwarded = { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cal.example' } };
  expect((await json('/events', forwarded)).rest_url).toMatch(/^https:\/\/cal\.example\/calendar/);
});

test('clients other than browsers are asked to log in', async () => {
  rest.authorize = async () => {
    throw new ServiceError('rest_forbidden', { status: 401 });
  };
  const challenge = await new Promise((done) =>
    get(`${rest.url}${NAMESPACE}/events`, (reply) => done(reply.resume().headers['www-authenticate'])),
  );
  rest.authorize = async () => {};
  expect(challenge).toMatch(/^Basic realm=/);
});
