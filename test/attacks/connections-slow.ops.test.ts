import { eventually, pause } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/service.ts';
import { dial, dialMany, type Wire } from './wire.ts';

/** Slow clients. Limits are short here to keep the test fast. */
const API = '/calendar/events/v1';
const LIST = `GET ${API}/events?per_page=100&nobody-reads`;
const PROMISED = 'Content-Type: application/json\r\nContent-Length: 5000';
let victim: TestServer;
let auth: string;

beforeAll(async () => {
  victim = await startTestServer({
    env: { DEMO_DATA: 'true' },
    limits: { connections: { headers: 1_000, request: 4_000, inactivity: 2_000, keepAlive: 2_000 } },
  });
  auth = `Authorization: ${victim.admin.authorization}`;
});
afterAll(() => victim.stop());

/** Sends the rest byte by byte until the connection closes. */
function drip(wire: Wire, bytes: string): void {
  const timer = setInterval(() => wire.send(bytes), 100);
  void wire.closed.then(() => clearInterval(timer));
}

const refused = async (wire: Wire): Promise<unknown> => {
  await wire.closed;
  return JSON.parse(wire.text.slice(wire.text.indexOf('{')));
};
const TIMEOUT = {
  code: 'request_timeout',
  message: 'The request was not complete in time.',
  data: { status: 408 },
};

const SLOW: [string, () => string, string][] = [
  ['no data', () => '', ''],
  ['half a line', () => `GET ${API}/ev`, ''],
  ['headers, one after another', () => `GET ${API}/events HTTP/1.1\r\nHost: a\r\n`, 'X-More: 1\r\n'],
  [
    'a body that stops',
    () => `POST ${API}/events HTTP/1.1\r\nHost: a\r\n${auth}\r\n${PROMISED}\r\n\r\n{`,
    '',
  ],
  [
    'a body, byte by byte',
    () => `POST ${API}/events HTTP/1.1\r\nHost: a\r\n${auth}\r\n${PROMISED}\r\n\r\n{`,
    ' ',
  ],
  [
    'a chunk, byte by byte',
    () =>
      `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n400\r\n`,
    ' ',
  ],
];

test('each gets 408 in time, and the connection closes', async () => {
  const answers = await Promise.all(
    SLOW.map(async ([name, first, rest]) => {
      const wires = await dialMany(5, victim.url, first);
      if (rest !== '') for (const wire of wires) drip(wire, rest);
      const bodies = await Promise.all(wires.map(refused));
      expect(wires[0]?.text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[^{]*Connection: close\r\n/s);
      return [name, bodies];
    }),
  );
  expect(answers).toEqual(SLOW.map(([name]) => [name, Array.from({ length: 5 }, () => TIMEOUT)]));
});

test('headers have a shorter timeout than a whole request', async () => {
  const body = await dial(
    victim.url,
    `POST ${API}/events HTTP/1.1\r\nHost: a\r\n${auth}\r\n${PROMISED}\r\n\r\n{`,
  );
  const headers = await dial(victim.url, `GET ${API}/events HTTP/1.1\r\nHost: a\r\n`);
  expect(await refused(headers)).toEqual(TIMEOUT);
  expect(body.isOpen).toBe(true);
  body.cut();
});

test('cuts a client that reads nothing of its list, but not one that reads slowly', async () => {
  const full = await fetch(`${victim.rest}/events?per_page=100`);
  expect((await full.text()).length).toBeGreaterThan(100_000);
  // Many times the buffers between two sockets.
  const ask = `${LIST} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(100);
  const deaf = await dialMany(5, victim.url, () => ask, false);
  const slow = await dial(victim.url, ask, false);
  let read = 0;
  const reading = setInterval(() => {
    read += slow.socket.read()?.length ?? 0;
  }, 200);
  await Promise.all(deaf.map(({ socket }) => new Promise((resolve) => socket.once('readable', resolve))));
  // A client that does not read notices the closed connection when it sends; before the limit, sending counts as
  // activity.
  const isCut = async (wire: Wire): Promise<boolean> => {
    await pause(4_000);
    wire.send('\r\n');
    await pause(100);
    return !wire.isOpen;
  };
  await Promise.all(deaf.map((wire) => eventually('a deaf client is cut', () => isCut(wire))));
  expect(slow.isOpen).toBe(true);
  clearInterval(reading);
  expect(read).toBeGreaterThan(100_000);
  slow.cut();
});
