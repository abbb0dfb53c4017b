import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { migrateDatabase } from '../../src/platform/postgres/migrate.ts';
import { adminQuery, createTestDatabase, type TestDatabase, urlOf } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startMuteProxy } from '../support/mute-proxy.ts';

/** Start-up messages about a database that is missing or misconfigured. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const said: string[] = [];
const onWait = (line: string): void => void said.push(line);
beforeEach(() => {
  said.length = 0;
});

async function messageOf(url: string, options: Parameters<typeof migrateDatabase>[2] = {}): Promise<string> {
  try {
    await migrateDatabase(url, DATABASE_SCHEMA, { waitMs: 240_000, onWait, ...options });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('it worked');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('the start waits for a database that is not there yet, and says so', async () => {
  const later = await freePort();
  const before = await startMuteProxy(database.url);
  const url = new URL(before.url);
  expect(await migrateDatabase(url.href, DATABASE_SCHEMA, { waitMs: 0, onWait })).toEqual({
    acceptsSettings: true,
  });
  await before.stop();
  url.port = String(later);
  const waiting = migrateDatabase(url.href, DATABASE_SCHEMA, { waitMs: 240_000, onWait });
  await eventually('it says something', () => said.length > 0);
  expect(said).toEqual([
    expect.stringMatching(new RegExp(`^Waiting for the database at 127.0.0.1:${later}/.*ECONNREFUSED`)),
  ]);
  const there = await startMuteProxy(database.url, { port: later });
  await waiting;
  expect(said).toHaveLength(1);
  await there.stop();
});

test('the start gives up on a database that accepts connections and never answers', async () => {
  const sockets: { destroy(): void }[] = [];
  const mute = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const message = await messageOf(`postgres://a:b@127.0.0.1:${port}/x`, {
    waitMs: 1_500,
    connectMs: 500,
  });
  expect(message).toContain('cannot be reached: it accepts connections but does not respond');
  for (const socket of sockets) socket.destroy();
  mute.close();
});

test('a wrong password and a missing database are reported at once', async () => {
  const wrong = new URL(database.url);
  wrong.password = 'wrong';
  const missing = urlOf('calendar_that_is_not_there');
  for (const [url, text] of [
    [wrong.href, 'password authentication failed'],
    [missing, 'Create it: createdb --encoding=UTF8 --template=template0 calendar_that_is_not_there'],
  ] as const) {
    const message = await messageOf(url);
    expect(message).toContain(text);
  }
  expect(said).toEqual([]);
});

test('an encoding that cannot store all texts is rejected, with the command that creates a correct database', async () => {
  const name = `calendar_test_ascii_${process.pid}`;
  await adminQuery(
    `create database ${name} encoding 'SQL_ASCII' template template0 locale 'C' locale_provider libc`,
  );
  try {
    const message = await messageOf(urlOf(name));
    expect(message).toContain(
      `has the encoding SQL_ASCII; UTF8 is needed. Create one: createdb --encoding=UTF8 --template=template0 ${name}`,
    );
  } finally {
    await adminQuery(`drop database ${name}`);
  }
});

test.each([
  ['create tables', 'create', 'permission denied for schema public'],
  ['see the schema', 'all', 'no schema has been selected'],
])('a role that may not %s gets the missing rights in the message', async (_name, right, text) => {
  const name = `calendar_test_rights_${process.pid}`;
  await adminQuery(`create database ${name} encoding 'UTF8' template template0`);
  const owner = new pg.Client({ connectionString: urlOf(name) });
  await owner.connect();
  try {
    await owner.query(`revoke ${right} on schema public from pg_database_owner, public`);
    const message = await messageOf(urlOf(name));
    expect(message).toMatch(/^The role "\w+" lacks rights /);
    expect(message).toContain(text);
    expect(message).toMatch(/GRANT USAGE, CREATE ON SCHEMA public TO "\w+";/);
  } finally {
    await owner.end();
    await adminQuery(`drop database ${name} with (force)`);
  }
});

test('the start waits for another instance that migrates, under a lock of one transaction', async () => {
  const name = `calendar_test_turn_${process.pid}`;
  await adminQuery(`create database ${name} encoding 'UTF8' template template0`);
  const other = new pg.Client({ connectionString: urlOf(name) });
  await other.connect();
  try {
    await other.query('begin; select pg_advisory_xact_lock(4202611)');
    const both = Promise.all([
      migrateDatabase(urlOf(name), DATABASE_SCHEMA, { onWait }),
      migrateDatabase(urlOf(name), DATABASE_SCHEMA, { onWait }),
    ]);
    await eventually('both say something', () => said.length > 1);
    expect(said).toHaveLength(2);
    expect(said[0]).toContain('Waiting for another instance');
    await other.query('commit');
    await both;
    const { rows } =
      await other.query(`select count(*)::int as n from pg_locks where locktype = 'advisory' and database = (
      select oid from pg_database where datname = current_database())`);
    expect(rows).toEqual([{ n: 0 }]);
    const { rows: tables } = await other.query(`select to_regclass('event') is not null as there`);
    expect(tables).toEqual([{ there: true }]);
  } finally {
    await other.end();
    await adminQuery(`drop database ${name} with (force)`);
  }
});
