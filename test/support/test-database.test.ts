import pg from 'pg';
import { createTestDatabase } from './database.ts';

test('every test database is a new one, also if several are created at the same time', async () => {
  const databases = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
  expect(new Set(databases.map(({ url }) => url)).size).toBe(3);
  const client = new pg.Client(databases[0]?.url);
  await client.connect();
  await client.query('create table t ()');
  await client.end();
  await Promise.all(databases.map((database) => database.drop()));
});
