import pg from 'pg';
import { StatementNames } from '../../src/platform/postgres/statement-names.ts';
import { startMuteProxy } from '../support/mute-proxy.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

test('a repeated statement gets a name and keeps it; there are at most 400 names', () => {
  const names = new StatementNames();
  expect(names.of('often')).toBeUndefined();
  const name = names.of('often');
  expect(name).toMatch(/^s\d+$/);
  for (let n = 0; n < 2_000; n++) names.of(`once ${n}`);
  const given = new Set<string | undefined>();
  for (let n = 0; n < 2_000; n++) {
    names.of(`other ${n}`);
    given.add(names.of(`other ${n}`));
  }
  expect(given.size).toBe(400);
  expect(names.of('often')).toBe(name);
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { DATABASE_POOL_SIZE: '1', RESPONSE_CACHE: 'off' } });
});
afterAll(() => server.stop());

const prepared = async (): Promise<number> => {
  const [row] = await server.orm.em
    .getConnection()
    .execute<{ count: number }[]>('select count(*)::int as count from pg_prepared_statements');
  return row?.count ?? 0;
};

test('statements of requests are prepared on the connection, once each', async () => {
  let other = 0;
  const ask = async (): Promise<void> => {
    const answers = await Promise.all([
      fetch(`${server.rest}/events?search=a${other++}`),
      server.request('GET', '/tags'),
      fetch(`${server.rest}/venues?search=a${other++}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  };
  for (let round = 0; round < 3; round++) await ask();
  const before = await prepared();
  expect(before).toBeGreaterThan(0);
  for (let round = 0; round < 3; round++) await ask();
  expect(await prepared()).toBe(before);
});

test('behind a pooler that rejects session settings the service itself ends slow statements', async () => {
  const pooler = await startMuteProxy(server.database.url, { withoutSettings: true });
  const behind = await startTestServer({
    database: { ...server.database, url: pooler.url },
    timeouts: { statement: 500 },
  });
  const holder = new pg.Client({ connectionString: server.database.url });
  await holder.connect();
  try {
    const { id } = await (await behind.request('POST', '/venues', { venue: 'Locked' })).json();
    await holder.query(`begin; select from venue where id = ${id} for update`);
    const answer = await behind.request('PATCH', `/venues/${id}`, { description: 'x' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    await holder.query('rollback');
    expect((await behind.request('PATCH', `/venues/${id}`, { description: 'x' })).status).toBe(200);
  } finally {
    await holder.end();
    await behind.stop();
    await pooler.stop();
  }
});
