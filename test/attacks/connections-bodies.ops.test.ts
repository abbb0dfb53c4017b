import { startTestServer, type TestServer } from '../support/service.ts';
import { dial } from './wire.ts';

/** Bodies of callers without the right to send them, and bodies that are too large. Most never arrive. */
const API = '/calendar/events/v1';
const JSON_TYPE = 'Content-Type: application/json';
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded';
const WRONG = 'Authorization: Basic YWRtaW46d3Jvbmc=';
/** Milliseconds; the request timeout is short to keep the test fast. */
const TIMEOUTS = { headers: 10_000, request: 20_000, inactivity: 30_000, keepAlive: 65_000 };
let victim: TestServer;
let auth: string;

beforeAll(async () => {
  victim = await startTestServer({ limits: { connections: TIMEOUTS } });
  auth = `Authorization: ${victim.admin.authorization}`;
});
afterAll(() => victim.stop());

const head = (line: string, ...headers: string[]): string =>
  `${[`${line} HTTP/1.1`, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`;
const BIG = 'Content-Length: 1000000';

test.concurrent.each([
  ['POST without a login', `POST ${API}/events`, [JSON_TYPE]],
  ['POST with a wrong login', `POST ${API}/events`, [JSON_TYPE, WRONG]],
  ['PATCH', `PATCH ${API}/events/1`, [JSON_TYPE]],
  ['DELETE with a body', `DELETE ${API}/venues/1`, [JSON_TYPE]],
  ['a method in the address', `POST ${API}/events/1?_method=PATCH`, [JSON_TYPE]],
  ['a method in a header', `POST ${API}/events/1`, [JSON_TYPE, 'X-HTTP-Method-Override: DELETE']],
  ['a form, which may name its method', `POST ${API}/events/1`, [FORM_TYPE]],
  ['a multipart form', `POST ${API}/tags`, ['Content-Type: multipart/form-data; boundary=b']],
  ['GraphQL with a wrong login', 'POST /graphql', [JSON_TYPE, WRONG]],
])('%s is 401 before any of its body arrives', async (_, line, headers) => {
  const wire = await dial(victim.url, head(line, ...headers, BIG));
  expect(await wire.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 401 /);
  wire.cut();
});

test.concurrent('what is not there is 405 before its body, and what is too long is 413', async () => {
  const nowhere = await dial(victim.url, head(`PUT ${API}/doc`, JSON_TYPE, auth, BIG));
  expect(await nowhere.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 405 /);
  const long = await dial(victim.url, head(`POST ${API}/events`, JSON_TYPE, auth, 'Content-Length: 1048577'));
  expect(await long.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 413 /);
  const question = await dial(victim.url, head('POST /graphql', JSON_TYPE, 'Content-Length: 102401'));
  expect(await question.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 413 /);
  const operation = await dial(
    victim.url,
    head('POST /graphql', JSON_TYPE, auth, 'Content-Length: 102401', 'Expect: 100-continue'),
  );
  expect(await operation.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 100 /);
  for (const wire of [nowhere, long, question, operation]) wire.cut();
});

test.concurrent('who sends the body all the same gets the answer, and may go on', async () => {
  const body = 'x'.repeat(200_000);
  const wire = await dial(
    victim.url,
    `${head(`POST ${API}/events`, JSON_TYPE, 'Content-Length: 200000')}${body}`,
  );
  expect(await wire.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 401 /);
  wire.send(head('GET /healthz'));
  expect(await wire.until('"alive"')).toContain('HTTP/1.1 200 OK');
  wire.cut();
});

test.concurrent('who is answered and never ends the body is cut', async () => {
  const wire = await dial(victim.url, `${head(`POST ${API}/events`, JSON_TYPE, BIG)}{`);
  const dripping = setInterval(() => wire.send(' '), 200);
  await wire.closed;
  clearInterval(dripping);
  expect(wire.text).toMatch(/^HTTP\/1\.1 401 /);
});

test.concurrent('a client that asks first is told to go on only if it may send', async () => {
  const body = '{"title":"Asked first","start_date":"2031-01-01","end_date":"2031-01-02"}';
  const length = `Content-Length: ${body.length}`;
  const may = await dial(
    victim.url,
    head(`POST ${API}/events`, JSON_TYPE, auth, length, 'Expect: 100-continue'),
  );
  expect(await may.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 100 Continue\r\n/);
  may.send(body);
  expect(await may.until('Asked first')).toContain('HTTP/1.1 201 Created');
  may.cut();
  const mayNot = await dial(
    victim.url,
    head(`POST ${API}/events`, JSON_TYPE, length, 'Expect: 100-continue'),
  );
  await mayNot.closed;
  expect(mayNot.text).toMatch(/^HTTP\/1\.1 401 [^{]*Connection: close/s);
});
