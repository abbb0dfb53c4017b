import { watchChanges } from '../../src/domain/change-feed/watch.ts';
import { kysely } from '../../src/platform/postgres/orm.ts';
import { changesWaiting } from '../../src/platform/telemetry/counters.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer } from '../support/service.ts';
import { recordsIn } from '../support/words.ts';

/** Jobs of several processes on one database. */

test('two processes publish each scheduled record once', async () => {
  let ahead = 0;
  const clock = (): Date => new Date(Date.now() + ahead);
  const server = await startTestServer({ clock });
  const other = await startTestServer({ clock, database: server.database });
  const execute = async (statement: string): Promise<Record<string, unknown>[]> =>
    recordsIn(await server.orm.em.getConnection().execute(statement));
  try {
    const date = new Date(Date.now() + 3_600_000).toISOString();
    for (let n = 0; n < 12; n++) {
      const body = {
        title: `Later ${n}`,
        start_date: '2031-05-01 20:00',
        end_date: '2031-05-01 22:00',
        date,
      };
      expect((await server.request('POST', '/events', body)).status).toBe(201);
    }
    ahead = 2 * 3_600_000;
    await eventually('all are public', async () => {
      const rows = await execute(`select from event where status = 'publish'`);
      return rows.length === 12;
    });
    const changes = await execute(`select record_id, count(*)::int as times from change
      where type = 'event' and before = 'restricted' and after = 'public' group by record_id`);
    expect(changes.map(({ times }) => times)).toEqual(Array(12).fill(1));
  } finally {
    await other.stop();
    await server.stop();
  }
});

test('the operator gets one warning about a transaction that delays changes, and one message when it ends', async () => {
  const server = await startTestServer();
  const db = kysely(server.orm.em.fork());
  const warnings: string[] = [];
  const watch = watchChanges(db, (line) => warnings.push(line));
  const waiter = server.orm.em.fork();
  try {
    await watch();
    expect(changesWaiting.seconds).toBe(0);
    await waiter.begin();
    await waiter
      .getConnection()
      .execute('select pg_current_xact_id()', [], 'all', waiter.getTransactionContext());
    await server.request('POST', '/tags', { name: 'Jazz' });
    await watch();
    expect(changesWaiting.seconds).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
    await server.orm.em
      .getConnection()
      .execute(`update change set at_utc = at_utc - interval '90 seconds' where type = 'tag'`);
    await watch();
    await watch();
    expect(warnings).toEqual([
      expect.stringMatching(/^A transaction has been open for 9\d s: the change feed waits for it\.$/),
    ]);
    await waiter.rollback();
    await watch();
    expect(warnings[1]).toBe('The change feed no longer waits for a transaction.');
    expect([warnings.length, changesWaiting.seconds]).toEqual([2, 0]);
  } finally {
    if (waiter.isInTransaction()) await waiter.rollback();
    await server.stop();
  }
});
