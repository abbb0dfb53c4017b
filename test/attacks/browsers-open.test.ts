import { startTestServer, type TestServer } from '../support/service.ts';
import { ask } from './ask.ts';

/** With ALLOW_ANONYMOUS_WRITES, a browser inside the closed network must not become an attacker's proxy. */
let server: TestServer;
let port: string;

beforeAll(async () => {
  server = await startTestServer({
    env: {
      ALLOW_ANONYMOUS_WRITES: 'true',
      ALLOWED_HOSTS: 'calendar.lan, Other.lan',
      BASE_URL: 'http://cal.example.net/sub',
    },
  });
  port = new URL(server.url).port;
  await server.request('POST', '/events', {
    title: 'Secret',
    status: 'draft',
    start_date: '2031-01-01',
    end_date: '2031-01-01',
  });
});
afterAll(() => server.stop());

const JSON_TYPE = { 'content-type': 'application/json' };

test.each([
  ['JSON', { ...JSON_TYPE, origin: 'http://evil.test' }],
  ['JSON from a hidden origin', { ...JSON_TYPE, origin: 'null' }],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://evil.test' }],
  ['JSON with Sec-Fetch-Site', { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' }],
])('%s of another site is refused, and without these headers is accepted', async (_what, headers) => {
  const {
    origin: _origin,
    'sec-fetch-site': _site,
    ...plain
  } = { origin: '', 'sec-fetch-site': '', ...headers };
  const body = headers['content-type'] === JSON_TYPE['content-type'] ? '{"venue":"Here"}' : 'venue=Here';
  expect((await ask(`${server.rest}/venues`, 'POST', headers, body)).status).toBe(403);
  expect((await ask(`${server.rest}/venues`, 'POST', plain, body)).status).toBe(201);
});

test('pages of other sites cannot read responses, cached ones included', async () => {
  const drafts = `${server.rest}/events?status=draft&start_date=2030-01-01`;
  const query = `${server.url}/graphql?query={events(filter:{statuses:[DRAFT]}){totalCount}}`;
  for (const url of [drafts, `${server.rest}/events`, `${server.url}/schema.graphql`]) {
    const own = await ask(url, 'GET');
    expect([own.status, own.headers['access-control-allow-origin']]).toEqual([200, undefined]);
    for (const from of [
      { origin: 'http://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    ]) {
      const refused = await ask(url, 'GET', from);
      expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    }
  }
  const refused = await ask(query, 'GET', { origin: 'http://evil.test', accept: 'application/json' });
  expect([refused.status, JSON.parse(refused.text).errors[0].extensions.code]).toEqual([403, 'FORBIDDEN']);
});

test('refuses a preflight', async () => {
  for (const url of [`${server.rest}/events`, `${server.url}/graphql`]) {
    const { status, headers } = await ask(url, 'OPTIONS', {
      origin: 'http://evil.test',
      'access-control-request-method': 'POST',
    });
    expect([status, headers['access-control-allow-origin'], headers['access-control-allow-headers']]).toEqual(
      [403, undefined, undefined],
    );
  }
});

test('a link from another site can be followed', async () => {
  const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', accept: 'text/html' };
  expect((await ask(`${server.url}/graphql`, 'GET', followed)).status).toBe(200);
});

test.each([
  ['evil.test', 403],
  ['localhost.evil.test', 403],
  ['127.0.0.1.evil.test', 403],
  ['evil.test.', 403],
  ['calendar.lan.evil.test', 403],
  ['localhost', 200],
  ['app.localhost', 200],
  ['127.0.0.1', 200],
  ['[::1]', 200],
  ['192.168.1.7', 200],
  ['calendar.lan', 200],
  ['CALENDAR.LAN', 200],
  ['other.lan', 200],
  ['cal.example.net', 200],
])('a name that resolves to this service: %s is %i', async (name, status) => {
  for (const host of [name, `${name}:${port}`]) {
    expect((await ask(`${server.rest}/events`, 'GET', { host })).status).toBe(status);
    const made = await ask(`${server.rest}/venues`, 'POST', { host, ...JSON_TYPE }, '{"venue":"Rebound"}');
    expect(made.status).toBe(status === 200 ? 201 : 403);
  }
});

test('probes work under every host name', async () => {
  for (const path of ['/healthz', '/readyz'])
    expect((await ask(server.url + path, 'GET', { host: 'pod-7' })).status).toBe(200);
});

test('without ALLOW_ANONYMOUS_WRITES every host name works, unless names are configured', async () => {
  const free = await startTestServer();
  expect((await ask(`${free.rest}/events`, 'GET', { host: 'any.example' })).status).toBe(200);
  await free.stop();
  const bound = await startTestServer({ env: { ALLOWED_HOSTS: 'calendar.lan' } });
  expect((await ask(`${bound.rest}/events`, 'GET', { host: 'any.example' })).status).toBe(403);
  expect((await ask(`${bound.rest}/events`, 'GET', { host: 'calendar.lan' })).status).toBe(200);
  await bound.stop();
});
