import { connect } from 'node:net';
import { startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The server's response to raw bytes. */
const say = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(server.url);
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });

test.each([
  ['nonsense', 'NONSENSE\r\n\r\n', 400, 'bad_request'],
  [
    'endless headers',
    `GET /calendar/events/v1/events HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    400,
    'bad_request',
  ],
])('%s gets the standard error body', async (_, bytes, status, code) => {
  const answer = await say(bytes);
  expect(answer).toContain(`HTTP/1.1 ${status} `);
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ code, data: { status } });
});
