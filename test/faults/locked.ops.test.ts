import pg from 'pg';
import { eventually, pause } from '../support/eventually.ts';
import { sampled } from '../support/sample.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** Lists and changes that wait for a lock leave connections for other requests, and end with 503 within the limits. */
const LOCK_MS = 2_500;
let server: TestServer;
let holder: pg.Client;
let venue: number;

beforeAll(async () => {
  const env = {
    DATABASE_POOL_SIZE: '6',
    RESPONSE_CACHE: 'off',
  };
  server = await startTestServer({ realLimits: true, env, timeouts: { lock: LOCK_MS, wait: 2_000 } });
  holder = new pg.Client({ connectionString: server.database.url });
  await holder.connect();
  const make = async (path: string, body: object): Promise<number> =>
    (await (await server.request('POST', path, body)).json()).id;
  venue = await make('/venues', { venue: 'Hall' });
  await make('/events', {
    title: 'Fair',
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 12:00',
    venue,
  });
});
afterAll(async () => {
  await holder.end();
  await server.stop();
});

interface Answered {
  status: number;
  retryAfter: string | null;
  ms: number;
}

async function timed(ask: () => Promise<Response>): Promise<Answered> {
  const start = performance.now();
  const response = await ask();
  await response.text();
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    ms: performance.now() - start,
  };
}

const locked = async <T>(table: string, work: () => Promise<T>): Promise<T> => {
  await holder.query('begin');
  await holder.query(`lock table ${table}`);
  try {
    return await work();
  } finally {
    await holder.query('rollback');
  }
};

const query =
  (text: string, headers: Record<string, string> = {}) =>
  () =>
    fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: text }),
    });

/** Requests that locked events must not block. */
const others = (): Record<string, () => Promise<Response>> => ({
  tags: () => fetch(`${server.rest}/tags?hide_empty=false&search=nothing${Math.random()}`),
  venue: () => fetch(`${server.rest}/venues/${venue}?other=${Math.random()}`),
  login: query('{ viewer { login } }', server.admin),
  'wrong login': () => server.request('GET', '/tags', undefined, { authorization: 'Basic eDp5' }),
  ready: () => fetch(`${server.url}/readyz`),
});

const kinds: [name: string, ask: (n: number) => Promise<Response>][] = [
  ['lists', (n) => fetch(`${server.rest}/events?search=word${n}`)],
  ['changes', (n) => server.request('PATCH', `/venues/${venue}`, { description: `${n}` })],
  [
    'lists by GraphQL',
    (n) => query(`{ events(filter: { search: "word${n}" }) { totalCount nodes { title } } }`)(),
  ],
  [
    'lists within lists',
    (n) =>
      query(
        `{ venue(by: { databaseId: ${venue} }) { name events(first: ${n + 1}) { totalCount nodes { title } } } }`,
      )(),
  ],
];

test.each(sampled('what waits for a lock', kinds, 2))(
  '40 %s that wait for a locked table do not block other requests',
  async (name, ask) => {
    const { stuck, seen } = await locked(name === 'changes' ? 'venue in share mode' : 'event', async () => {
      const requests = Array.from({ length: 40 }, (_, n) => timed(() => ask(n)));
      await eventually('some wait for the lock', async () => {
        const { rows } = await holder.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      // The rest follow them, which is invisible from outside.
      await pause(500);
      const seen: Record<string, Answered> = {};
      for (const [other, request] of Object.entries(others())) seen[other] = await timed(request);
      return { stuck: await Promise.all(requests), seen };
    });
    // A failed nested list is part of a response; all other failures fail the whole response.
    const isPart = name === 'lists within lists';
    // Lists without search words have no reserved connections: until PostgreSQL cancels them, readers of other tables
    // wait, too.
    const waiting = isPart ? 503 : 200;
    const reads = { tags: [200, waiting], venue: [200, waiting], login: [200, waiting] };
    for (const [other, statuses] of Object.entries({ ...reads, 'wrong login': [401], ready: [200] }))
      expect([other, statuses]).toEqual([other, expect.arrayContaining([seen[other]?.status])]);
    for (const { ms } of Object.values(seen)) expect(ms).toBeLessThan(isPart ? LOCK_MS + 2_000 : 1_500);
    const refused = stuck.filter(({ status }) => status === 503);
    expect(stuck.every(({ status }) => status === 503 || (isPart && status === 200))).toBe(true);
    expect(refused.every(({ retryAfter }) => retryAfter === '5')).toBe(true);
    // The waits for a slot and for the lock, with a margin for a busy machine.
    for (const { ms } of stuck) expect(ms).toBeLessThan(2_000 + 2 * LOCK_MS + 3_000);
    expect((await timed(() => ask(99))).status).toBe(200);
  },
);

test('a count that waits is canceled, and a later one is right', async () => {
  const total = async (): Promise<Response> =>
    fetch(`${server.rest}/events?per_page=1&search=fair&start_date=2031-01-01&end_date=2032-01-01`);
  expect((await locked('event', () => timed(total))).status).toBe(503);
  expect(await (await total()).json()).toMatchObject({ total: 1 });
});

test('PostgreSQL itself cancels slow statements', async () => {
  const quick = await startTestServer({
    realLimits: true,
    database: server.database,
    env: { DATABASE_POOL_SIZE: '2' },
    timeouts: { statement: 500 },
  });
  try {
    await expect(quick.orm.em.getConnection().execute('select pg_sleep(20)')).rejects.toMatchObject({
      code: '57014',
    });
  } finally {
    await quick.stop();
  }
});
