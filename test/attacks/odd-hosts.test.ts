import { raw, statusOf } from '../http/raw.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** A Host that is none: refused with the body that every error has, and never our fault. */
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
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect([path, statusOf(answer)]).toEqual([path, 400]);
    expect(JSON.parse(body)).toMatchObject({ code: 'bad_request', data: { status: 400 } });
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
  }
});

test.each(HOSTS.filter((host) => host !== '' && !host.includes(',')))(
  '%j from a proxy that is trusted',
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
])('%s are no host, also where the answer for one is kept', async (_what, hosts) => {
  for (const path of [...PATHS, '/healthz', '/readyz', '/graphql?query={events{total}}'])
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

test('GraphQL says it in its own form', async () => {
  const answer = await raw(
    server.url,
    'GET /graphql?query={events{total}} HTTP/1.1\r\nHost: 1.2.3.4.5\r\nConnection: close\r\n\r\n',
  );
  const body = answer.split('\r\n\r\n')[1] ?? '';
  expect([statusOf(answer), JSON.parse(body).errors[0].extensions]).toEqual([
    400,
    { code: 'bad_request', status: 400 },
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
])('%s is a host', async (host) => {
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
