import { startTestServer, type TestServer } from '../support/service.ts';
import { raw, statusOf } from './raw.ts';

/** Raw bytes that no client library would send. */
let server: TestServer;
let auth: string;
beforeAll(async () => {
  server = await startTestServer();
  auth = `Authorization: ${server.admin.authorization}\r\n`;
});
afterAll(async () => {
  expect((await fetch(`${server.rest}/events`)).status).toBe(200);
  await server.stop();
});

const API = '/calendar/events/v1';
const get = (target: string, headers = 'Host: localhost\r\n'): Promise<string> =>
  raw(server.url, `GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
const post = (headers: string, body: string, end = false): Promise<string> =>
  raw(
    server.url,
    `POST ${API}/events HTTP/1.1\r\nHost: localhost\r\n${auth}Connection: close\r\n${headers}\r\n\r\n${body}`,
    { end },
  );

test.each([
  [`${API}/events/by-slug/%`, 404],
  [`${API}/events/by-slug/%zz`, 404],
  [`${API}/events/by-slug/%ff`, 404],
  [`${API}/events/%31`, 404],
  [`${API}/events?search=%`, 200],
  [`${API}/events?%=%&&&==&?`, 200],
  [`${API}//events`, 404],
  [`${API}/../v1/events`, 404],
  [`/%2e%2e/%2e%2e/etc/passwd`, 404],
  ['/docs/..%2f..%2fpackage.json', 404],
  ['/docs/%2e%2e/package.json', 404],
  ['/graphiql/__proto__', 404],
  ['/graphiql/..%2f..%2fpackage.json', 404],
  ['/event/%', 404],
  ['/%', 404],
  ['*', 404],
  ['http://evil.example/calendar/events/v1/events', 200],
  [`${API}/events?${'a'.repeat(10_000)}`, 200],
  [`/${'a'.repeat(20_000)}`, 431],
])('GET %s is %i', async (target, status) => {
  expect(statusOf(await get(target))).toBe(status);
});

test.each([
  'evil.example"><script>',
  'a b',
  "x'y",
  '',
  'user@host',
  'host:99999999',
  '[::1',
  '<x>',
  'a,b',
  '\xff',
])('the Host %j is not reflected', async (host) => {
  for (const target of [`${API}/events`, '/', '/docs', '/wp-json/', `${API}/nope`]) {
    const answer = await get(target, `Host: ${host}\r\n`);
    expect([200, 400, 404]).toContain(statusOf(answer));
    if (host !== '' && statusOf(answer) === 200) expect(answer).not.toContain(host);
  }
});

test('forwarded headers have no effect unless a proxy is trusted', async () => {
  const answer = await get(
    '/wp-json/',
    'Host: localhost\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil.example\r\n',
  );
  expect(answer).toContain('http://localhost/wp-json/');
  expect(answer).not.toContain('evil.example');
});

test('a parameter cannot inject a header', async () => {
  const answer = await get(`${API}/events?search=%0d%0aX-Injected:%20yes&page=1%0d%0aX-Injected:yes`);
  expect(answer.split('\r\n\r\n')[0]).not.toMatch(/^x-injected/im);
  const [head = ''] = (await get(`${API}/events?x=%0d%0aX-Injected:%20yes`)).split('\r\n\r\n');
  expect(head).not.toMatch(/^x-injected/im);
});

test.each([
  ['Origin', 'null'],
  ['Origin', '<script>'],
  ['Authorization', 'Basic'],
  ['Authorization', 'Basic !!!'],
  ['Authorization', 'Basic Og=='],
  ['Authorization', `Basic ${Buffer.from('a\0b:c\0').toString('base64')}`],
  ['Authorization', `Basic ${Buffer.from(`admin:${'x'.repeat(8000)}`).toString('base64')}`],
  ['Authorization', 'Bearer a.b.c'],
  ['Authorization', 'Digest x="y"'],
  ['Authorization', '\xff\xfe'],
  ['Accept', '*/*;q=\xff'],
  ['Accept-Encoding', 'br;q=1000, ,;;gzip'],
  ['If-None-Match', '"a", W/"b", *'],
  ['If-None-Match', 'W/'],
  ['If-Modified-Since', 'yesterday'],
  ['Range', 'bytes=0-1,5-'],
  ['Expect', 'pigs'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Upgrade', 'websocket'],
  ['Cookie', 'x'.repeat(8000)],
])('%s: %s', async (name, value) => {
  const status = statusOf(await get(`${API}/events`, `Host: localhost\r\n${name}: ${value}\r\n`));
  expect([200, 304, 400, 401, 417]).toContain(status);
});

const JSON_TYPE = 'Content-Type: application/json';

test('truncated, too long or too short bodies create no event', async () => {
  const body = '{"title":"x","start_date":"2031-01-01","end_date":"2031-01-02"}';
  const answers = [
    await post(`${JSON_TYPE}\r\nContent-Length: ${body.length + 20}`, body, true),
    await post(`${JSON_TYPE}\r\nContent-Length: 5`, body),
    await post(`${JSON_TYPE}\r\nContent-Length: -1`, body),
    await post(`${JSON_TYPE}\r\nContent-Length: 5\r\nContent-Length: 6`, body),
    await post(`${JSON_TYPE}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked`, body),
    await post(`${JSON_TYPE}\r\nTransfer-Encoding: chunked`, 'zz\r\n{}\r\n0\r\n\r\n'),
    await post(
      `${JSON_TYPE}\r\nTransfer-Encoding: chunked`,
      `${body.length.toString(16)}\r\n${body}\r\n`,
      true,
    ),
    await post(`${JSON_TYPE}\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}`, body),
    await post(`${JSON_TYPE}\r\nContent-Encoding: nonsense\r\nContent-Length: ${body.length}`, body),
    await post(`${JSON_TYPE}; charset=klingon\r\nContent-Length: ${body.length}`, body),
    await post(
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 50',
      `--b\r\nContent-Disposition: form-data; name="title"`,
      true,
    ),
    await post('Content-Type: multipart/form-data\r\nContent-Length: 2', '--'),
  ].map(statusOf);
  expect(answers.filter((status) => ![0, 400, 415].includes(status))).toEqual([]);
  expect((await (await fetch(`${server.rest}/events`)).json()).total).toBe(0);
});

test('a chunked body is accepted', async () => {
  const body = '{"title":"Chunked","start_date":"2027-01-01","end_date":"2027-01-02"}';
  const chunks = [body.slice(0, 10), body.slice(10)]
    .map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
    .join('');
  const answer = await post(`${JSON_TYPE}\r\nTransfer-Encoding: chunked`, `${chunks}0\r\n\r\n`);
  expect(statusOf(answer)).toBe(201);
});

test.each(['TRACE', 'PROPFIND', 'MKCOL', 'LOCK', 'SEARCH', 'PURGE', 'BREW'])(
  '%s is refused',
  async (method) => {
    for (const target of [`${API}/events`, '/', '/graphql', '/wp-json/', '/docs', '/event/x/']) {
      const answer = await raw(
        server.url,
        `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      expect([400, 404, 405]).toContain(statusOf(answer));
    }
  },
);

test('CONNECT is refused', async () => {
  expect(
    statusOf(await raw(server.url, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n')),
  ).not.toBe(200);
});

test('too many headers', async () => {
  const many = Array.from({ length: 1500 }, (_, at) => `X-H${at}: 1\r\n`).join('');
  expect([200, 431]).toContain(statusOf(await get(`${API}/events`, `Host: localhost\r\n${many}`)));
  expect(statusOf(await get(`${API}/events`, `Host: localhost\r\nX-Big: ${'x'.repeat(70_000)}\r\n`))).toBe(
    431,
  );
});
