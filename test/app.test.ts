import { startTestServer, type TestServer } from './support/service.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: 'manual' });

test('the process is alive and ready', async () => {
  expect(await (await get('/healthz')).json()).toEqual({ status: 'alive' });
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
});

test('unknown addresses return the REST error body', async () => {
  const response = await get('/nope');
  expect([response.status, (await response.json()).code]).toEqual([404, 'rest_no_route']);
  expect(response.headers.get('x-powered-by')).toBeNull();
});

test('the home page links clients to the API, under the requested host', async () => {
  const response = await get('/');
  expect(response.headers.get('link')).toContain(`<${server.url}/wp-json/>; rel="https://api.w.org/"`);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('serves GraphiQL and its files', async () => {
  const page = await (await get('/graphql', { accept: 'text/html' })).text();
  const script = /src="(graphiql\/[^"]+)"/.exec(page)?.[1];
  expect((await get(`/${script}`)).headers.get('content-type')).toContain('javascript');
});

test('GraphQL reads a record written through REST, and its address leads back to REST', async () => {
  const body = {
    title: 'River walk',
    start_date: '2030-05-01 10:00',
    end_date: '2030-05-01 12:00',
    venue: { venue: 'Boat house' },
  };
  const created = await server.request('POST', '/events', body);
  expect(created.status).toBe(201);
  const { id } = await created.json();
  const { data } = await server.graphql(
    'query($id: Int!) { event(by: { databaseId: $id }) { title url venue { name } } }',
    { id },
    {},
  );
  expect(data).toEqual({
    event: { title: 'River walk', url: `${server.url}/event/river-walk/`, venue: { name: 'Boat house' } },
  });
  const json = await get('/event/river-walk/', { accept: 'application/json' });
  expect(json.status).toBe(302);
  expect((await (await fetch(json.headers.get('location') ?? '')).json()).id).toBe(id);
  expect(await (await get('/event/river-walk/')).text()).toContain('<h1>River walk</h1>');
});

test('both APIs reject wrong credentials', async () => {
  const wrong = { authorization: 'Basic YWRtaW46d3Jvbmc=' };
  expect((await server.request('GET', '/events', undefined, wrong)).status).toBe(401);
  expect((await server.graphql('{ viewer { id } }', {}, wrong)).errors?.[0]?.extensions).toEqual({
    code: 'UNAUTHENTICATED',
    status: 401,
  });
});

test('responses are compressed', async () => {
  expect(
    (await get('/calendar/events/v1', { 'accept-encoding': 'br' })).headers.get('content-encoding'),
  ).toBe('br');
});

test('two revisions share one database', async () => {
  const other = await startTestServer({ database: server.database, env: { API_REVISION: 'A' } });
  const names = async (one: TestServer) =>
    Object.keys(
      (await (await fetch(one.rest)).json()).routes['/calendar/events/v1/events'].endpoints[0].args,
    );
  expect(await names(other)).not.toContain('starts_before');
  expect(await names(server)).toContain('starts_before');
  await other.stop();
});

test('without its database the service is alive but not ready', async () => {
  const lost = await startTestServer();
  try {
    await lost.database.drop();
    const ready = await fetch(`${lost.url}/readyz`);
    expect([ready.status, (await ready.json()).code]).toEqual([503, 'service_unavailable']);
    expect((await fetch(`${lost.url}/healthz`)).status).toBe(200);
  } finally {
    await lost.stop();
  }
});
