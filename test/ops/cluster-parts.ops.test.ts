import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { freePort } from '../../bench/support/service.ts';
import { Outage, saidBy } from '../../ops/cluster/load/outage.ts';
import { Link } from '../../ops/cluster/parts/link.ts';
import { keepsStatements } from '../../ops/cluster/parts/pooler.ts';
import { atMost, isMet, none, reported, table } from '../../ops/cluster/verdict.ts';
import { eventually, pause } from '../support/eventually.ts';

/** A server that sends back what it is sent, and one line to it. */
async function openLine(): Promise<{ link: Link; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const target = typeof address === 'object' && address ? address.port : 0;
  const link = await Link.open(await freePort(), target);
  return {
    link,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await link.close();
    },
  };
}

function talkTo(port: number): { socket: Socket; heard(): string } {
  let text = '';
  const socket = connect({ port, host: '127.0.0.1' });
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      text += chunk.toString();
    });
  return { socket, heard: () => text };
}

test('a line that is cut passes nothing and tells nobody; mended, it brings what was sent meanwhile', async () => {
  const { link, stop } = await openLine();
  const before = talkTo(link.port);
  before.socket.write('one ');
  await eventually('the first words', () => before.heard() === 'one ');
  link.cut();
  before.socket.write('two');
  const during = talkTo(link.port);
  await once(during.socket, 'connect');
  during.socket.write('three');
  await pause(200);
  expect([before.heard(), during.heard()]).toEqual(['one ', '']);
  expect([before.socket.closed, during.socket.closed]).toEqual([false, false]);
  link.heal();
  await eventually('all words', () => before.heard() === 'one two' && during.heard() === 'three');
  await stop();
  await eventually('the end', () => before.socket.closed && during.socket.closed);
});

test('the end of one side reaches the other when the line is mended', async () => {
  const { link, stop } = await openLine();
  const talk = talkTo(link.port);
  talk.socket.write('one');
  await eventually('the first words', () => talk.heard() === 'one');
  link.cut();
  talk.socket.destroy();
  link.heal();
  // Whoever comes later is served as before.
  const next = talkTo(link.port);
  next.socket.write('two');
  await eventually('an answer', () => next.heard() === 'two');
  await stop();
});

test('where the programs are missing it says which packages have them, and ends with 2', async () => {
  const run = promisify(execFile)(process.execPath, ['ops/cluster/cli.ts', 'kill'], { env: { PATH: '' } });
  const failed = await run.then(
    () => undefined,
    (error: { code: number; stderr: string; stdout: string }) => error,
  );
  expect(failed).toMatchObject({ code: 2, stdout: '' });
  expect(failed?.stderr).toMatch(/^Not installed: etcd-server, patroni.*apt-get install etcd-server patroni/);
});

test('a verdict is no when one thing that was wanted was not found', () => {
  const outcome = { name: 'a | b', checks: [none('lost', []), reported('reads', 3)], notes: [] };
  expect(isMet([outcome])).toBe(true);
  expect(table([outcome]).split('\n').slice(2)).toEqual([
    '| a \\| b | lost | none | none | yes |',
    '|  | reads |  | 3 |  |',
  ]);
  const failed = { name: 'c', checks: [atMost('back', 5, 5.01, 's'), none('lost', ['x'])], notes: ['why'] };
  expect(isMet([outcome, failed])).toBe(false);
  expect(table([failed]).split('\n').slice(2)).toEqual([
    '| c | back | at most 5 s | 5.01 s | **no** |',
    '|  | lost | none | 1: x | **no** |',
    '',
    '- c: why',
  ]);
});

test.each([
  ['1.18.0', false],
  ['1.20.1', false],
  ['1.21.0', true],
  ['2.0', true],
])('PgBouncer %s keeps prepared statements: %s', (version, keeps) => {
  expect(keepsStatements(version)).toBe(keeps);
});

test('an outage is as long as the longest time without an answer to one read, repeated or not', async () => {
  const outage = new Outage();
  const begun = performance.now();
  outage.read('/one', begun - 100, true);
  expect(outage.longestMs).toBeGreaterThanOrEqual(100);
  outage.read('/two', begun - 700, false);
  outage.read('/two', begun - 400, false);
  outage.read('/two', begun - 100, true);
  expect(outage.longestMs).toBeGreaterThanOrEqual(700);
  expect(outage.longestMs).toBeLessThan(2_000);
  outage.read('/three', begun - 5_000, false);
  expect(outage.longestMs).toBeGreaterThanOrEqual(5_000);
});

test('a stale answer lacks no more than it says', () => {
  const outage = new Outage();
  const stale = saidBy(new Headers({ age: '3', warning: '110 - "Response is Stale"' }));
  outage.note(saidBy(new Headers({ age: '9' })), 1_000, 0, 'of a shared cache');
  expect([outage.stale, outage.lastStaleAt]).toEqual([0, Number.NEGATIVE_INFINITY]);
  outage.note(stale, 1_000, 2_999, 'honest');
  expect([outage.stale, outage.oldestAge, outage.lastStaleAt, outage.wrong]).toEqual([1, 3, 1_000, []]);
  outage.note(stale, 2_000, 3_001, 'older');
  expect(outage.wrong).toEqual(['older: says 3 s, lacks 3001 ms']);
});
