import { startTestServer, type TestServer } from '../support/service.ts';
import { ask } from './ask.ts';

/** Pages of other sites, in a browser that sends a stored login along with their requests. */
let server: TestServer;
let credentials: { authorization: string };
let venue: string;
let number = 0;

beforeAll(async () => {
  server = await startTestServer();
  credentials = server.admin;
});
afterAll(() => server.stop());

beforeEach(async () => {
  number += 1;
  const { id } = await (await server.request('POST', '/venues', { venue: `Hall ${number}` })).json();
  venue = `${server.rest}/venues/${id}`;
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' };
const PARTS = '--x\r\ncontent-disposition: form-data; name="_method"\r\n\r\nDELETE\r\n--x--\r\n';

const stored = async (): Promise<string> =>
  (await (await fetch(venue, { headers: credentials })).json()).status;

const SENT: [what: string, query: string, headers: Record<string, string>, body: string, status: number][] = [
  ['a form', '', FORM, '_method=DELETE', 200],
  ['a form with the method in its address', '?_method=DELETE', FORM, 'x=y', 200],
  [
    'a form with parameters of its type',
    '',
    { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=utf-8' },
    '_method=DELETE',
    200,
  ],
  ['a multipart form', '', MULTIPART, PARTS, 200],
  ['no body', '?_method=DELETE', {}, '', 200],
  ['text', '?_method=DELETE', { 'content-type': 'text/plain' }, '{"status":"trash"}', 415],
];

const FROM: [who: string, headers: Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['a hidden origin', { origin: 'null' }],
  ['another port', { origin: 'http://127.0.0.1:1' }],
  ['a host with the same prefix', { origin: 'http://127.0.0.1.evil.example' }],
  ['a browser that sends Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling site', { 'sec-fetch-site': 'same-site', origin: 'https://other.cal.test' }],
];

describe.each(SENT)('%s', (_what, query, headers, body, status) => {
  test.each(FROM)('from %s is refused', async (_who, from) => {
    const refused = await ask(venue + query, 'POST', { ...credentials, ...headers, ...from }, body);
    expect([refused.status, JSON.parse(refused.text).code, await stored()]).toEqual([
      403,
      'rest_forbidden',
      'publish',
    ]);
    expect(refused.headers['www-authenticate']).toBeUndefined();
  });

  test('accepts a request of a program', async () => {
    expect((await ask(venue + query, 'POST', { ...credentials, ...headers }, body)).status).toBe(status);
    expect(await stored()).toBe(status === 200 ? 'trash' : 'publish');
  });
});

test.each([
  [
    'JSON of a page after a preflight',
    'POST',
    { 'content-type': 'application/json', origin: 'https://app.example' },
    '{"zip":"1"}',
    200,
  ],
  [
    'another method, which needs a preflight',
    'PATCH',
    { ...FORM, origin: 'https://app.example', 'sec-fetch-site': 'cross-site' },
    'zip=1',
    200,
  ],
  [
    'a header that needs a preflight',
    'POST',
    { ...FORM, origin: 'https://app.example', 'x-http-method-override': 'PATCH' },
    'zip=1',
    200,
  ],
  [
    'a form of this site',
    'POST',
    { ...FORM, 'sec-fetch-site': 'same-origin', origin: 'https://cal.test' },
    'zip=1',
    200,
  ],
  ['an address typed by the user', 'POST', { ...FORM, 'sec-fetch-site': 'none' }, 'zip=1', 200],
])('accepts %s', async (_what, method, headers, body, status) => {
  expect((await ask(venue, method, { ...credentials, ...headers }, body)).status).toBe(status);
});

test('accepts a form of this site by its Origin alone', async () => {
  expect((await ask(venue, 'POST', { ...credentials, ...FORM, origin: server.url }, 'zip=1')).status).toBe(
    200,
  );
});

test('accepts a bearer token, which only the page itself can add', async () => {
  const headers = { ...FORM, origin: 'https://app.example', authorization: 'Bearer a.b.c' };
  expect((await ask(venue, 'POST', headers, 'zip=1')).status).toBe(401);
});

test('a preflight does not allow credentials', async () => {
  for (const url of [venue, `${server.url}/graphql`, `${server.rest}/events`]) {
    const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const { headers } = await ask(url, 'OPTIONS', preflight);
    expect([headers['access-control-allow-origin'], headers['access-control-allow-credentials']]).toEqual([
      '*',
      undefined,
    ]);
  }
});

test.each([
  ['a program', {}, true],
  ['curl', { 'user-agent': 'curl/8.5.0', accept: '*/*' }, true],
  ['a program that likes JSON', { accept: 'application/json' }, true],
  ['a page navigation', { accept: 'text/html,application/xhtml+xml;q=0.9' }, false],
  ['a script of a page', { origin: 'http://cal.test', accept: '*/*' }, false],
  ['a browser over https', { 'sec-fetch-dest': 'image' }, false],
  [
    'an image in a page over http',
    { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)', accept: 'image/*' },
    false,
  ],
])('%s gets a login challenge: %j %s', async (_who, headers, isAsked) => {
  const wrong = { 'content-type': 'application/json', authorization: 'Basic eDp5' };
  for (const refused of [
    await ask(`${server.rest}/events?status=draft`, 'GET', headers),
    await ask(`${server.url}/graphql`, 'POST', { ...headers, ...wrong }, '{"query":"{viewer{id}}"}'),
  ])
    expect([refused.status, refused.headers['www-authenticate'] !== undefined]).toEqual([401, isAsked]);
});
