import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { migrateDatabase, runMigrations } from '../../src/platform/postgres/migrate.ts';
import { StepMigration } from '../../src/platform/postgres/step-migration.ts';
import { adminQuery, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually, pause } from '../support/eventually.ts';

/** Migrations while an older instance runs. */
let database: TestDatabase;
const clients: pg.Client[] = [];
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  clients.push(client);
  return client;
}
/** A change of a table in use. */
class Alter extends Migration {
  override up(): void {
    this.addSql('alter table term add column never_there integer');
  }
}
class MakeIndex extends StepMigration {
  override up(): void {
    this.index('event_never_there', 'on event (website)');
  }
}
const NEXT = [
  { name: 'alter', class: Alter },
  { name: 'index', class: MakeIndex },
];
const SCHEMA = { ...DATABASE_SCHEMA, migrations: [...DATABASE_SCHEMA.migrations, ...NEXT] };
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  await database.drop();
});

const INSERT = `insert into term (taxonomy, name, name_key, slug) values ('post_tag', gen_random_uuid(), gen_random_uuid(), gen_random_uuid())`;
/** A migration waits for a lock for at most 0.3 s; the rest is slack for a busy machine. */
const HELD_UP_MS = 2_000;
/** Time for several attempts: a migration that cannot get its lock gives up and retries. */
const SEVERAL_ATTEMPTS_MS = 4_000;

test('a migration that waits for a long transaction barely blocks others, and runs after it', async () => {
  const [long, other] = [await connect(), await connect()];
  await long.query('begin');
  await long.query(INSERT);
  const said: string[] = [];
  let isDone = false;
  const migration = migrateDatabase(database.url, SCHEMA, {
    onWait: (line) => void said.push(line),
  }).then(() => {
    isDone = true;
  });
  let longest = 0;
  const end = performance.now() + SEVERAL_ATTEMPTS_MS;
  while (performance.now() < end) {
    const start = performance.now();
    await other.query(INSERT);
    longest = Math.max(longest, performance.now() - start);
    await pause(20);
  }
  expect(longest).toBeLessThan(HELD_UP_MS);
  expect(isDone).toBe(false);
  expect(said).toEqual([
    expect.stringMatching(/^Waiting for transactions that use the tables at .*calendar_test/),
  ]);
  await long.query('commit');
  await migration;
  await other.query(INSERT);
  await other.query('select never_there from term');
});

test('limits of the role for requests do not apply to migrations', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await adminQuery(`alter database ${name} set statement_timeout = '600ms'`);
  await adminQuery(`alter database ${name} set idle_in_transaction_session_timeout = '50ms'`);
  const holder = await connect();
  await holder.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  await holder.query('begin');
  await holder.query(INSERT);
  const said: string[] = [];
  const migration = migrateDatabase(database.url, SCHEMA, {
    onWait: (line) => void said.push(line),
  });
  await eventually('it waits', () => said.length > 0);
  await holder.query('rollback');
  await migration;
  await holder.query('select never_there from term');
});

test('an index creation that another session blocked is repeated', async () => {
  const name = new URL(database.url).pathname.slice(1);
  // A default of the database, which a migration cannot override behind a pooler.
  await adminQuery(`alter database ${name} set lock_timeout = '200ms'`);
  const holder = await connect();
  await holder.query('begin');
  await holder.query('update event set title = title; select pg_current_xact_id()');
  const said: string[] = [];
  const migration = runMigrations(database.url, NEXT, false, (line) => void said.push(line));
  await eventually('it waits', () => said.length > 0);
  const isValid = async (): Promise<unknown> =>
    (
      await holder.query(
        `select indisvalid from pg_index where indexrelid = to_regclass('event_never_there')`,
      )
    ).rows[0];
  expect(await isValid()).toEqual({ indisvalid: false });
  await holder.query('commit');
  await migration;
  expect(await isValid()).toEqual({ indisvalid: true });
});
