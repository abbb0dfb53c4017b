import { ask } from '../attacks/ask.ts';
import { startTestServer, type TestServer } from '../support/service.ts';
import { raw } from './raw.ts';

/** The security headers of every response. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const EXPECTED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

test.each([
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', '/', 200],
  ['GET', '/docs', 200],
  ['GET', '/docs/reference.css', 200],
  ['GET', '/favicon.ico', 200],
  ['GET', '/schema.graphql', 200],
  ['GET', '/calendar/events/v1', 200],
  ['GET', '/calendar/events/v1/doc', 200],
  ['GET', '/calendar/events/v1/events', 200],
  ['GET', '/calendar/events/v1/events?page=x', 400],
  ['GET', '/calendar/events/v1/events/0?_envelope', 200],
  ['POST', '/calendar/events/v1/events', 401],
  ['GET', '/nope', 404],
  ['GET', '/%', 404],
  ['GET', '/graphql?query={events{totalCount}}', 200],
  ['GET', '/graphql?query={', 200],
  ['POST', '/graphql', 415],
  ['PUT', '/graphql', 405],
  ['OPTIONS', '/graphql', 204],
])('%s %s', async (method, path, status) => {
  // Twice: the second response may come from the cache.
  for (let round = 0; round < 2; round++) {
    const answer = await ask(server.url + path, method, { accept: 'application/json' });
    expect([answer.status, answer.headers]).toMatchObject([status, EXPECTED]);
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(answer.headers['x-powered-by']).toBeUndefined();
    if (method === 'GET') expect(answer.headers['cache-control']).toBeDefined();
  }
});

test('a response to a malformed request has them, too', async () => {
  const answer = (await raw(server.url, 'NONSENSE\r\n\r\n')).toLowerCase();
  for (const name of [
    'x-content-type-options: nosniff',
    'x-frame-options: deny',
    "content-security-policy: default-src 'none'",
  ])
    expect(answer).toContain(name);
});

test.each([
  ['/calendar/events/v1', /^public, max-age=0, stale-if-error=60$/],
  ['/calendar/events/v1/doc', /^public, max-age=0, stale-if-error=60$/],
  ['/wp-json/', /^public, max-age=0, stale-if-error=60$/],
  ['/calendar/events/v1/events/0', /^no-store$/],
  ['/calendar/events/v1/events/0?_envelope', /^no-store$/],
  ['/wp-json/nope', /^no-store$/],
  ['/nope', /^no-store$/],
])('%s sets how long it may be cached', async (path, expected) => {
  expect((await ask(server.url + path, 'GET')).headers['cache-control']).toMatch(expected);
});
