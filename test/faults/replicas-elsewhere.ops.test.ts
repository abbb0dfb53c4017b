import { replicas } from '../../src/platform/postgres/monitoring.ts';
import { eventually } from '../support/eventually.ts';
import { type Primary, type Replica, startPrimary, together } from '../support/replicas.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** Writes that one instance makes, read by another from replicas; and another server that becomes the primary. */
let primary: Primary;
let heir: Replica;
let replica: Replica;
let writer: TestServer;
let reader: TestServer;
let id = 0;

beforeAll(async () => {
  primary = await startPrimary();
  await primary.query(`alter role calendar set synchronous_commit = 'local'`);
  heir = await primary.replica();
  replica = await primary.replica();
  const database = { url: together(primary.url, heir.url), drop: async () => {} };
  writer = await startTestServer({ database, realLimits: true });
  reader = await startTestServer({ database, realLimits: true, env: { DATABASE_REPLICA_URLS: replica.url } });
  const event = { title: 'First', start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
  id = (await (await writer.request('POST', '/events', event)).json()).id;
});
afterAll(async () => {
  await Promise.all([writer.stop(), reader.stop()]);
  await primary.stop();
});

const rename = async (title: string): Promise<number> =>
  (await writer.request('PATCH', `/events/${id}`, { title })).status;
const title = async (query = '', headers = {}, record: string | number = id): Promise<string> =>
  (await (await fetch(`${reader.rest}/events/${record}${query}`, { headers })).json()).title;
const titleBySlug = (): Promise<string> => title(`?asked=${requestCount++}`, {}, 'by-slug/first');
const isCurrent = (): boolean => [...replicas].some((one) => one.isCurrent);
const answered = (): number => [...replicas].reduce((sum, { statements }) => sum + statements, 0);
let requestCount = 0;

test('what another instance has stored is read within a second, and with a login at once', async () => {
  const late: string[] = [];
  const before = answered();
  for (let round = 0; round < 12; round++) {
    await eventually('the replica is read from', isCurrent);
    await title(`?asked=${requestCount++}`);
    await titleBySlug();
    const name = `Round ${round}`;
    // In half of the rounds the replica shows nothing new for longer than the promise.
    if (round % 2 === 0) await replica.pauseReplay();
    expect(await rename(name)).toBe(200);
    const acknowledged = performance.now();
    expect(await title('', writer.admin)).toBe(name);
    await eventually('both answers are right', async () => {
      const now = performance.now() - acknowledged;
      const titles = [await title(), await title(`?asked=${requestCount++}`), await titleBySlug()];
      if (now > 1_000 && titles.some((one) => one !== name)) late.push(`${titles} after ${now} ms`);
      return titles.every((one) => one === name);
    });
    if (round % 2 === 0) {
      expect(isCurrent()).toBe(false);
      await replica.resumeReplay();
    }
  }
  expect(late).toEqual([]);
  // Single events are made of cached records once they have been read; lists are read anew.
  await eventually('the replica answers', async () => {
    await fetch(`${reader.rest}/events?asked=${requestCount++}`);
    return answered() > before;
  });
});

test('a replica that follows a primary which was left is not read from, however far it is', async () => {
  await eventually('the replica is read from', isCurrent);
  await primary.freeze();
  await heir.promote();
  await eventually('the new primary stores', async () => (await rename('By the heir')) === 200);
  await eventually('the reader has found it', async () => (await title()) === 'By the heir');
  await eventually('the reader is up to date', () => reader.invalidator.isUpToDate);
  primary.thaw();
  // It goes on by itself, and its replica with it: further than the new primary is.
  await primary.query(
    'create table noise as select repeat(md5(n::text), 100) from generate_series(1, 5000) as n',
  );
  await replica.caughtUp();
  const before = answered();
  for (let round = 0; round < 20; round++) {
    expect(await rename(`Alone ${round}`)).toBe(200);
    await eventually('it is heard of', async () => (await title()) === `Alone ${round}`, 1_000);
    expect(await title(`?asked=${requestCount++}`)).toBe(`Alone ${round}`);
  }
  expect(answered()).toBe(before);
});
