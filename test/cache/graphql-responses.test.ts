import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { cacheCounts } from '../support/cache-counts.ts';
import { eventually } from '../support/eventually.ts';
import { settled, startTestServer, type TestServer } from '../support/service.ts';

/** Queries by POST, as GraphQL clients send them. */
let server: TestServer;
let now = new Date('2031-03-01T10:00:00Z');
let id: number;

beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
  ({ id } = await create('Fair'));
});
afterAll(() => server.stop());

async function create(title: string, more: object = {}): Promise<{ id: number }> {
  const dates = { start_date: '2031-03-02 10:00', end_date: '2031-03-02 12:00' };
  return (await server.request('POST', '/events', { title, ...dates, ...more })).json();
}
const post = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** The data of a response, and whether it was computed for this request. */
async function ask(body: object, headers: Record<string, string> = {}) {
  const { hits } = cacheCounts();
  const { data } = await (await post(body, headers)).json();
  return { data, computed: cacheCounts().hits === hits };
}
const query = 'query One($id: Int!) { event(by: { databaseId: $id }) { title status } }';
const one = (title: string) => ({ event: { title, status: 'PUBLISHED' } });

test('a repeated query comes from the cache until the next write', async () => {
  const body = { query, variables: { id } };
  expect(await ask(body)).toEqual({ data: one('Fair'), computed: true });
  expect(await ask(body)).toEqual({ data: one('Fair'), computed: false });
  expect(await ask(body, server.admin)).toEqual({ data: one('Fair'), computed: true });
  await server.request('PATCH', `/events/${id}`, { title: 'Feast' });
  expect(await ask(body)).toEqual({ data: one('Feast'), computed: true });
  // The write also appears in the change log, which must not clear the cache again.
  await settled(server);
  expect(await ask(body)).toEqual({ data: one('Feast'), computed: false });
});

test("a cached response has the first one's status and type, no entity tag, and its own request id", async () => {
  const body = { query, variables: { id }, operationName: 'One' };
  const answers = [await post(body), await post(body)];
  const shown = answers.map(({ status, headers }) => [
    status,
    ...['content-type', 'cache-control', 'etag', 'content-length'].map((name) => headers.get(name)),
  ]);
  expect(shown[0]?.slice(0, 4)).toEqual([200, 'application/json; charset=utf-8', 'no-store', null]);
  expect(shown[1]).toEqual(shown[0]);
  expect(answers[0]?.headers.get('x-request-id')).not.toBe(answers[1]?.headers.get('x-request-id'));
  const other = await post(body, { accept: 'application/graphql-response+json' });
  expect(other.headers.get('content-type')).toMatch(/^application\/graphql-response\+json/);
});

test('variables, the chosen operation and persisted queries are distinguished', async () => {
  const { id: second } = await create('Second');
  for (const computed of [true, false]) {
    expect(await ask({ query, variables: { id } })).toEqual({ data: one('Feast'), computed });
    expect(await ask({ query, variables: { id: second } })).toEqual({ data: one('Second'), computed });
  }
  const several = `query A { event(by: { databaseId: ${id} }) { databaseId } } query B { event(by: { databaseId: ${id} }) { title } }`;
  for (const computed of [true, false]) {
    const chosen = (operationName: string) => ask({ query: several, operationName });
    expect(await chosen('A')).toEqual({ data: { event: { databaseId: id } }, computed });
    expect(await chosen('B')).toEqual({ data: { event: { title: 'Feast' } }, computed });
  }
  const sha256Hash = hash('sha256', query);
  const persisted = { extensions: { persistedQuery: { version: 1, sha256Hash } }, variables: { id } };
  await post({ ...persisted, query });
  expect(await ask(persisted)).toEqual({ data: one('Feast'), computed: true });
  expect(await ask(persisted)).toEqual({ data: one('Feast'), computed: false });
});

test('mutations run each time, even if anonymous callers may send them', async () => {
  const open = await startTestServer({ env: { ALLOW_ANONYMOUS_WRITES: 'true' } });
  try {
    const create = () =>
      open.graphql('mutation { createVenue(input: { name: "Hall" }) { venue { slug } } }', {}, {});
    const answers = [...(await Promise.all([create(), create()])), await create()];
    const slugs = answers.map(({ data }) => JSON.stringify(data?.createVenue));
    expect(slugs.toSorted()).toEqual(
      ['hall', 'hall-2', 'hall-3'].map((slug) => JSON.stringify({ venue: { slug } })),
    );
  } finally {
    await open.stop();
  }
});

test('users get no cached response of another caller, and other callers get none of theirs', async () => {
  const body = { query: '{ viewer { login } events(first: 1) { totalCount } }' };
  const logins = [];
  for (const headers of [{}, server.admin, {}, server.admin])
    logins.push((await ask(body, headers)).data.viewer?.login ?? null);
  expect(logins).toEqual([null, 'admin', null, 'admin']);
});

test('errors are not cached, whole or in part', async () => {
  const missing = 'venue(by: { databaseId: 999999 }) { id }';
  for (const wanted of [missing, `${missing} event(by: { databaseId: ${id} }) { id }`]) {
    const body = { query: `{ ${wanted} }` };
    expect([(await ask(body)).computed, (await ask(body)).computed]).toEqual([true, true]);
  }
});

test('a cached response ends when an event is published at its date', async () => {
  await create('Later', { status: 'publish', date: '2031-04-01 12:00:00' });
  const body = { query: '{ events(filter: { search: "Later", startsFrom: "2031-03-01" }) { totalCount } }' };
  const total = (count: number) => ({ events: { totalCount: count } });
  expect(await ask(body)).toMatchObject({ data: total(0), computed: true });
  expect(await ask(body)).toMatchObject({ data: total(0), computed: false });
  now = new Date('2031-04-01T12:00:00Z');
  await eventually('it is published', async () => isDeepStrictEqual((await ask(body)).data, total(1)));
});

test('an empty page after the last event has the current total, too', async () => {
  await create('Far');
  const list = (more: string, selection: string) => ({
    query: `{ events(filter: { search: "Far", startsFrom: "2031-01-01" }${more}) { ${selection} } }`,
  });
  const { data } = await ask(list(', orderBy: { direction: DESC }', 'pageInfo { endCursor }'));
  const body = list(
    `, orderBy: { direction: DESC }, after: "${data.events.pageInfo.endCursor}"`,
    'totalCount nodes { id }',
  );
  expect(await ask(body)).toMatchObject({ data: { events: { totalCount: 1, nodes: [] } } });
  expect(await ask(body)).toMatchObject({ data: { events: { totalCount: 1 } }, computed: false });
  await create('Far off');
  expect(await ask(body)).toMatchObject({ data: { events: { totalCount: 2 } } });
});

test('simultaneous equal requests share one computation', async () => {
  const body = { query: `{ event(by: { databaseId: ${id} }) { id slug title } }` };
  await server.request('PATCH', `/events/${id}`, { excerpt: 'new' });
  await ask({ query: `{ event(by: { databaseId: ${id} }) { id } }` });
  const { misses } = cacheCounts();
  const answers = await Promise.all(Array.from({ length: 8 }, async () => (await post(body)).text()));
  expect(new Set(answers).size).toBe(1);
  expect(cacheCounts().misses).toBe(misses + 1);
});
