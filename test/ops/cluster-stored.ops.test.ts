import { queryOnce } from '../../bench/support/database.ts';
import { Ledger } from '../../ops/cluster/load/ledger.ts';
import { Load } from '../../ops/cluster/load/load.ts';
import { compareStored } from '../../ops/cluster/load/stored.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
let ledger: Ledger;

beforeAll(async () => {
  server = await startTestServer();
  const load = await Load.start([server.url]);
  await eventually('twenty events', () => load.ledger.created.size > 20 && load.ledger.reads > 20);
  ledger = await load.stop();
});

afterAll(() => server.stop());

async function counts(): Promise<{ lost: number; doubled: number; wrong: number }> {
  const { lost, doubled, wrong } = await compareStored(server.database.url, ledger);
  return { lost: lost.length, doubled: doubled.length, wrong: wrong.length };
}

test('load on an undisturbed service succeeds, and loses nothing', async () => {
  expect(ledger.wrongStatuses).toEqual([]);
  expect(ledger.unavailable).toBe(0);
  expect(ledger.stale).toEqual([]);
  expect(ledger.acknowledged).toBeGreaterThan(10);
  expect(await counts()).toEqual({ lost: 0, doubled: 0, wrong: 0 });
});

test.each([
  ['a missing creation', 'delete from event where id = $1', { lost: 1 }],
  ['an event with another title', `update event set title = 'other' where id = $1`, { lost: 1 }],
  ['an event without its venue', 'delete from event_venue where event_id = $1', { wrong: 1 }],
  ['an event without its category', 'delete from event_term where event_id = $1', { wrong: 1 }],
  [
    'a duplicate event',
    `insert into event select (jsonb_populate_record(event, '{"id": 90001, "slug": "twice"}')).* from event where id = $1`,
    { doubled: 1, wrong: 1 },
  ],
])('finds %s', async (_, statement, added) => {
  const [title = '', id = 0] = [...ledger.created].findLast(([, last]) => last > 0) ?? [];
  const before = await counts();
  await queryOnce(server.database.url, statement, [id]);
  const after = await counts();
  expect(after).toEqual({ ...before, ...Object.fromEntries(sum(before, added)) });
  // The next case damages another event.
  await queryOnce(server.database.url, 'delete from event where id in ($1, 90001)', [id]);
  ledger.created.delete(title);
});

const sum = (before: Record<string, number>, added: Record<string, number>): [string, number][] =>
  Object.entries(added).map(([name, count]) => [name, (before[name] ?? 0) + count]);

test.each([
  ['an older version', '$1 version 0', 0],
  ['a version that was never sent', '$1 version 999999', 1],
])('finds %s of an event', async (_, title, n) => {
  const subject = ledger.subjects[n];
  const before = await counts();
  const words = title.replace('$1', subject?.title ?? '');
  await queryOnce(server.database.url, 'update event set title = $2 where id = $1', [subject?.id, words]);
  expect(subject?.acknowledged.length).toBeGreaterThan(1);
  expect(await counts()).toEqual({ ...before, lost: before.lost + 1 });
});

test('a response is stale if it lacks a write acknowledged more than a second before its request', () => {
  const own = new Ledger();
  const versions = [0, 1, 2].map((version) => ({ version, at: 1_000 * version }));
  own.subjects.push({ id: 7, title: 'A', sent: 2, acknowledged: versions });
  own.compare(7, 'A version 2', 9_000, 'the newest');
  own.compare(7, 'A version 1', 1_500, 'asked for before version 2');
  own.compare(7, 'A version 1', 2_900, 'within a second');
  own.compare(8, 'B version 0', 9_000, 'of somebody else');
  expect(own.stale).toEqual([]);
  expect(own.behindMs).toBe(900);
  own.compare(7, 'A version 0', 2_100, 'late');
  expect(own.stale).toEqual(['late: event 7 has version 0, 1100 ms too old']);
});
