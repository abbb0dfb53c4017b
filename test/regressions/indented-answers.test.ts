import { settled, startTestServer, type TestServer } from '../support/service.ts';

/** `_pretty` indents, as in WordPress (rules#routes). */
let server: TestServer;
let id: number;
beforeAll(async () => {
  server = await startTestServer();
  const made = await server.request('POST', '/venues?_pretty', { venue: 'Hall' });
  const text = await made.text();
  expect(text).toMatch(/^\{\n {2}"id": \d+,\n/);
  ({ id } = JSON.parse(text));
  await settled(server);
});
afterAll(() => server.stop());

const NS = '/calendar/events/v1';

test.each([
  ['/wp-json/?', 200],
  [`${NS}/?`, 200],
  [`${NS}/doc?`, 200],
  [`${NS}/venues?`, 200],
  [`${NS}/venues?_envelope&`, 200],
  [`${NS}/venues/999999?`, 404],
  [`${NS}/venues?per_page=x&`, 400],
  [`${NS}/none?`, 404],
  ['/wp-json/none?', 404],
])('%s_pretty is the same with line breaks', async (path, status) => {
  const plain = await fetch(server.url + path);
  const pretty = await fetch(`${server.url}${path}_pretty=1`);
  const text = await pretty.text();
  expect([pretty.status, pretty.headers.get('content-type')]).toEqual([
    status,
    plain.headers.get('content-type'),
  ]);
  expect(text).toMatch(/^\{\n {2}"/);
  expect(pretty.headers.get('x-ignored-parameters')).toBeNull();
  const body = JSON.parse(text);
  const linksAsPlain = JSON.stringify(body).replaceAll('&_pretty=1', '').replaceAll('?_pretty=1', '');
  expect(linksAsPlain).toBe(await plain.text());
});

test('the indented form has its own entity tag, for reading and for writing, and the links keep it', async () => {
  const [plain, pretty] = await Promise.all([
    server.request('GET', `/venues/${id}`),
    server.request('GET', `/venues/${id}?_pretty`),
  ]);
  const tag = pretty.headers.get('etag') ?? '';
  expect(tag).not.toBe(plain.headers.get('etag'));
  const again = (query: string) =>
    server.request('GET', `/venues/${id}${query}`, undefined, { ...server.admin, 'if-none-match': tag });
  expect([(await again('?_pretty')).status, (await again('')).status]).toEqual([304, 200]);
  await server.request('POST', '/venues', { venue: 'Other' });
  const list = await (await server.request('GET', '/venues?_pretty&per_page=1')).json();
  expect(list.next_rest_url).toMatch(/[?&]_pretty=?(&|$)/);
  const change = () =>
    server.request('PATCH', `/venues/${id}`, { city: 'Ulm' }, { ...server.admin, 'if-match': tag });
  expect((await change()).status).toBe(200);
  expect((await change()).status).toBe(412);
});
