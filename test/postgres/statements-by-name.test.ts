import pg from 'pg';
import { StatementNames } from '../../src/platform/postgres/prepared.ts';
import { startMuteProxy } from '../support/mute-proxy.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

test('what is asked once has no name; what is asked often keeps it whatever comes by', () => {
  const names = new StatementNames();
  expect(names.of('often')).toBeUndefined();
  const name = names.of('often');
  expect(name).toMatch(/^[\w-]{27}$/);
  for (let n = 0; n < 2_000; n++) {
    names.of(`once ${n}`);
    expect(names.of('often')).toBe(name);
  }
  for (let n = 0; n < 2_000; n++) names.of(`other ${n}`);
  // It has given way, and comes back by the same name.
  names.of('often');
  expect(names.of('often')).toBe(name);
  expect(new StatementNames(false).of('often')).toBeUndefined();
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { DATABASE_POOL_SIZE: '1', RESPONSE_CACHE: 'off' } });
});
afterAll(() => server.stop());

let other = 0;
const statuses = async (): Promise<number[]> => {
  const event = {
    title: 'Fair',
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 12:00',
    venue: { venue: `Hall ${other++}` },
  };
  const answers = await Promise.all([
    fetch(`${server.rest}/events?search=a${other++}`),
    fetch(`${server.rest}/venues?search=a${other++}`),
    server.request('GET', '/tags'),
    server.request('POST', '/events', event),
  ]);
  return answers.map(({ status }) => status);
};
const GOOD = [200, 200, 200, 201];

test('a server that forgets the names of its statements, as behind a pooler, is asked without', async () => {
  for (let round = 0; round < 4; round++) expect(await statuses()).toEqual(GOOD);
  expect(await forget()).not.toEqual([]);
  for (let round = 0; round < 4; round++) expect(await statuses()).toEqual(GOOD);
  // From then on nothing is prepared any more.
  expect(await forget()).toEqual([]);
});

/** On the only connection. @returns what was prepared there */
async function forget(): Promise<unknown> {
  const connection = server.orm.em.getConnection();
  const names: unknown = await connection.execute('select name from pg_prepared_statements');
  await connection.execute('deallocate all');
  return names;
}

test('a pooler that takes no settings: each transaction sets its own limits', async () => {
  const pooler = await startMuteProxy(server.database.url, { withoutSettings: true });
  const env = { DATABASE_LOCK_TIMEOUT: '500ms', DATABASE_WAIT_TIMEOUT: '2min' };
  const behind = await startTestServer({ database: { ...server.database, url: pooler.url }, env });
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
