import { mock } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { clearOldKeys } from '../../src/domain/idempotency/old-keys.ts';
import { kysely } from '../../src/platform/postgres/orm.ts';
import { NOW, openStore, type Store } from '../support/context.ts';
import { eventually } from '../support/eventually.ts';
import { openWorld } from '../support/world.ts';

/* Answers of idempotency keys stayed for ever where no further request came with a key. */

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

const DAY_S = 86_400;
/** Keys that were first used so many seconds before now. */
const addKeys = (count: number, ago: number): Promise<unknown> =>
  sql`insert into idempotency_key (user_id, key, fingerprint, created_utc, status, body)
    select 1, ${`${ago} `} || n, '', ${NOW.toISOString()}::timestamptz at time zone 'utc' - make_interval(secs => ${ago}), 201, '{}'
    from generate_series(1, ${count}::int) as n`.execute(store.db);
const count = async (where: RawBuilder<unknown> = sql`true`): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from idempotency_key where ${where}`.execute(store.db);
  return rows[0]?.n ?? -1;
};

test('without any request keys go a day after they were used, however many there are, and others stay', async () => {
  await addKeys(1_200, DAY_S);
  await addKeys(3, DAY_S - 1);
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const end = clearOldKeys({ db: store.db, clock: () => NOW });
    await eventually('old keys are gone', async () => (await count()) === 3);
    await addKeys(1, DAY_S);
    mock.timers.tick(30_000);
    await eventually('and later ones', async () => (await count()) === 3);
    await end();
    await addKeys(1, DAY_S);
    mock.timers.tick(60_000);
    await end();
    expect(await count()).toBe(4);
  } finally {
    mock.timers.reset();
  }
});

test('a database that only reads is asked again later, and nothing fails', async () => {
  await addKeys(2, DAY_S + 5);
  const statements: string[] = [];
  let reads = true;
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      if (reads) throw new Error('cannot execute DELETE in a read-only transaction');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const end = clearOldKeys({ db, clock: () => NOW, every: 20 });
  try {
    await eventually('it was asked twice', async () => statements.length > 1);
    reads = false;
    await eventually('old keys are gone', async () => (await count(sql`key like ${`${DAY_S + 5}%`}`)) === 0);
  } finally {
    await end();
  }
});

test('every service does that', async () => {
  const world = await openWorld();
  const db = kysely(world.server.orm.em.fork());
  await sql`insert into idempotency_key (user_id, key, fingerprint, created_utc, status, body)
    values (1, 'old', '', '2031-03-13 12:00:00', 201, '{}')`.execute(db);
  const other = await world.beside({});
  try {
    const left = () => db.selectFrom('idempotency_key').select('key').execute();
    await eventually('it is gone', async () => (await left()).length === 0);
  } finally {
    await other.stop();
    await world.stop();
  }
});
