import { type RawBuilder, sql } from 'kysely';
import { deleteExpiredKeys } from '../../src/domain/idempotency/old-keys.ts';
import { kysely } from '../../src/platform/postgres/orm.ts';
import { NOW, openStore, type Store } from '../support/context.ts';
import { eventually } from '../support/eventually.ts';
import { openWorld } from '../support/world.ts';

/* Responses of idempotency keys stayed for ever unless a further request used a key. */

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

const DAY_S = 86_400;
/** Keys first used this many seconds ago. */
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

test('without any request keys are deleted a day after their use, in any number, and others stay', async () => {
  await addKeys(1_200, DAY_S);
  await addKeys(3, DAY_S - 1);
  await deleteExpiredKeys(store.db, NOW, () => true);
  expect(await count()).toBe(3);
});

test('every instance deletes them', async () => {
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
