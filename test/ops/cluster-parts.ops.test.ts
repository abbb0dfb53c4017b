import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { freePort } from '../../bench/support/service.ts';
import { ProxiedReads } from '../../ops/cluster/load/proxied-reads.ts';
import { Link } from '../../ops/cluster/parts/link.ts';
import { supportsPreparedStatements } from '../../ops/cluster/parts/pooler.ts';
import { atMost, isMet, none, reported, table } from '../../ops/cluster/verdict.ts';
import { eventually, pause } from '../support/eventually.ts';

/** An echo server, and one link to it. */
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

test('a cut link passes nothing and reports no error; when restored, it delivers the delayed data', async () => {
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

test('after the link is restored, the end of one side reaches the other', async () => {
  const { link, stop } = await openLine();
  const talk = talkTo(link.port);
  talk.socket.write('one');
  await eventually('the first words', () => talk.heard() === 'one');
  link.cut();
  talk.socket.destroy();
  link.heal();
  // Later connections work as before.
  const next = talkTo(link.port);
  next.socket.write('two');
  await eventually('an answer', () => next.heard() === 'two');
  await stop();
});

test('without the programs it names their packages, and ends with 2', async () => {
  const run = promisify(execFile)(process.execPath, ['ops/cluster/cli.ts', 'kill'], { env: { PATH: '' } });
  const failed = await run.then(
    () => undefined,
    (error: { code: number; stderr: string; stdout: string }) => error,
  );
  expect(failed).toMatchObject({ code: 2, stdout: '' });
  expect(failed?.stderr).toMatch(/^Not installed: etcd-server, patroni.*apt-get install etcd-server patroni/);
});

test('the verdict is no if any expectation was not met', () => {
  const outcome = {
    name: 'a | b',
    checks: [none('lost', []), reported('reads', 3), none('doubled', [])],
    notes: [],
  };
  expect(isMet([outcome])).toBe(true);
  expect(table([outcome]).split('\n').slice(2)).toEqual([
    '| a \\| b | lost; doubled | none | none | yes |',
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
  expect(supportsPreparedStatements(version)).toBe(keeps);
});

test('a response of nginx is stale if it lacks a write acknowledged 3 s before, except during an outage', () => {
  const reads = new ProxiedReads();
  reads.note('/one', '200', performance.now() - 700);
  reads.note('/two', '503', performance.now());
  expect([reads.succeeded, reads.failed]).toEqual([1, ['/two: 503']]);
  expect(reads.slowestMs).toBeGreaterThanOrEqual(700);
  reads.compare(1_000, 3_000, 'in time');
  reads.compare(2_000, 3_001, 'old');
  reads.compare(7_000, 9_000, 'older');
  expect(reads.staleOutside(0, 0)).toEqual(['old', 'older']);
  expect(reads.staleOutside(1_500, 6_000)).toEqual(['older']);
  expect([reads.staleFor(5_000), reads.staleFor(8_000), reads.behindMs]).toEqual([2_000, 0, 9_000]);
});
