import { startTestServer, type TestServer } from '../support/service.ts';
import { ask } from './ask.ts';
import { growth, SHAPES } from './text-shapes.ts';

/** Headers and addresses, sent to the whole service: in time that grows with their length, and no faster. */
let server: TestServer;
/** Names and other headers fit beside it into the 16 KB that Node takes. */
const LONGEST = 14_000;
/** A request takes some milliseconds of its own. */
const FLOOR_MS = 60;

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'true', GUESS_DELAY: '0s' } });
});
afterAll(() => server.stop());

const HEADERS: [name: string, before: string, method: string, path: string][] = [
  ['authorization', '', 'GET', '/tags'],
  ['authorization', 'Basic y', 'GET', '/tags'],
  ['authorization', 'Bearer a.', 'GET', '/tags'],
  ['accept', '', 'GET', '/events?page=x'],
  ['accept-encoding', '', 'GET', '/doc'],
  ['accept-encoding', 'br;', 'GET', '/doc'],
  ['if-match', '', 'PATCH', '/tags/1'],
  ['if-none-match', '', 'GET', '/events'],
  ['if-none-match', 'W/"', 'GET', '/events'],
  ['prefer', '', 'GET', '/events'],
  ['prefer', 'x, handling', 'GET', '/events'],
  ['host', '', 'GET', '/events'],
  ['origin', '', 'POST', '/venues'],
  ['origin', 'http://', 'POST', '/venues'],
  ['sec-fetch-site', '', 'POST', '/venues'],
  ['content-type', '', 'POST', '/venues'],
  ['content-type', 'multipart/form-data; boundary=', 'POST', '/venues'],
  ['content-type', 'application/json; charset=', 'POST', '/venues'],
  ['x-http-method-override', '', 'POST', '/tags/1'],
  ['x-forwarded-for', '', 'GET', '/events'],
  ['x-forwarded-host', '', 'GET', '/events'],
  ['x-forwarded-proto', '', 'GET', '/events'],
  ['x-request-id', '', 'GET', '/events'],
  ['access-control-request-headers', '', 'OPTIONS', '/events'],
  ['user-agent', '', 'GET', '/events?status=draft'],
];
const ANONYMOUS = ['authorization', 'user-agent', 'accept-encoding'];

/** Node takes no other characters in a header. */
const inHeader = (text: string): string => text.replace(/[^\t\x20-\x7e]/g, '~');
/** Those that differ once they are written so. */
const shapes = Object.entries(SHAPES).filter(([, shape]) => inHeader(shape(100)) === shape(100));

test.each(shapes)('%s in every header', async (_name, shape) => {
  const problems: string[] = [];
  for (const [name, before, method, path] of HEADERS) {
    const measured = await growth(LONGEST, FLOOR_MS, async (length) => {
      const headers = { ...(!ANONYMOUS.includes(name) && server.admin), [name]: before + shape(length) };
      const { status } = await ask(server.rest + path, method, headers, method === 'POST' ? '{}' : '');
      // It was read by the service, not cut off in front of it.
      expect([status, status === 431 || status >= 500]).toEqual([status, false]);
    });
    if (measured) problems.push(`${name}: ${before}… ${measured}`);
  }
  expect(problems).toEqual([]);
});

test.each(Object.entries(SHAPES))('%s in addresses and operations', async (_name, shape) => {
  const problems: string[] = [];
  const fitting = (length: number): string => {
    const sample = encodeURIComponent(shape(600).toWellFormed()).length / 600;
    return encodeURIComponent(shape(Math.floor(length / sample)).toWellFormed());
  };
  const get = (path: string) => ask(server.rest + path, 'GET', server.admin);
  const operation = (text: string): string =>
    JSON.stringify({
      query: `query($t: String) { search: events(search: $t) { total } slug: event(slug: $t) { id } ${JSON.stringify(text)} }`,
      variables: { t: text },
    });
  const typed = (text: string): string =>
    JSON.stringify({ query: 'query($t: String) { events(search: $t) { total } }', variables: { t: text } });
  const post = (body: string) =>
    ask(`${server.url}/graphql`, 'POST', { ...server.admin, 'content-type': 'application/json' }, body);
  const requests: [string, (length: number) => Promise<unknown>][] = [
    ['search', (length) => get(`/events?search=${fitting(length)}`)],
    ['a number', (length) => get(`/events?page=${fitting(length)}`)],
    ['categories', (length) => get(`/events?categories=${fitting(length)}`)],
    ['a slug', (length) => get(`/events/by-slug/${fitting(length)}`)],
    ['a name', (length) => get(`/events?${fitting(length)}=1`)],
    ['a place', (length) => get(`/events?categories[${fitting(length)}]=1`)],
    ['fields', (length) => get(`/events?_fields=${fitting(length)}`)],
    ['a document of GraphQL', (length) => post(operation(shape(length)))],
    ['a variable', (length) => post(typed(shape(length)))],
  ];
  for (const [what, send] of requests) {
    const measured = await growth(LONGEST, FLOOR_MS, send);
    if (measured) problems.push(`${what}: ${measured}`);
  }
  expect(problems).toEqual([]);
});
