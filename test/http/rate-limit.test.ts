import { basic, startTestServer, type TestServer } from '../support/service.ts';

const LIMIT = 5;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: `${LIMIT}/h`, TRUST_PROXY: 'true' } });
});
afterAll(() => server.stop());

let clients = 0;
/** Headers of a client without earlier requests. */
const client = (): Record<string, string> => ({ 'x-forwarded-for': `192.0.2.${++clients}` });

const ask = (path: string, headers: Record<string, string>, init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.url}${path}`, { redirect: 'manual', ...init, headers });

/** Sends a number of requests; none may be refused. */
async function use(
  count: number,
  headers: Record<string, string>,
  path = '/calendar/events/v1/events',
): Promise<void> {
  for (let n = 0; n < count; n++) expect((await ask(path, headers)).status).not.toBe(429);
}

const LIST = '/calendar/events/v1/events';
const post = { method: 'POST', body: '{"query":"{ events { total } }"}' };
const JSON_BODY = { 'content-type': 'application/json' };

test('each response has the remaining count, cached ones too', async () => {
  const me = client();
  for (let left = LIMIT - 1; left >= 0; left--) {
    const answer = await ask(LIST, me);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit-policy')).toBe(`"default";q=${LIMIT};w=3600`);
    expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${left};t=3[56]\\d\\d$`));
  }
  // Another client gets the same bytes with its own numbers.
  expect((await ask(LIST, client())).headers.get('ratelimit')).toContain(`r=${LIMIT - 1};`);
});

test.each([
  ['a list', LIST],
  ['a list in the WordPress format', `/wp-json${LIST}`],
  ['the index', '/calendar/events/v1/'],
  ['the document', '/calendar/events/v1/doc'],
  ['an address without a route', '/calendar/events/v1/nothing'],
  ['the start page', '/'],
  ['the documentation', '/docs'],
  ['an unknown address', '/nowhere'],
])('%s is refused beyond the limit, in the standard form', async (_what, path) => {
  const me = client();
  await use(LIMIT, me);
  const answer = await ask(path, me);
  expect(answer.status).toBe(429);
  expect(await answer.json()).toMatchObject({ code: 'too_many_requests', data: { status: 429 } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect(answer.headers.get('ratelimit')).toMatch(/;r=0;/);
});

test('GraphQL refuses with its own format, before it reads a body', async () => {
  const me = client();
  await use(LIMIT, me);
  for (const init of [post, { method: 'POST', body: 'no JSON' }]) {
    const answer = await ask('/graphql', { ...me, ...JSON_BODY }, init);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED', status: 429 } }],
    });
  }
});

test('GraphQL operations, writes and errors count too', async () => {
  const me = client();
  await ask('/graphql', { ...me, ...JSON_BODY }, post);
  await ask(LIST, { ...me, ...JSON_BODY }, { method: 'POST', body: '{}' });
  await ask(`${LIST}?page=0`, me);
  await ask('/nowhere', me);
  expect((await ask(LIST, me)).headers.get('ratelimit')).toContain('r=0;');
  expect((await ask(LIST, me)).status).toBe(429);
});

test('probes and preflights do not count', async () => {
  const me = client();
  await use(LIMIT, me);
  for (const path of ['/healthz', '/readyz']) expect((await ask(path, me)).status).toBe(200);
  const preflight = { ...me, origin: 'https://pages.example', 'access-control-request-method': 'POST' };
  expect((await ask(LIST, preflight, { method: 'OPTIONS' })).status).toBeLessThan(300);
  expect((await ask(LIST, me, { method: 'OPTIONS' })).status).toBe(429);
});

test('addresses of one IPv6 network are one client', async () => {
  for (let n = 0; n < LIMIT; n++) await use(1, { 'x-forwarded-for': `2001:db8::${n}` });
  expect((await ask(LIST, { 'x-forwarded-for': '2001:db8::ffff' })).status).toBe(429);
  expect((await ask(LIST, { 'x-forwarded-for': '2001:db8:0:1::1' })).status).toBe(200);
});

test('a logged-in user has one count for all addresses; invalid credentials have none', async () => {
  const me = client();
  const admin = { ...me, ...server.admin };
  // The first request cannot be attributed yet.
  await use(1, admin);
  await use(LIMIT - 1, me);
  expect((await ask(LIST, me)).status).toBe(429);
  await use(LIMIT - 1, admin);
  await use(1, { ...client(), ...server.admin });
  expect((await ask(LIST, admin)).status).toBe(429);
  expect((await ask(LIST, { ...client(), ...server.admin })).status).toBe(429);
  const guesser = client();
  for (let n = 0; n < LIMIT; n++)
    expect((await ask(LIST, { ...guesser, ...basic('admin', `guess ${n}`) })).status).toBe(401);
  expect((await ask(LIST, { ...guesser, ...basic('admin', 'another') })).status).toBe(429);
});

test('without RATE_LIMIT there is no counting', async () => {
  const free = await startTestServer({ database: server.database });
  for (let n = 0; n < 30; n++) {
    const answer = await free.request('GET', '/events', undefined, {});
    expect(answer.status).toBe(200);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  }
  await free.stop();
});
