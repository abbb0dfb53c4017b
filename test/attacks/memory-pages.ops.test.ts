import { readdir, readlink } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { eventually, pause } from '../support/eventually.ts';
import { sampled } from '../support/sample.ts';
import { during, expectUnharmed, startVictim, type Victim } from './victim.ts';

/** The large files of the pages: visited, and requested by clients that do not read the response. */
let victim: Victim;
let script: string;
let reference: string;
const MB = 1024 * 1024;

beforeAll(async () => {
  victim = await startVictim();
  const page = await (await fetch(`${victim.url}/graphql`, { headers: { accept: 'text/html' } })).text();
  reference = `/${/docs\/[0-9a-f]+\.js/.exec(await (await fetch(`${victim.url}/docs`)).text())?.[0]}`;
  script = `/${/src="(graphiql\/[^"]+)"/.exec(page)?.[1]}`;
});

afterAll(() => victim.stop());

/** Downloads a file without decoding it. @returns status and number of bytes */
async function download(path: string): Promise<[status: number, bytes: number]> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(victim.url + path, resolve).on('error', reject);
  });
  let bytes = 0;
  for await (const chunk of answer) bytes += chunk.length;
  return [answer.statusCode ?? 0, bytes];
}

test('ten visits of both pages do not raise memory', async () => {
  const before = await victim.memory();
  let bytes = 0;
  for (let visit = 0; visit < 10; visit++) {
    for (const path of [script, script.replace('script.js', 'style.css'), reference]) {
      const [status, size] = await download(path);
      expect(status).toBe(200);
      bytes += size;
    }
  }
  expect(bytes).toBeGreaterThan(20 * MB);
  let grown = 0;
  await eventually(
    () => `less than 20 MB more, but ${grown}`,
    async () => {
      grown = Math.round(((await victim.memory()) - before) / MB);
      return grown < 20;
    },
  );
});

/** Sends requests on many connections and reads only the first bytes of each response. */
async function askWithoutReading(
  path: string,
  headers: string,
  connections: number,
): Promise<{ sockets: Socket[]; status: string[] }> {
  const { hostname, port } = new URL(victim.url);
  const sockets: Socket[] = [];
  const status = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname);
      // The server may cut connections that read nothing.
      socket.on('error', () => {});
      sockets.push(socket);
      // Together larger than what the operating system buffers for a client.
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`.repeat(6));
      const { promise, resolve } = Promise.withResolvers<string>();
      socket.once('data', (chunk) => {
        socket.pause();
        resolve(chunk.toString('latin1', 0, 15));
      });
      return promise;
    }),
  );
  return { sockets, status };
}

const DOWNLOADS: [string, () => string, string][] = [
  ['GraphiQL', () => script, ''],
  ['GraphiQL, in parts', () => script, 'Range: bytes=10-1000000\r\n'],
  ['the API reference', () => reference, ''],
];

test.each(sampled('downloads', DOWNLOADS, 2))('100 unread downloads of %s', async (_name, path, headers) => {
  const before = await victim.memory();
  let grown = 0;
  const seen = await during(victim, async () => {
    const { sockets, status } = await askWithoutReading(path(), headers, 100);
    expect(new Set(status)).toEqual(new Set(['HTTP/1.1 200 OK']));
    // The response fills the buffers of the system, then those of the process.
    await pause(500);
    grown = (await victim.memory()) - before;
    for (const socket of sockets) socket.destroy();
  });
  expect(grown / MB).toBeLessThan(60);
  await expectUnharmed(victim, seen);
});

/** The files of pages that the process has opened. */
async function openFiles(): Promise<string[]> {
  const folder = `/proc/${victim.pid}/fd`;
  const paths = await Promise.all(
    (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => '')),
  );
  return paths.filter((path) => path.includes('/copies/'));
}

/** Disconnects once some bytes of a file were received. */
const cutAfter = (path: string, bytes: number): Promise<void> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(victim.url);
    const socket = connect(Number(port), hostname);
    let received = 0;
    socket
      .on('error', () => {})
      .on('data', ({ length }) => {
        received += length;
        if (received > bytes) socket.resetAndDestroy();
      })
      .once('close', () => resolve());
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  });

test('files are closed for clients that disconnect during a download', async () => {
  for (let cut = 0; cut < 300; cut++) await cutAfter(script, (cut % 100) * 4_000);
  await eventually('every file is closed', async () => (await openFiles()).length === 0);
  // Node.js ends a process that has lost an open file.
  await victim.memory();
  expect(victim.isAlive).toBe(true);
});
