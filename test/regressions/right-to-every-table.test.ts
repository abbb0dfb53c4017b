import pg from 'pg';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { migrateDatabase } from '../../src/platform/postgres/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

test('a start without the right to one of the tables names the rights to grant', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  // Release 0.2.0 uses these; this one does not.
  const tables = rows.map(({ name }) => name).filter((name) => !/^(event_(total|unmerged)|feed_)/.test(name));
  expect(tables).toContain('idempotency_key');
  for (const table of tables) {
    await owner.query(`revoke select on ${table} from current_user`);
    await expect(migrateDatabase(database.url, DATABASE_SCHEMA)).rejects.toThrow(
      new RegExp(`permission denied for table ${table}\\..*\\n.*GRANT USAGE[^]*GRANT SELECT, INSERT`),
    );
    await owner.query(`grant select on ${table} to current_user`);
  }
});
