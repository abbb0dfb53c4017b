import { eventually } from '../support/eventually.ts';
import { during, startVictim, type Victim } from './victim.ts';
import { dial, dialMany } from './wire.ts';

/** Clients that pipeline many requests before they read a response. */
const API = '/calendar/events/v1';
const MEGABYTE = 1024 * 1024;
let victim: Victim;

beforeAll(async () => {
  victim = await startVictim();
});
afterAll(() => victim.stop());

const list = (at: number): string => `GET ${API}/events?per_page=100&ahead=${at} HTTP/1.1\r\nHost: a\r\n\r\n`;
const lists = (from: number, count: number): string =>
  Array.from({ length: count }, (_, at) => list(from + at)).join('');

test('responses come in order, one after another', async () => {
  const slugs = ['-1', '-2', '-3'].map(
    (id) => `GET ${API}/events/by-slug/nobody${id} HTTP/1.1\r\nHost: a\r\n\r\n`,
  );
  const wire = await dial(
    victim.url,
    `${slugs.join('')}GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  );
  await wire.closed;
  expect(wire.text.match(/HTTP\/1\.1 \d{3}/g)).toEqual([
    'HTTP/1.1 404',
    'HTTP/1.1 404',
    'HTTP/1.1 404',
    'HTTP/1.1 200',
  ]);
});

test('unread lists take little memory', async () => {
  const before = await victim.memory();
  const seen = await during(victim, async () => {
    const wires = await dialMany(10, victim.url, (at) => lists(at * 1_000, 20), false);
    await Promise.all(wires.map(({ socket }) => new Promise((resolve) => socket.once('readable', resolve))));
    expect(((await victim.memory()) - before) / MEGABYTE).toBeLessThan(120);
    for (const wire of wires) wire.cut();
  });
  expect(victim.isAlive).toBe(true);
  expect(seen.lists).toBeGreaterThan(0);
});

test('cuts a client that pipelines too many unread requests', async () => {
  const wire = await dial(victim.url, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000), false);
  await eventually('the connection is cut', () => {
    wire.send('\r\n');
    return !wire.isOpen;
  });
});
