import { auditServer } from 'graphql-http';
import { startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const TYPED = 'application/graphql-response+json';
const QUERY = '{ events { totalCount } }';

const operation = (body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
  fetch(`${server.url}/graphql`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('all audits of GraphQL over HTTP pass, none with a warning', async () => {
  const results = await auditServer({ url: `${server.url}/graphql` });
  expect(results.filter(({ status }) => status !== 'ok').map(({ id, name }) => `${id} ${name}`)).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(61);
});

test.each([
  ['a document that cannot be parsed', { query: '{' }, 'GRAPHQL_PARSE_FAILED'],
  ['a document that is not valid', { query: '{ bogus }' }, 'GRAPHQL_VALIDATION_FAILED'],
  ['a bad literal', { query: '{ events(first: "x") { totalCount } }' }, 'BAD_USER_INPUT'],
  ['a bad variable', { query: 'query ($by: EventBy!) { event(by: $by) { id } }' }, 'BAD_USER_INPUT'],
  ['too much', { query: `{ ${'viewer { id } '.repeat(31)} }` }, 'QUERY_TOO_COMPLEX'],
  [
    'an operation that does not exist',
    { query: `query A ${QUERY}`, operationName: 'B' },
    'OPERATION_RESOLUTION_FAILURE',
  ],
])('%s is 200 as application/json, and 400 as graphql-response+json', async (_name, body, code) => {
  for (const [accept, type, status] of [
    ['application/json', 'application/json', 200],
    ['*/*', 'application/json', 200],
    [TYPED, TYPED, 400],
    [`${TYPED}, application/json;q=0.9`, TYPED, 400],
  ] as const) {
    const response = await operation(body, { accept });
    const answer = await response.json();
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([status, type]);
    expect(answer).not.toHaveProperty('data');
    expect(answer.errors[0].extensions).toMatchObject({ code, status: 400 });
  }
});

test.each([
  ['JSON that is none', '{bad', {}, 400],
  ['no document', {}, {}, 400],
  ['several operations', [{ query: QUERY }], {}, 400],
  ['a wrong login', { query: QUERY }, { authorization: 'Basic d3Jvbmc6d3Jvbmc=' }, 401],
  ['a type that is not JSON', QUERY, { 'content-type': 'text/plain' }, 415],
])('%s is no operation, and has its status whatever is accepted', async (_name, body, headers, status) => {
  for (const accept of ['application/json', TYPED])
    expect((await operation(body, { accept, ...headers })).status).toBe(status);
});

describe('QUERY', () => {
  test('returns the same bytes as POST, and 304 for a current client', async () => {
    const posted = await (await operation({ query: QUERY })).text();
    const response = await operation({ query: QUERY }, {}, 'QUERY');
    expect([response.status, await response.text()]).toEqual([200, posted]);
    const tag = response.headers.get('etag') ?? '';
    expect(tag).toMatch(/^".+"$/);
    const again = await operation({ query: QUERY }, { 'if-none-match': tag }, 'QUERY');
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await operation({ query: '{ venues { totalCount } }' }, { 'if-none-match': tag }, 'QUERY');
    expect([other.status, await other.json()]).toEqual([200, { data: { venues: { totalCount: 0 } } }]);
  });

  test('sees later changes', async () => {
    const total = async () =>
      (await (await operation({ query: QUERY }, {}, 'QUERY')).json()).data.events.totalCount;
    const before = await total();
    await total();
    await server.request('POST', '/events', {
      title: 'Fair',
      start_date: 'tomorrow 10am',
      end_date: 'tomorrow 11am',
    });
    expect(await total()).toBe(before + 1);
  });

  test('refuses mutations as GET does, and stores nothing', async () => {
    const query = 'mutation { createTag(input: {name: "by query"}) { tag { id } } }';
    const response = await operation({ query }, server.admin, 'QUERY');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await response.json()).errors[0].extensions).toEqual({ code: 'BAD_REQUEST', status: 405 });
    expect(await server.graphql('{ tags { totalCount } }')).toEqual({ data: { tags: { totalCount: 0 } } });
  });

  test('needs a body of JSON, and no more of it than POST', async () => {
    const plain = await operation(QUERY, { 'content-type': 'text/plain' }, 'QUERY');
    expect([plain.status, plain.headers.get('accept-query')]).toEqual([415, 'application/json']);
    expect((await fetch(`${server.url}/graphql`, { method: 'QUERY' })).status).toBe(415);
    expect((await operation({ query: QUERY, x: 'a'.repeat(101 * 1024) }, {}, 'QUERY')).status).toBe(413);
  });

  test('is listed in headers, and allowed to pages of other sites after a preflight', async () => {
    const preflight = await fetch(`${server.url}/graphql`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.test', 'access-control-request-method': 'QUERY' },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toContain('QUERY');
    expect(preflight.headers.get('accept-query')).toBe('application/json');
    const got = await fetch(`${server.url}/graphql?query=${encodeURIComponent(QUERY)}`);
    expect(got.headers.get('accept-query')).toBe('application/json');
    const response = await operation({ query: QUERY }, { origin: 'https://a.test' }, 'QUERY');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toContain('Accept-Query');
  });

  test('does not exist in REST', async () => {
    const response = await fetch(`${server.rest}/events`, { method: 'QUERY' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).not.toContain('QUERY');
  });
});
