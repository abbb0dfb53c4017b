import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { writeMigration } from '../../src/platform/postgres/migration-files.ts';
import { type Orm, openOrm } from '../../src/platform/postgres/orm.ts';
import { differences } from '../../src/platform/postgres/schema-comparison.ts';
import { adminQuery, createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** A database whose role may create tables, but no extensions. */
let database: TestDatabase;
let server: TestServer;
let owner: pg.Client;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await adminQuery(`revoke create on database ${nameOf(database.url)} from current_user`);
  server = await startTestServer({ database });
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.stop();
  await database.drop();
});

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

const searchIndexes = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(
    `select indexname as name from pg_indexes where indexname like '%\\_search' order by 1`,
  );
  return rows.map(({ name }) => name);
};

test('a fresh database starts, and finds words without an index', async () => {
  expect((await owner.query(`select from pg_extension where extname = 'pg_trgm'`)).rowCount).toBe(0);
  expect(await searchIndexes()).toEqual([]);
  await server.request('POST', '/venues', { venue: 'Café Müller' });
  const response = await server.request('GET', '/venues?search=muller');
  expect((await response.json()).total).toBe(1);
});

describe('a migration for a new search index', () => {
  let folder: string;
  let statements: string[];
  let orm: Orm;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'calendar-migrations-'));
    orm = await openOrm(database.url, 1, DATABASE_SCHEMA.entities);
    const { up } = await differences(orm);
    const [path = ''] = await writeMigration('search', { up, down: [] }, { folder });
    const text = await readFile(path, 'utf8');
    statements = Array.from(text.matchAll(/this\.addSql\(`(.*)`\);/g), ([, sql = '']) =>
      sql.replaceAll('\\$', '$'),
    );
  });
  afterAll(async () => {
    await orm.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('skips the index without the extension', async () => {
    expect(statements).toHaveLength(3);
    for (const statement of statements) await owner.query(statement);
    expect(await searchIndexes()).toEqual([]);
  });

  test('creates the index with the extension', async () => {
    await adminQuery(`grant create on database ${nameOf(database.url)} to current_user`);
    await owner.query('create extension pg_trgm');
    for (const statement of statements) await owner.query(statement);
    expect(await searchIndexes()).toEqual(['event_search', 'organizer_search', 'venue_search']);
  });
});
