import { sql } from 'kysely';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts';
import { kysely } from '../../src/platform/postgres/orm.ts';
import { Statement } from '../../src/platform/postgres/statement.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

/** Statements whose signal is aborted end on the server at once, whatever else uses the connections. */
const SIZE = 3;
const LONG_MS = 60_000;
const WAIT = new Statement<{ key: number }, unknown>((_db, value) => ({
  compile: () => sql`select pg_advisory_xact_lock(${value('key')}::int)`.compile(kysely(database.orm.em)),
}));

let files: TestDatabase;
let database: Database;
let holder: pg.Client;
beforeAll(async () => {
  files = await createTestDatabase();
  const timeouts = { wait: LONG_MS, statement: LONG_MS, lock: LONG_MS, idle: LONG_MS };
  database = await openDatabase(files.url, { entities: [], size: SIZE, timeouts });
  holder = new pg.Client({ connectionString: files.url });
  await holder.connect();
  await holder.query('select pg_advisory_lock(7)');
});
afterAll(async () => {
  await holder.end();
  await database.close();
  await files.drop();
});

const running = async (): Promise<number> => {
  const { rows } = await holder.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event = 'advisory'`,
  );
  return rows[0]?.count ?? 0;
};

/** As many statements as connections, all waiting for a lock. */
async function fill(signal: AbortSignal): Promise<Promise<unknown>[]> {
  const db = kysely(database.orm.em);
  const statements = Array.from({ length: SIZE }, () => WAIT.run(db, { key: 7 }, signal));
  for (const statement of statements) statement.catch(() => {});
  await eventually('all wait for the lock', async () => (await running()) === SIZE);
  return statements;
}

test('also when no connection is free', async () => {
  const controller = new AbortController();
  const statements = await fill(controller.signal);
  controller.abort(new Error('nobody waits'));
  for (const statement of statements) await expect(statement).rejects.toThrow('nobody waits');
  await eventually('nothing waits for the lock', async () => (await running()) === 0);
  // The connections are free again.
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(kysely(database.orm.em));
  expect(rows).toEqual([{ one: 1 }]);
});
