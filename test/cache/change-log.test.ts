import { sql } from 'kysely';
import pg from 'pg';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { ChangeLog } from '../../src/platform/cache/change-log.ts';
import { type Db, kysely, type Orm, openOrm } from '../../src/platform/postgres/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** The change log as triggers write it, and as readers read it. */
let database: TestDatabase;
let orm: Orm;
let db: Db;
let log: ChangeLog;
const clients: pg.Client[] = [];

/** A database client for manual writes. */
async function hand(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  clients.push(client);
  return client;
}

let made = 0;
const venue = (name = `Venue ${++made}`): string =>
  `insert into venue (status, published_utc, modified_utc, slug, name, name_key)
   values ('publish', '2030-01-01', '2030-01-01', '${name}', '${name}', '${name}') returning id`;
const event = (): string =>
  `insert into event (status, published_utc, modified_utc, slug, title, start_local, end_local, start_utc, end_utc, timezone)
   values ('publish', '2030-01-01', '2030-01-01', 'event-${++made}', 'Event', '2031-01-01', '2031-01-02', '2031-01-01', '2031-01-02', 'UTC') returning id`;
const term = (): string =>
  `insert into term (taxonomy, name, name_key, slug) values ('post_tag', 'tag ${++made}', 'tag ${made}', 'tag-${made}') returning id`;

const insert = async (client: pg.Client, statement: string): Promise<number> =>
  (await client.query(statement)).rows[0].id;
/** The new changes as `kind id operation`; null if unknown. */
const news = async (): Promise<string[] | null> =>
  (await log.read())?.map(({ kind, id, operation }) => `${kind} ${id} ${operation}`) ?? null;

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await openOrm(database.url, 2, DATABASE_SCHEMA.entities);
  db = kysely(orm.em);
});
beforeEach(async () => {
  log = new ChangeLog(db);
  expect(await log.read()).toBeNull();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

test('a transaction that commits after a later one is not missed, and no change is reported twice', async () => {
  const [first, second] = [await hand(), await hand()];
  await first.query('begin');
  const early = await insert(first, venue());
  const late = await insert(second, venue());
  expect(await news()).toEqual([`venue ${late} insert`]);
  expect(await news()).toEqual([]);
  await first.query('commit');
  expect(await news()).toEqual([`venue ${early} insert`]);
  expect(await news()).toEqual([]);
});

test('an open transaction delays nothing, however many others commit', async () => {
  const [open, busy] = [await hand(), await hand()];
  await open.query('begin');
  const last = await insert(open, venue());
  for (let round = 0; round < 5; round++) {
    const id = await insert(busy, venue());
    expect(await news()).toEqual([`venue ${id} insert`]);
  }
  await open.query('rollback');
  expect(await news()).toEqual([]);
  expect(last).toBeGreaterThan(0);
});

test('changes of a transaction keep their order, and a rollback logs nothing', async () => {
  const client = await hand();
  await client.query('begin');
  const id = await insert(client, venue());
  await client.query('savepoint part');
  await insert(client, venue());
  await client.query('rollback to savepoint part');
  await client.query(`update venue set phone = '1' where id = ${id}`);
  await client.query('commit');
  expect(await news()).toEqual([`venue ${id} insert`, `venue ${id} update`]);
});

test('distinguishes the operations on a record', async () => {
  const client = await hand();
  const id = await insert(client, venue());
  await news();
  const update = async (set: string): Promise<string[] | null> => {
    await client.query(`update venue set ${set} where id = ${id}`);
    return news();
  };
  expect(await update(`city = 'Rome'`)).toEqual([`venue ${id} update`]);
  expect(await update(`status = 'draft'`)).toEqual([`venue ${id} state`]);
  expect(await update(`published_utc = '2040-01-01'`)).toEqual([`venue ${id} state`]);
  expect(await update(`status = 'trash'`)).toEqual([`venue ${id} trash`]);
  expect(await update(`status = 'publish'`)).toEqual([`venue ${id} restore`]);
  await client.query(`delete from venue where id = ${id}`);
  expect(await news()).toEqual([`venue ${id} delete`]);
});

test('a change of links is a change of their event, also if the linked record is deleted; terms are counted', async () => {
  const client = await hand();
  const [of, to, tag] = [
    await insert(client, event()),
    await insert(client, venue()),
    await insert(client, term()),
  ];
  await news();
  await client.query(`insert into event_venue (event_id, venue_id, position) values (${of}, ${to}, 0)`);
  expect(await news()).toEqual([`event ${of} link`]);
  await client.query(`insert into event_term (event_id, term_id) values (${of}, ${tag})`);
  expect((await news())?.toSorted()).toEqual([`event ${of} link`, `term ${tag} count`]);
  await client.query(`update event set status = 'draft' where id = ${of}`);
  expect((await news())?.toSorted()).toEqual([`event ${of} state`, `term ${tag} count`]);
  await client.query(`update term set name = 'Other' where id = ${tag}`);
  expect(await news()).toEqual([`term ${tag} update`]);
  await client.query(`delete from venue where id = ${to}`);
  expect((await news())?.toSorted()).toEqual([`event ${of} link`, `venue ${to} delete`]);
});

test('reports links of a new event from the same transaction along with it', async () => {
  const client = await hand();
  const to = await insert(client, venue());
  await news();
  const { rows } = await client.query(
    `with made as (${event()}), linked as (insert into event_venue (event_id, venue_id, position) select id, ${to}, 0 from made) select id from made`,
  );
  expect(await news()).toEqual([`event ${rows[0].id} insert`]);
});

test('reports a truncated table as one change', async () => {
  const client = await hand();
  await client.query('truncate event_venue');
  expect(await news()).toEqual(['event null truncate']);
});

test('reports a very large change as unknown changes', async () => {
  const client = await hand();
  await client.query(
    `insert into image (url, url_hash) select 'https://pictures.example/' || n, n::text from generate_series(1, 1001) as n`,
  );
  expect(await news()).toBeNull();
  expect(await news()).toEqual([]);
});

test('after a failed read anything may have changed', async () => {
  const client = await hand();
  await client.query('alter table change rename to lost');
  await expect(log.read()).rejects.toThrow('"change" does not exist');
  await client.query('alter table lost rename to change');
  expect(await news()).toBeNull();
  expect(await news()).toEqual([]);
});

test('a read scans new rows only, however long the log is', async () => {
  const client = await hand();
  await client.query('delete from change');
  await client.query(
    `insert into change (kind, operation) select 'old', 'insert' from generate_series(1, 50000)`,
  );
  await client.query('analyze change');
  await log.read();
  const before = await looked(client);
  for (let round = 0; round < 20; round++) expect(await news()).toEqual([]);
  expect((await looked(client)) - before).toBeLessThan(1_000);
  // Control: a full scan shows in the count.
  await sql`select from change where kind = 'none'`.execute(db);
  expect((await looked(client)) - before).toBeGreaterThanOrEqual(50_000);
});

/** The number of scanned rows so far. */
async function looked(client: pg.Client): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await client.query(
    `select seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_user_tables where relname = 'change'`,
  );
  return Number(rows[0].rows);
}
