import pg from 'pg';
import { eventually } from './eventually.ts';
import { type Primary, type Replica, startPrimary } from './replicas.ts';

/** What tests of several servers are built on. */
let primary: Primary;
let replica: Replica;
beforeAll(async () => {
  primary = await startPrimary();
  await primary.query('create table public.t (n int); grant all on t to public');
  replica = await primary.replica();
});
afterAll(() => primary.stop(), 30_000);

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

test('a replica has what is written, once it is caught up; one that is paused shows nothing more', async () => {
  await ask(primary.url, 'insert into t values (1)');
  await replica.caughtUp();
  expect(await ask(replica.url, 'select n from t')).toEqual([1]);
  await replica.pauseReplay();
  await ask(primary.url, 'insert into t values (2)');
  expect(await ask(replica.url, 'select n from t')).toEqual([1]);
  await replica.resumeReplay();
  await replica.caughtUp();
  expect(await ask(replica.url, 'select n from t')).toEqual([1, 2]);
  await expect(ask(replica.url, 'insert into t values (3)')).rejects.toMatchObject({ code: '25006' });
});

test('while the primary is frozen, the replica takes over, with everything that was acknowledged', async () => {
  await primary.synchronous();
  await eventually(
    'it waits for the replica',
    async () => (await ask(primary.url, `show synchronous_commit`))[0] === 'remote_apply',
  );
  for (let n = 10; n < 20; n++) await ask(primary.url, `insert into t values (${n})`);
  await primary.freeze();
  await replica.promote();
  expect(await ask(replica.url, 'select count(*)::int from t where n >= 10')).toEqual([10]);
  await ask(replica.url, 'insert into t values (20)');
  primary.thaw();
  expect(await ask(primary.url, 'select count(*)::int from t where n >= 10')).toEqual([10]);
});
