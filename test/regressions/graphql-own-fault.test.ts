import { startTestServer, type TestServer } from '../support/service.ts';

/**
 * These returned internal_server_error: NUL in a slug or a required argument, and mismatched hashes of persisted
 * queries.
 */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const codeOf = async (query: string): Promise<unknown> =>
  (await server.graphql(query)).errors?.[0]?.extensions.code;

test.each([
  ['mutation { updateOrganizer(by: { slug: "a\\u0000" }, input: {}) { organizer { id } } }', 'NOT_FOUND'],
  ['mutation { deleteEvent(by: { slug: "\\u0000" }) { deletedId } }', 'NOT_FOUND'],
  ['{ venue(by: { slug: "\\u0000" }) { id } }', 'BAD_USER_INPUT'],
  [
    'mutation { createApplicationPassword(input: { user: { login: "admin" }, name: "\\u0000" }) { password } }',
    'BAD_USER_INPUT',
  ],
])('%s', async (query, code) => {
  expect(await codeOf(query)).toBe(code);
});

test.each([
  { version: 1, sha256Hash: 1 },
  { version: 1, sha256Hash: 'abc' },
  { version: 2, sha256Hash: 'abc' },
  'x',
  [],
])('%j is not a hash', async (persistedQuery) => {
  const request = { query: '{ viewer { id } }', extensions: { persistedQuery } };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify(request),
  });
  expect([response.status, (await response.json()).errors[0].extensions.code]).toEqual([
    400,
    'BAD_USER_INPUT',
  ]);
});

test('an invalid required field does not hide other problems', async () => {
  const input = '{ title: "", start: "2031-01-01", end: "2030-01-01", timezone: "Mars" }';
  const { errors } = await server.graphql(`mutation { createEvent(input: ${input}) { event { id } } }`);
  expect(Object.keys((errors?.[0]?.extensions.params ?? {}) as object).sort()).toEqual([
    'input.timezone',
    'input.title',
  ]);
});
