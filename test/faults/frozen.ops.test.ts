import { eventually } from '../support/eventually.ts';
import { type MuteProxy, startMuteProxy } from '../support/mute-proxy.ts';
import { type Primary, startPrimary } from '../support/replicas.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** A PostgreSQL that freezes, fails, or becomes unreachable without an error. */
const LIMITS = { wait: 1_000, statement: 1_000, lock: 500 };
/** The waits for a slot, for a connection and for the result, with a margin for a busy machine. */
const WITHIN_MS = 8_000;
let database: Primary;
let proxy: MuteProxy;
let server: TestServer;

beforeAll(async () => {
  database = await startPrimary();
  proxy = await startMuteProxy(database.url);
  server = await startTestServer({
    realLimits: true,
    env: { DATABASE_POOL_SIZE: '4' },
    timeouts: LIMITS,
    database: { url: proxy.url, drop: async () => {} },
  });
});
afterAll(async () => {
  proxy.unmute();
  database.thaw();
  await server.stop();
  await proxy.stop();
  await database.stop();
});

const body = { title: 'Fair', start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
let other = 0;
const requests = (): Promise<Response>[] => [
  fetch(`${server.rest}/events?search=a${other++}`),
  fetch(`${server.rest}/venues?search=a${other++}`),
  fetch(`${server.rest}/tags?search=a${other++}`),
  fetch(`${server.rest}/events/by-slug/fair?other=${other++}`),
  server.request('GET', '/events'),
  server.request('POST', '/events', body),
  fetch(
    `${server.url}/graphql?query=${encodeURIComponent(`{ events(filter: { search: "b${other++}" }) { totalCount } }`)}`,
  ),
];

/** Many requests while the database does not respond: all get a clear 503 within the limits. */
async function expectRefusals(): Promise<void> {
  const start = performance.now();
  const answers = await Promise.all([...requests(), ...requests(), ...requests()]);
  expect(performance.now() - start).toBeLessThan(WITHIN_MS);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(answers.map(() => '5'));
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
}

/** Automatically, without a restart. */
async function expectRecovery(): Promise<void> {
  let statuses: number[] = [];
  await eventually(
    () => `recovery, still ${statuses.join(', ')}`,
    async () => {
      // `/readyz` has its own connection, which recovers automatically.
      const answers = await Promise.all([...requests(), fetch(`${server.url}/readyz`)]);
      statuses = answers.map(({ status }) => status);
      return statuses.every((status) => [200, 201, 404].includes(status));
    },
    WITHIN_MS,
  );
}

/** Waits until cached responses are no longer known to be current. */
const notKnown = (): Promise<boolean> =>
  eventually('nothing cached is given any more', () => !server.version.isKnown);

test('a frozen server', async () => {
  await expectRecovery();
  await database.freeze();
  await notKnown();
  await expectRefusals();
  const cached = await fetch(`${server.rest}/tags`);
  expect(cached.status).toBe(503);
  database.thaw();
  await expectRecovery();
});

test('connections that die silently', async () => {
  await expectRecovery();
  proxy.mute('all');
  await notKnown();
  await expectRefusals();
  proxy.unmute();
  await expectRecovery();
});

test('a terminated proxy in front of the database', async () => {
  await proxy.stop();
  await notKnown();
  await expectRefusals();
});
