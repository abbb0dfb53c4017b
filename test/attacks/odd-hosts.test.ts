import { raw, statusOf } from '../http/raw.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** An invalid Host: refused with the usual error body, and never a server error. */
let server: TestServer;
let trusting: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  trusting = await startTestServer({ database: server.database, env: { TRUST_PROXY: 'true' } });
});
afterAll(async () => {
  await trusting.stop();
  await server.stop();
});

const HOSTS = [
  ...[
    'evil.example:99999',
    '256.256.256.256',
    '1.2.3.4.5',
    '999999999999',
    '[1:2]',
    '[:]',
    '[::1',
    '',
    'a b',
    'user@host',
    'user:x@host',
  ],
  ...[
    'host:',
    'host:x',
    'a,b',
    '"><script>',
    'a/b',
    'a?b',
    'a#b',
    '\\evil',
    '%61',
    '\xff',
    'x'.repeat(5_000),
    '.',
    '0x100000000',
  ],
];
const PATHS = [
  '/calendar/events/v1/events',
  '/calendar/events/v1',
  '/',
  '/wp-json/',
  '/docs',
  '/nope',
  '/event/x',
];

test.each(HOSTS)('%j', async (host) => {
  for (const path of PATHS) {
    const answer = await raw(
      server.url,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    const [headers = '', body = ''] = answer.split('\r\n\r\n');
    expect([path, statusOf(answer)]).toEqual([path, 400]);
    expect(JSON.parse(body)).toMatchObject({ code: 'bad_request', data: { status: 400 } });
    expect(headers.toLowerCase()).toContain('x-content-type-options: nosniff');
  }
});

test.each(HOSTS.filter((host) => host !== '' && !host.includes(',')))(
  '%j from a trusted proxy',
  async (host) => {
    const answer = await raw(
      trusting.url,
      `GET /calendar/events/v1/events HTTP/1.1\r\nHost: x\r\nX-Forwarded-Host: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(statusOf(answer)).toBe(400);
  },
);

test.each([
  ['two that differ', 'Host: a.example\r\nHost: b.example'],
  ['the same twice', 'Host: a.example\r\nhOST: a.example'],
])('%s are refused, even if the response for one is cached', async (_what, hosts) => {
  for (const path of [...PATHS, '/healthz', '/readyz', '/graphql?query={events{totalCount}}'])
    for (const [lines, status] of [
      ['Host: a.example', path === '/nope' || path === '/event/x' ? 404 : 200],
      [hosts, 400],
    ] as const) {
      const answer = await raw(
        server.url,
        `GET ${path} HTTP/1.1\r\n${lines}\r\nX-Host: a\r\nConnection: close\r\n\r\n`,
      );
      expect([path, lines, statusOf(answer)]).toEqual([path, lines, status]);
    }
});

const TWO = 'Host: a.example\r\nHost: b.example\r\n';
const statuses = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const head = (method: string, path: string, hosts = 'Host: a.example\r\n', more = ''): string =>
  `${method} ${path} HTTP/1.1\r\n${hosts}${more}\r\n`;

test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'])(
  'no other method accepts two either: %s',
  async (method) => {
    for (const path of [...PATHS, '/healthz', '/readyz', '/graphql'])
      for (const more of ['', 'Content-Length: 2\r\nExpect: 100-continue\r\n']) {
        const answer = await raw(server.url, head(method, path, TWO, more));
        expect([path, more, statuses(answer)]).toEqual([path, more, [400]]);
      }
  },
);

test('earlier responses on the connection are sent in order, and none after it', async () => {
  const [first, second, two] = [head('GET', '/api'), head('GET', '/healthz'), head('GET', '/readyz', TWO)];
  for (const path of ['/healthz', '/calendar/events/v1/events', '/graphql?query={events{totalCount}}']) {
    const before = head('GET', path);
    expect(statuses(await raw(server.url, before + two + second))).toEqual([200, 400]);
    expect(statuses(await raw(server.url, first + before + second + two))).toEqual([200, 200, 200, 400]);
  }
});

test('finds a second Host behind any number of headers', async () => {
  // Node itself refuses more than 1,000.
  for (const [count, status] of [
    [900, 400],
    [1_999, 431],
    [3_500, 431],
  ] as const) {
    const hosts = `Host: a.example\r\n${'a:\r\n'.repeat(count)}Host: b.example\r\n`;
    expect(statuses(await raw(server.url, head('GET', '/healthz', hosts)))).toEqual([status]);
  }
});

test('GraphQL responds with its own error format', async () => {
  const answer = await raw(
    server.url,
    'GET /graphql?query={events{totalCount}} HTTP/1.1\r\nHost: 1.2.3.4.5\r\nConnection: close\r\n\r\n',
  );
  const body = answer.split('\r\n\r\n')[1] ?? '';
  expect([statusOf(answer), JSON.parse(body).errors[0].extensions]).toEqual([
    400,
    { code: 'BAD_REQUEST', status: 400 },
  ]);
});

test.each([
  'cal.example.net',
  'cal.example.net:8443',
  '127.0.0.1',
  '[::1]:80',
  'under_score',
  'localhost.',
  'xn--bcher-kva.example',
])('%s is a valid host', async (host) => {
  const answer = await raw(
    server.url,
    `GET /calendar/events/v1/events HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  expect(statusOf(answer)).toBe(200);
  expect(answer).toContain(`"rest_url":"http://${host}/calendar`);
});

test('HTTP/1.0 needs no Host', async () => {
  expect(statusOf(await raw(server.url, 'GET /calendar/events/v1/events HTTP/1.0\r\n\r\n'))).toBe(200);
});
