import { gzipSync } from 'node:zlib';
import { startTestServer, type TestServer } from '../support/service.ts';
import { dial, type Wire } from './wire.ts';

/** Chunked bodies of unknown length, which never end here. */
const MEGABYTE = 1024 * 1024;
const FORM = 'application/x-www-form-urlencoded';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Sent {
  path: string;
  type: string;
  bytes: Buffer | string;
  login?: boolean;
  encoding?: string;
}

/** Starts a request and sends one chunk of its body. */
async function begin({ path, type, bytes, login = true, encoding }: Sent): Promise<Wire> {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: a',
    `Content-Type: ${type}`,
    'Transfer-Encoding: chunked',
    ...(login ? [`Authorization: ${server.admin.authorization}`] : []),
    ...(encoding === undefined ? [] : [`Content-Encoding: ${encoding}`]),
  ];
  const chunk = `${bytes.length.toString(16)}\r\n${bytes.toString('latin1')}\r\n`;
  return dial(server.url, `${head.join('\r\n')}\r\n\r\n${chunk}`);
}

const REST = '/calendar/events/v1/events';
const GRAPHQL = '/graphql';
const JSON_TYPE = 'application/json';
const long = (length: number): string => `{"title":"${'x'.repeat(length)}`;
const PARTS = '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\n';

test.each<[what: string, sent: Sent]>([
  ['JSON', { path: REST, type: JSON_TYPE, bytes: long(MEGABYTE) }],
  ['a form', { path: REST, type: FORM, bytes: `title=${'x'.repeat(MEGABYTE)}` }],
  [
    'a multipart form',
    { path: REST, type: 'multipart/form-data; boundary=x', bytes: PARTS + 'x'.repeat(MEGABYTE) },
  ],
  [
    'JSON that is short until it is decompressed',
    { path: REST, type: JSON_TYPE, encoding: 'gzip', bytes: gzipSync(long(2 * MEGABYTE)) },
  ],
  ['an operation', { path: GRAPHQL, type: JSON_TYPE, bytes: long(MEGABYTE) }],
  ['an operation without a login', { path: GRAPHQL, type: JSON_TYPE, login: false, bytes: long(100 * 1024) }],
  [
    'a compressed operation without a login',
    { path: GRAPHQL, type: JSON_TYPE, login: false, encoding: 'gzip', bytes: gzipSync(long(MEGABYTE)) },
  ],
])('%s is 413 once it is too long, before its end', async (_what, sent) => {
  const wire = await begin(sent);
  const isGraphql = sent.path === GRAPHQL;
  const answer = await wire.until(isGraphql ? '"BAD_REQUEST"' : '"payload_too_large"');
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain(isGraphql ? '"errors":[' : '"data":{"status":413');
  wire.cut();
});

test('a client that continues sending gets the response, and may send another request', async () => {
  const wire = await begin({ path: REST, type: JSON_TYPE, bytes: long(MEGABYTE) });
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  for (let n = 0; n < 64; n++) wire.send(chunk);
  expect(await wire.until('"payload_too_large"')).toMatch(/^HTTP\/1\.1 413 /);
  wire.send('0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await wire.until('"alive"')).toContain('HTTP/1.1 200 OK');
  wire.cut();
});

test('bodies up to the limit are read', async () => {
  const wire = await begin({
    path: REST,
    type: JSON_TYPE,
    bytes: `${long(10)}","start_date":"2031-01-01","end_date":"2031-01-01","unknown":"${'x'.repeat(MEGABYTE - 200)}"}`,
  });
  wire.send('0\r\n\r\n');
  expect(await wire.until('"id":')).toMatch(/^HTTP\/1\.1 201 .*Connection: keep-alive\r\n/s);
  wire.cut();
});
