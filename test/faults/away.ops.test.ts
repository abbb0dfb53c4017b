import { adminQuery } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** Responses during a database outage, and the recovery. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ realLimits: true });
});
afterAll(() => server.stop());

const name = (): string => new URL(server.database.url).pathname.slice(1);
/** Only clients: an autovacuum worker belongs to the superuser, and cutting it is refused. */
const cut = (): Promise<void> =>
  adminQuery(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = '${name()}' and backend_type = 'client backend'`,
  );

test('broken connections are replaced', async () => {
  await cut();
  await eventually('the service is ready', async () => (await fetch(`${server.url}/readyz`)).ok);
  const statuses = [];
  for (let attempt = 0; attempt < 5; attempt++)
    statuses.push((await fetch(`${server.rest}/events?page=1&search=a${attempt}`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
});

test('while connections are refused, both APIs return 503 without database details', async () => {
  await adminQuery(`alter database ${name()} with allow_connections false`);
  await cut();
  try {
    const body = { title: 'x', start_date: '2031-01-01', end_date: '2031-01-02' };
    for (const response of [
      await fetch(`${server.rest}/venues?search=new`),
      await server.request('POST', '/events', body),
    ]) {
      const text = await response.text();
      expect([response.status, JSON.parse(text).code, response.headers.get('retry-after')]).toEqual([
        503,
        'service_unavailable',
        '5',
      ]);
      expect(text).not.toMatch(/calendar_test|postgres|127\.0\.0\.1|stack|\.ts/);
    }
    const { errors } = await server.graphql('{ venues(filter: { search: "newer" }) { totalCount } }');
    expect(errors?.[0]?.extensions).toEqual({ code: 'UNAVAILABLE', status: 503 });
  } finally {
    await adminQuery(`alter database ${name()} with allow_connections true`);
  }
  // An earlier connection attempt may still fail.
  await eventually('the service is back', async () => {
    const { status } = await fetch(`${server.rest}/venues?search=again`);
    return status === 200;
  });
});
