import pg from 'pg';
import { freePort } from '../../bench/support/service.ts';
import { createTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer } from '../support/service.ts';

const HOST = '127.0.0.1';

test('until the start is complete, only /healthz responds, all else is 503', async () => {
  const database = await createTestDatabase();
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  // Another instance is still creating the first administrator.
  await other.query("begin; select pg_advisory_xact_lock(hashtext('first administrator'))");
  const port = await freePort();
  const starting = startTestServer({ database, env: { PORT: String(port) } });
  try {
    const ask = (path: string, init?: RequestInit): Promise<Response> =>
      fetch(`http://${HOST}:${port}${path}`, init);
    const isAlive = (): Promise<boolean> =>
      ask('/healthz').then(
        ({ status }) => status === 200,
        () => false,
      );
    await eventually('the process is alive', isAlive);
    const list = '/calendar/events/v1/events';
    const query = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{__typename}"}',
    };
    for (const answer of [
      await ask('/readyz'),
      await ask(list),
      await ask(list, { method: 'POST' }),
      await ask('/graphql', query),
      await ask('/feeds/events.ics'),
      await ask('/'),
    ]) {
      expect(await answer.json()).toMatchObject({
        code: 'service_unavailable',
        message: 'The service is starting.',
        data: { status: 503 },
      });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store']);
      expect(answer.headers.get('retry-after')).not.toBeNull();
    }
    await other.query('commit');
    await starting;
    expect((await ask('/readyz')).status).toBe(200);
    expect((await ask(list)).status).toBe(200);
  } finally {
    await other.end();
    await (await starting).stop();
    await database.drop();
  }
});
