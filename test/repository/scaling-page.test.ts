import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** docs/scaling.md says of everything in the tables and statements whether other databases have it. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
let page: string;
let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  page = await readFile(`${ROOT}docs/scaling.md`, 'utf8');
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Names in backticks. */
const named = (): Set<string> => new Set([...page.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
const missing = (names: Iterable<string>): string[] => [...new Set(names).difference(named())].toSorted();

test.each([
  [
    'function',
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  ],
  [
    'sequence',
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
  ],
  [
    'unique rule',
    `select conname as name from pg_constraint where connamespace = 'public'::regnamespace and contype = 'u'`,
  ],
  [
    'index of an unusual kind',
    `select unnest(array[relname, amname]) as name from pg_class join pg_am on pg_am.oid = relam
      where relnamespace = 'public'::regnamespace and relkind = 'i' and amname <> 'btree'`,
  ],
])('each %s of the tables is named', async (_what, query) => {
  const { rows } = await client.query<{ name: string }>(query);
  expect(rows.length).toBeGreaterThan(0);
  expect(missing(rows.map(({ name }) => name))).toEqual([]);
});

test("each function of PostgreSQL's own that statements call is named", async () => {
  const files = await readdir(`${ROOT}src`, { recursive: true });
  const sources = files.filter(
    (file) => file.endsWith('.ts') && !/^(embedded|database\/migrations)\//.test(file),
  );
  const texts = await Promise.all(sources.map((file) => readFile(`${ROOT}src/${file}`, 'utf8')));
  const called = texts.flatMap((text) => [...text.matchAll(/\b(pg_\w+)\(/g)].map(([, name = '']) => name));
  expect(called.length).toBeGreaterThan(10);
  expect(missing(called)).toEqual([]);
});
