import { replicas } from '../../src/platform/postgres/monitoring.ts';
import { openMetrics } from '../../src/platform/telemetry/metrics.ts';
import { eventually, pause } from '../support/eventually.ts';
import { type Primary, type Replica, startPrimary, together } from '../support/replicas.ts';
import { WHOLE } from '../support/sample.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** Reads go to a streaming replica as long as that has what is known; whatever becomes of it, answers are right. */
let primary: Primary;
let replica: Replica;
let server: TestServer;
let ids: number[] = [];

beforeAll(async () => {
  primary = await startPrimary();
  // What is acknowledged is on its way to the replica at once, and not only when the server next writes.
  await primary.query(`alter role calendar set synchronous_commit = 'local'`);
  replica = await primary.replica();
  server = await startTestServer({
    realLimits: true,
    env: { DATABASE_REPLICA_URLS: replica.url },
    database: { url: primary.url, drop: async () => {} },
  });
  ids = await Promise.all(Array.from({ length: 8 }, (_, at) => newEvent(`Event ${at}`)));
});
afterAll(async () => {
  await server.stop();
  await primary.stop();
});

async function newEvent(title: string): Promise<number> {
  const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
  return (await (await server.request('POST', '/events', { title, ...times })).json()).id;
}
const rename = async (id: number, title: string): Promise<void> =>
  expect((await server.request('PATCH', `/events/${id}`, { title })).status).toBe(200);
let requestCount = 0;
/** As anybody; computed, because nobody has asked exactly this. The record may be cached. */
async function titleAt(id: number): Promise<string> {
  const answer = await fetch(`${server.rest}/events/${id}?asked=${requestCount++}`);
  return answer.status === 200 ? (await answer.json()).title : `status ${answer.status}`;
}
/** The same of a list, whose ids and total are read each time. */
async function titleOf(id: number): Promise<string> {
  const answer = await fetch(`${server.rest}/events?include=${id}&asked=${requestCount++}`);
  return answer.status === 200 ? (await answer.json()).events[0]?.title : `status ${answer.status}`;
}

const state = () => {
  const [only] = replicas;
  if (!only) throw new Error('the service has no replica');
  return only;
};
const isCurrent = (): Promise<boolean> =>
  eventually('requests read from the replica', () => state().isCurrent);
/** How many statements the replica answers while something is done. */
async function answeredDuring(work: () => Promise<unknown>): Promise<number> {
  const before = state().statements;
  await work();
  return state().statements - before;
}
/** How often tables were looked into at the replica. */
async function scans(...tables: string[]): Promise<number> {
  const names = tables.map((table) => `'${table}'`).join(', ');
  const rows = await replica.query<{ scans: number }>(
    `select sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans from pg_stat_user_tables where relname in (${names})`,
  );
  return rows[0]?.scans ?? 0;
}

test('anonymous requests read from the replica, those with a login from the primary', async () => {
  await isCurrent();
  const [id = 0] = ids;
  await titleOf(id);
  expect(await answeredDuring(() => titleOf(id))).toBe(1);
  expect(await answeredDuring(() => server.request('GET', `/events/${id}?asked=${requestCount++}`))).toBe(0);
  await server.graphql('{ viewer { login applicationPasswords { name } } users { nodes { login } } }');
  // PostgreSQL adds up what a session has counted when it runs a statement, once a second.
  await eventually('the replica has counted', async () => {
    await titleOf(id);
    return (await scans('event')) > 0;
  });
  expect(await scans('user_account', 'application_password', 'secret')).toBe(0);
  expect(state().failures).toBe(0);
});

test('who has written reads what was written, at whichever server', async () => {
  const ROUNDS = WHOLE ? 32 : 12;
  const DELAYS_MS = [0, 2, 4, 16];
  let wrong = 0;
  const begun = state().statements;
  await Promise.all(
    ids.map(async (id) => {
      for (let round = 0; round < ROUNDS; round++) {
        const title = `Round ${round} of ${id}`;
        await rename(id, title);
        for (const delay of DELAYS_MS) {
          await pause(delay);
          if ((await titleOf(id)) !== title || (await titleAt(id)) !== title) wrong += 1;
        }
      }
    }),
  );
  expect(wrong).toBe(0);
  expect(state().statements - begun).toBeGreaterThan(0);
});

test('while the replica shows nothing new, the primary answers, and what is cached is right', async () => {
  await isCurrent();
  const [id = 0] = ids;
  await replica.pauseReplay();
  try {
    expect(await answeredDuring(() => titleOf(id))).toBeGreaterThan(0);
    await rename(id, 'While it stands still');
    const cached = `${server.rest}/events/${id}`;
    const during = async (): Promise<void> => {
      for (let round = 0; round < 20; round++) {
        expect([await titleOf(id), await titleAt(id)]).toEqual(Array(2).fill('While it stands still'));
        expect((await (await fetch(cached)).json()).title).toBe('While it stands still');
        await pause(50);
      }
    };
    expect(await answeredDuring(during)).toBe(0);
    expect(state().lagSeconds).toBeGreaterThan(0.9);
    expect(state().lagBytes).toBeGreaterThan(0);
  } finally {
    await replica.resumeReplay();
  }
  await isCurrent();
  expect(await answeredDuring(async () => expect(await titleOf(id)).toBe('While it stands still'))).toBe(1);
  expect(state().lagSeconds).toBe(0);
});

test('a replica that freezes or goes away fails no request, and is used again when it is back', async () => {
  const ask = async (seconds: number): Promise<string[]> => {
    const wrong: string[] = [];
    const end = performance.now() + seconds * 1_000;
    const reader = async (id: number): Promise<void> => {
      while (performance.now() < end) {
        const began = performance.now();
        const title = await titleOf(id);
        if (title.startsWith('status') || performance.now() - began > 4_000)
          wrong.push(`${title} after ${performance.now() - began} ms`);
      }
    };
    await Promise.all(ids.map(reader));
    return wrong;
  };
  await isCurrent();
  const frozen = ask(2.5);
  await pause(200);
  await replica.freeze();
  expect(await frozen).toEqual([]);
  expect(state().isCurrent).toBe(false);
  replica.thaw();
  await isCurrent();
  const gone = ask(1.5);
  await pause(200);
  await replica.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'calendar'`);
  expect(await gone).toEqual([]);
  expect(state().failures).toBeGreaterThan(0);
  await isCurrent();
  expect(await answeredDuring(() => titleOf(ids[0] ?? 0))).toBeGreaterThan(0);
});

test('metrics show lag and share of the replica', async () => {
  const metrics = openMetrics(() => true);
  const text = await metrics.registry.metrics();
  metrics.close();
  const figure = (name: string): number => Number(new RegExp(`^${name}.* (\\S+)$`, 'm').exec(text)?.[1]);
  expect(figure('calendar_replica_current')).toBe(1);
  expect(figure('calendar_replica_lag_seconds')).toBe(0);
  expect(figure('calendar_replica_statements_total')).toBeGreaterThan(100);
  expect(figure('calendar_replica_failures_total')).toBeGreaterThan(0);
  expect(figure('calendar_reads_total\\{server="primary"')).toBeGreaterThan(0);
  expect(figure('calendar_reads_total\\{server="(?!primary)')).toBeGreaterThan(0);
  expect(text).not.toContain(new URL(replica.url).password);
});

test('a service starts while a replica is dead; an address of several servers leads to the one that follows', async () => {
  const dead = 'postgresql://calendar:x@127.0.0.1:1/calendar';
  const second = await startTestServer({
    realLimits: true,
    env: { DATABASE_REPLICA_URLS: `${dead},${together(primary.url, replica.url)}` },
    database: server.database,
  });
  try {
    const [first, several] = [...replicas].slice(1);
    await eventually('requests read from the one that follows', () => several?.isCurrent);
    expect(first?.isCurrent).toBe(false);
    expect((await fetch(`${second.rest}/events/${ids[0]}`)).status).toBe(200);
    expect(several?.statements).toBe(1);
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  } finally {
    await second.stop();
  }
});
