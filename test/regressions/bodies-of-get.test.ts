import { raw, statusOf } from '../http/raw.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** A body of GET is ignored, whatever it contains (rules#routes). */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const name of ['a', 'b', 'c']) await server.request('POST', '/tags', { name });
});
afterAll(() => server.stop());

const PATH = '/calendar/events/v1/tags?hide_empty=false';
const BODIES = [
  ['a parameter as JSON', 'application/json', '{"per_page":1,"page":2,"_method":"DELETE"}'],
  ['broken JSON', 'application/json', '{"per_page":'],
  ['a form', 'application/x-www-form-urlencoded', 'per_page=1&_method=POST'],
  ['an unknown type', 'image/png', '\\x89PNG'],
  ['no type', '', 'per_page=1'],
] as const;

describe.each(['GET', 'HEAD', 'OPTIONS'])('%s', (method) => {
  test.each(BODIES)('with %s', async (_what, type, body) => {
    const send = (rest: string) =>
      raw(server.url, `${method} ${PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${rest}`);
    // Header names are case-insensitive; a cached response has them in lower case.
    const withoutVarying = (answer: string) =>
      answer.replace(/^(X-Request-Id|Date): .*$/gim, '').replace(/^[\w-]+:/gm, (name) => name.toLowerCase());
    const plain = await send('\r\n');
    expect(statusOf(plain)).toBe(200);
    const header = type === '' ? '' : `Content-Type: ${type}\r\n`;
    const answer = await send(`${header}Content-Length: ${body.length}\r\n\r\n${body}`);
    expect(withoutVarying(answer)).toBe(withoutVarying(plain));
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expect(statusOf(await send(`${header}Transfer-Encoding: chunked\r\n\r\n${chunked}`))).toBe(200);
  });
});
