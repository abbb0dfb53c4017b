import { connect, type Socket } from 'node:net';
import { startTestServer, type TestServer } from '../support/service.ts';

/** A request identical to one whose client did not read its response waited for that client. */
let server: TestServer;
let script: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer();
  const page = await (await fetch(`${server.url}/graphql`, { headers: { accept: 'text/html' } })).text();
  script = `/${/src="(graphiql\/[^"]+\.js)"/.exec(page)?.[1]}`;
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

/** Together larger than what the operating system buffers for a client. */
const REPEATED = 6;

const ask = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n\r\n`;

/** Sends requests on one connection, and reads only the beginning of the first response. */
async function askWithoutReading(...paths: string[]): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.write(paths.map(ask).join(''));
  await new Promise<void>((resolve, reject) => {
    socket.once('data', () => resolve(void socket.pause())).once('error', reject);
  });
}

test.each([
  ['the same file', () => Array(REPEATED).fill(script)],
  [
    'a document after files on the same connection',
    () => [...Array(REPEATED).fill(script), '/calendar/events/v1/doc'],
  ],
  ['the start page', () => [...Array(REPEATED).fill(script), '/']],
  ['a missing page', () => [...Array(REPEATED).fill(script), '/calendar/events/v1/events?page=99']],
])('%s', async (_name, paths) => {
  await askWithoutReading(...paths());
  const answer = await fetch(server.url + paths().at(-1), { signal: AbortSignal.timeout(10_000) });
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50);
});
