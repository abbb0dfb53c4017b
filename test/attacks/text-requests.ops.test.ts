import { startTestServer, type TestServer } from '../support/service.ts';
import { ask } from './ask.ts';
import { SHAPES } from './text-shapes.ts';

/** Headers and addresses, sent to the whole service: each gets a response. */
let server: TestServer;
/** Leaves room for the name and the other headers within the 16 KB that Node accepts. */
const LONGEST = 14_000;

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'true' } });
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
/** Shapes that stay the same in a header. */
const shapes = Object.entries(SHAPES).filter(([, shape]) => inHeader(shape(100)) === shape(100));

/** Whether the service read the request, rather than Node refusing it. */
const isRead = ({ status }: { status: number }): boolean => status !== 431 && status < 500;

test.each(shapes)('%s in every header', async (_name, shape) => {
  for (const [name, before, method, path] of HEADERS) {
    const headers = { ...(!ANONYMOUS.includes(name) && server.admin), [name]: before + shape(LONGEST) };
    const answer = await ask(server.rest + path, method, headers, method === 'POST' ? '{}' : '');
    expect([name, before, answer.status, isRead(answer)]).toEqual([name, before, answer.status, true]);
  }
});

test.each(Object.entries(SHAPES))('%s in addresses and operations', async (_name, shape) => {
  const encoded = (length: number): string =>
    encodeURIComponent(shape(length).toWellFormed()).replaceAll("'", '%27');
  const fitting = encoded(Math.floor((LONGEST * 600) / encoded(600).length));
  const get = (path: string) => ask(server.rest + path, 'GET', server.admin);
  const operation = (text: string): string =>
    JSON.stringify({
      query: `query($t: String!) { search: events(filter: { search: $t }) { totalCount } slug: event(by: { slug: $t }) { id } ${JSON.stringify(text)} }`,
      variables: { t: text },
    });
  const typed = (text: string): string =>
    JSON.stringify({
      query: 'query($t: String) { events(filter: { search: $t }) { totalCount } }',
      variables: { t: text },
    });
  const post = (body: string) =>
    ask(`${server.url}/graphql`, 'POST', { ...server.admin, 'content-type': 'application/json' }, body);
  const requests: [string, () => ReturnType<typeof ask>][] = [
    ['search', () => get(`/events?search=${fitting}`)],
    ['a number', () => get(`/events?page=${fitting}`)],
    ['categories', () => get(`/events?categories=${fitting}`)],
    ['a slug', () => get(`/events/by-slug/${fitting}`)],
    ['a name', () => get(`/events?${fitting}=1`)],
    ['a place', () => get(`/events?categories[${fitting}]=1`)],
    ['fields', () => get(`/events?_fields=${fitting}`)],
    ['a document of GraphQL', () => post(operation(shape(LONGEST)))],
    ['a variable', () => post(typed(shape(LONGEST)))],
  ];
  for (const [what, send] of requests) {
    const answer = await send();
    expect([what, answer.status, isRead(answer)]).toEqual([what, answer.status, true]);
  }
});
