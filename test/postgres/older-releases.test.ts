import pg from 'pg';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { migrateDatabase } from '../../src/platform/postgres/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { migrationsOf } from '../support/release.ts';

/** Databases of earlier releases: the first migration creates the tables of 0.2.0. */
let database: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

const names = async (): Promise<string[]> =>
  (await client.query<{ name: string }>('select name from migration order by id')).rows.map(
    ({ name }) => name,
  );
async function record(migrations: readonly string[]): Promise<void> {
  await client.query(
    'create table migration (id serial primary key, name text, executed_at timestamptz default now())',
  );
  await client.query('insert into migration (name) select unnest($1::text[])', [migrations]);
}
const OURS = DATABASE_SCHEMA.migrations.map(({ name }) => name);

test('a fresh database records the listed migrations', async () => {
  await migrateDatabase(database.url, DATABASE_SCHEMA);
  expect(await names()).toEqual(OURS);
});

test('a database of 0.2.0 skips the first migration, keeps its migration names, and gets the later migrations', async () => {
  await migrateDatabase(database.url, { entities: [], migrations: DATABASE_SCHEMA.migrations.slice(0, 1) });
  await client.query('drop table migration');
  const released = await migrationsOf('0.2.0');
  await record(released);
  await migrateDatabase(database.url, DATABASE_SCHEMA);
  expect(await names()).toEqual([...released, ...OURS.slice(1)]);
});

test.each([
  ['0.1.0', () => migrationsOf('0.1.0')],
  ['a version between them', async () => (await migrationsOf('0.2.0')).slice(0, -1)],
])('a database of %s is rejected with the next step, and is left unchanged', async (_version, migrations) => {
  await record(await migrations());
  await expect(migrateDatabase(database.url, DATABASE_SCHEMA)).rejects.toThrow(
    /^The tables at \S+ are from a release before 0\.2\.0\. Start release 0\.2\.0 with this database once, then this release\.$/,
  );
  expect(await names()).toEqual(await migrations());
});
