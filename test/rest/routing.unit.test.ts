import { ServiceError } from '../../src/lib/errors.ts';
import { EDITOR, NAMESPACE, type RestHarness, startRest } from './harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await startRest();
});
afterAll(() => rest.close());
beforeEach(() => {
  rest.runs.length = 0;
  rest.authorize = async () => {};
});

const lastRun = () => rest.runs.at(-1);

test.each([
  ['GET', '/events', 'events', {}],
  ['GET', '/events/12', 'event', { by: { databaseId: 12 } }],
  ['GET', '/events/0012', 'event', { by: { databaseId: 12 } }],
  ['GET', '/events/99999999999', 'event', { by: { databaseId: 0 } }],
  ['GET', '/events/by-slug/a%20b%2Fc', 'event', { by: { slug: 'a b/c' } }],
  ['GET', '/events/by-slug/12', 'event', { by: { slug: '12' } }],
  ['DELETE', '/venues/by-slug/hall?force=true', 'deleteVenue', { by: { slug: 'hall' }, force: true }],
  ['POST', '/organizers/3', 'updateOrganizer', { by: { databaseId: 3 }, input: {} }],
  ['PUT', '/categories/3', 'updateCategory', { by: { databaseId: 3 }, input: {} }],
  ['PATCH', '/tags/3', 'updateTag', { by: { databaseId: 3 }, input: {} }],
  ['POST', '/tags?name=x', 'createTag', { input: { name: 'x' } }],
])('%s %s runs %s', async (method, path, field, variables) => {
  for (const prefix of ['', '/wp-json']) {
    const response = await rest.send(method, `${prefix}${NAMESPACE}${path}`);
    expect(response.status).toBe(field.startsWith('create') ? 201 : 200);
    expect([lastRun()?.field, lastRun()?.variables]).toEqual([field, variables]);
  }
});

test('a trailing slash changes nothing', async () => {
  for (const path of ['', '/', '/doc/', '/events/', '/events/5/', '/events/by-slug/x/'])
    expect((await rest.get(NAMESPACE + path)).status).toBe(200);
});

test.each([
  '/nothing',
  '/events/abc',
  '/events/-1',
  '/events/1.5',
  '/events/by-slug',
  '/events/by-slug/',
  '/events/by-slug/a/b',
  '/events/by-slug/%zz',
  '/events/by-slug/%00',
  '/webhook',
  '/webhook/1',
  '/Query.events',
  '/openapi.json',
])('%s is not a route', async (path) => {
  for (const method of ['GET', 'POST']) {
    const response = await rest.send(method, NAMESPACE + path);
    expect([response.status, (await response.json()).code]).toEqual([404, 'rest_no_route']);
  }
});

test('other paths are left to the rest of the service', async () => {
  for (const path of ['/', '/webhook', '/events', '/calendar'])
    expect((await rest.get(path)).headers.get('x-robots-tag')).toBeNull();
  expect((await (await rest.get('/wp-json/none')).json()).code).toBe('rest_no_route');
});

test('a wrong method returns 405 and the allowed methods', async () => {
  const response = await rest.send('DELETE', `${NAMESPACE}/events`);
  expect([response.status, (await response.json()).code, response.headers.get('allow')]).toEqual([
    405,
    'rest_no_route',
    'GET, POST',
  ]);
  expect((await rest.send('POST', `${NAMESPACE}/doc`)).status).toBe(405);
  expect((await rest.send('PURGE', `${NAMESPACE}/events/1`)).status).toBe(405);
});

test('HEAD is GET without the body', async () => {
  const response = await rest.get(`${NAMESPACE}/events`, { method: 'HEAD' });
  expect([response.status, response.headers.get('x-tec-total'), await response.text()]).toEqual([
    200,
    '30',
    '',
  ]);
});

test('OPTIONS describes the route without authentication', async () => {
  const response = await rest.get(`${NAMESPACE}/events/5`, { method: 'OPTIONS' });
  expect(response.headers.get('allow')).toBe('GET, DELETE, POST, PUT, PATCH');
  expect(await response.json()).toMatchObject({
    namespace: 'calendar/events/v1',
    methods: ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'],
  });
  expect((await rest.get(`${NAMESPACE}/`, { method: 'OPTIONS' })).status).toBe(200);
  expect((await rest.get('/wp-json/', { method: 'OPTIONS' })).status).toBe(200);
  const { authentication } = await (await rest.get('/wp-json/')).json();
  expect(authentication).toEqual({
    'application-passwords': { endpoints: { authorization: `${rest.url}/docs` } },
  });
  expect((await rest.get(`${NAMESPACE}/nothing`, { method: 'OPTIONS' })).status).toBe(404);
});

test('a POST can replace another method', async () => {
  const form = { ...EDITOR, 'content-type': 'application/x-www-form-urlencoded' };
  await rest.send('POST', `${NAMESPACE}/events/5`, undefined, {
    ...EDITOR,
    'x-http-method-override': 'delete',
  });
  await rest.send('POST', `${NAMESPACE}/events/5?_method=DELETE`);
  await rest.get(`${NAMESPACE}/events/5`, { method: 'POST', headers: form, body: '_method=DELETE&force=1' });
  expect(rest.runs.map((run) => run.field)).toEqual(['deleteEvent', 'deleteEvent', 'deleteEvent']);
  expect(lastRun()?.variables).toEqual({ by: { databaseId: 5 }, force: true });
  await rest.send('POST', `${NAMESPACE}/events/5`, { _method: 'DELETE' });
  await rest.get(`${NAMESPACE}/events/5?_method=DELETE`);
  expect(rest.runs.slice(3).map((run) => run.field)).toEqual(['updateEvent', 'event']);
  expect((await rest.send('POST', `${NAMESPACE}/events/5?_method=NOPE`)).status).toBe(405);
});

test('rights are checked before parameters and bodies', async () => {
  const calls: unknown[] = [];
  rest.authorize = async (coordinate, target) => {
    calls.push([coordinate, target]);
    throw new ServiceError('rest_forbidden', { status: 401 });
  };
  const statuses = [
    await rest.send('POST', `${NAMESPACE}/events`, { title: '' }),
    await rest.send('PUT', `${NAMESPACE}/events/99999999999?a[b][c][d][e][f][g][h]=1`),
    await rest.get(`${NAMESPACE}/venues/by-slug/x`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{',
    }),
    await rest.get(`${NAMESPACE}/tags/1`, {
      method: 'DELETE',
      headers: { 'content-type': 'image/png' },
      body: 'x',
    }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 401, 401, 401]);
  expect(calls).toEqual([
    ['Mutation.createEvent', {}],
    ['Mutation.updateEvent', { id: 0 }],
    ['Mutation.updateVenue', { slug: 'x' }],
    ['Mutation.deleteTag', { id: 1 }],
  ]);
});

test('wrong credentials are rejected everywhere, with a challenge except for browsers', async () => {
  for (const path of ['', '/doc', '/events']) {
    const response = await rest.get(NAMESPACE + path, { headers: { authorization: 'Basic eDp5' } });
    expect([response.status, (await response.json()).code]).toEqual([401, 'incorrect_password']);
    // fetch counts as a browser: it sends Sec-Fetch-Mode.
    expect(response.headers.get('www-authenticate')).toBeNull();
  }
});

test('an alias is the same API with its own links', async () => {
  const body = await (await rest.get('/wp-json/tribe/events/v1/events')).json();
  expect(body.rest_url).toBe(`${rest.url}/wp-json/tribe/events/v1/events/?page=1&per_page=9`);
});
