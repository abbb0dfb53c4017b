import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { ownRelease } from '../../src/app/cli/backup-file.ts';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { openOrm } from '../../src/platform/postgres/orm.ts';
import { backup } from '../../src/transfer/backup/backup.ts';
import { linesOf, totalOf } from '../../src/transfer/backup/lines.ts';
import { openBackup, restore } from '../../src/transfer/backup/restore.ts';
import { EXCLUDED_TABLES } from '../../src/transfer/backup/tables.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/service.ts';
import { recordsIn } from '../support/words.ts';
import { connected, tableHashes, tablesIn } from './rows.ts';

const clock = () => new Date('2031-03-14T12:00:00Z');
const KEY = 'a'.repeat(40);
const ENV = { SECRET_KEY: KEY, WEBHOOK_PRIVATE: 'true' };
const NEW = { venue: 'New' };
let database: TestDatabase;
let source: TestServer;
let saved: Buffer;

async function post(path: string, body: object, headers = {}): Promise<{ id: number }> {
  const response = await source.request('POST', path, body, { ...source.admin, ...headers });
  expect(response.status).toBe(201);
  return response.json();
}

async function save({ url }: TestDatabase): Promise<Buffer> {
  const orm = await openOrm(url, 1, DATABASE_SCHEMA.entities);
  let text = '';
  await backup(orm.em.fork(), ownRelease(), async (lines) => {
    text += lines;
  });
  await orm.close();
  return gzipSync(text);
}

async function bring({ url }: TestDatabase, file: Buffer, release = ownRelease()): Promise<number> {
  const orm = await openOrm(url, 1, DATABASE_SCHEMA.entities);
  try {
    const open = await openBackup(linesOf(Readable.from([file])), release);
    return totalOf(await restore(orm.em.fork(), open));
  } finally {
    await orm.close();
  }
}

/** A database of its own with the tables of a calendar. */
async function empty(): Promise<TestDatabase & AsyncDisposable> {
  const database = await createTestDatabase();
  return { ...database, [Symbol.asyncDispose]: () => database.drop() };
}

/** The backup with edited lines. */
const edited = (change: (lines: string[]) => string[]): Buffer =>
  gzipSync(`${change(gunzipSync(saved).toString().trimEnd().split('\n')).join('\n')}\n`);

const TIMES = { start_date: '2031-04-01 10:00', end_date: '2031-04-01 12:00' };

beforeAll(async () => {
  database = await createTestDatabase();
  source = await startTestServer({ env: ENV, database, clock });
  const music = await post('/categories', { name: 'Music', description: '<b>Loud</b>' });
  await post('/categories', { name: 'Jazz', parent: music.id });
  const closed = await post('/venues', {
    venue: 'Closed',
    image: 'https://img.example/closed.png',
    geo_lat: 0.1,
    geo_lng: 12.5,
  });
  await post('/events', {
    ...TIMES,
    title: 'Festival & "Fair" \\ {1}',
    description: '<p>one\u2028two\u0085three</p>\n<p>four</p>',
    categories: ['jazz'],
    tags: ['open air'],
    cost: '10 - 20 EUR',
    image: 'https://img.example/f.jpg',
    venue: [closed.id],
    organizer: [{ organizer: 'Second' }, { organizer: 'First' }],
  });
  const picture = await sharp({ create: { width: 700, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await fetch(`${source.url}/calendar/events/v1/images?alt=Red`, {
    method: 'POST',
    body: new Uint8Array(picture),
    headers: { ...source.admin, 'content-type': 'image/png' },
  });
  await post('/events', { ...TIMES, title: 'Later', date: '2031-05-01 00:00:00' });
  const once = await post('/events', { ...TIMES, title: 'Once' }, { 'Idempotency-Key': randomUUID() });
  await source.request('DELETE', `/events/${once.id}`);
  await post('/events', { ...TIMES, title: 'Course', recurrence: 'FREQ=WEEKLY;COUNT=3' });
  await source.request('DELETE', `/venues/${closed.id}`);
  await source.graphql(
    'mutation { createUser(input: { login: "amy", role: AUTHOR, name: "Amy A." }) { user { id } } }',
  );
  await source.graphql(
    'mutation { createWebhook(input: { url: "http://127.0.0.1:1/hook", types: [EVENT_ALL] }) { webhook { id } } }',
  );
  await source.request('POST', '/events', { ...TIMES, title: 'Told' }, source.admin);
  const without = async (): Promise<string[]> => {
    const hashes = await tableHashes(database.url);
    return Object.keys(hashes).filter((name) => hashes[name]?.rows === '0');
  };
  await eventually('each table has rows', async () => (await without()).length === 0);
  await source.stop();
  saved = await save(database);
});
afterAll(() => database.drop());

test('every table of the database is in a backup, or excluded by name', async () => {
  await using client = await connected(database.url);
  const [first = ''] = gunzipSync(saved).toString().split('\n', 1);
  const written = Object.keys(JSON.parse(first).tables);
  expect([...written, ...EXCLUDED_TABLES.keys()].toSorted()).toEqual((await tablesIn(client)).toSorted());
});

test('a restored calendar is equal, row by row, and its backup is the same file', async () => {
  await using copy = await empty();
  const there = await tableHashes(database.url);
  const rows = await bring(copy, saved);
  expect(await tableHashes(copy.url)).toEqual(there);
  expect(rows).toBe(Object.values(there).reduce((sum, table) => sum + Number(table.rows), 0));
  expect(gunzipSync(await save(copy)).toString()).toBe(gunzipSync(saved).toString());
});

const FEED = '/feeds/changes';
/** The page of a change feed, once it has all records. */
const pageOf = (server: TestServer): Promise<{ items: unknown[]; next: string }> =>
  eventually('a page of the change feed', async () => {
    const response = await server.send('GET', FEED, undefined, {});
    return response.status === 200 ? response.json() : undefined;
  });

/** The responses of a service about its calendar. */
async function shown(server: TestServer) {
  const get = async (path: string) => (await server.request('GET', path)).json();
  const list: { total: number; events: { id: number; title: string }[] } = await get(
    '/events?start_date=2031-01-01',
  );
  return {
    events: list.events.map(({ id, title }) => [id, title]),
    terms: await get('/categories'),
    changes: (await pageOf(server)).items,
  };
}

test('a service continues with it: passwords, ids, counts, and the change feed from its beginning', async () => {
  await using stack = new AsyncDisposableStack();
  const copy = stack.use(await empty());
  await bring(copy, saved);
  const [there, here] = await Promise.all(
    [database, copy].map(async (one) => {
      const server = await startTestServer({
        env: { ...ENV, BASE_URL: 'https://cal.example' },
        database: one,
        clock,
      });
      stack.defer(() => server.stop());
      return server;
    }),
  );
  if (!there || !here) throw new Error('two were started');
  const { changes, ...seen } = await shown(here);
  const before = await shown(there);
  expect(seen).toEqual({ events: before.events, terms: before.terms });
  const ids = (items: unknown): unknown[] =>
    recordsIn(items)
      .filter(({ state }) => state === 'updated')
      .map(({ id }) => id);
  expect(ids(changes).toSorted()).toEqual(ids(before.changes).toSorted());
  const { pathname, search } = new URL((await pageOf(there)).next);
  expect((await there.send('GET', pathname + search, undefined, {})).status).toBe(200);
  expect((await here.send('GET', pathname + search, undefined, {})).status).toBe(410);
  const [old, made] = [
    await there.request('POST', '/venues', NEW),
    await here.request('POST', '/venues', NEW),
  ];
  expect((await made.json()).id).toBe((await old.json()).id);
});

test('a service that runs on the empty calendar shows the restored records', async () => {
  const server = await startTestServer({ env: { SECRET_KEY: KEY }, clock });
  try {
    expect(await shown(server)).toMatchObject({ events: [], changes: [] });
    await bring(server.database, saved);
    await server.version.catchUp();
    const { events } = await shown(server);
    expect(events.length).toBeGreaterThan(3);
    await eventually('all changes', async () => (await pageOf(server)).items.length > events.length);
  } finally {
    await server.stop();
  }
});

const half = (lines: string[]) => Math.floor(lines.length / 2);
test.each<[string, () => Buffer]>([
  ['truncated in the middle of its bytes', () => saved.subarray(0, saved.length - 20)],
  ['truncated after a line', () => edited((lines) => lines.slice(0, half(lines)))],
  ['without its last line', () => edited((lines) => lines.slice(0, -1))],
  ['with another title', () => edited((lines) => lines.map((line) => line.replace('Festival', 'festival')))],
  ['without a row', () => edited((lines) => lines.toSpliced(half(lines), 1))],
  ['with a row twice', () => edited((lines) => lines.toSpliced(half(lines), 0, lines[half(lines)] ?? ''))],
  [
    'with another first line',
    () =>
      edited((lines) => lines.map((line, at) => (at === 0 ? line.replace('"last":"', '"last":"1') : line))),
  ],
  ['with a line after the last', () => edited((lines) => [...lines, lines.at(-1) ?? ''])],
  ['with a row of an excluded table', () => edited((lines) => lines.with(3, '{"table":"change","row":{}}'))],
  [
    'with a row that is not JSON',
    () => edited((lines) => lines.with(3, '{"table":"setting","row":{"name":}}')),
  ],
  ['with an invalid line', () => edited((lines) => lines.with(3, 'nonsense'))],
  ['with bytes that are not text', () => gzipSync(Buffer.concat([gunzipSync(saved), Buffer.from([0xff])]))],
])('a file %s is rejected, and nothing is stored', async (_name, file) => {
  await using copy = await empty();
  const before = await tableHashes(copy.url);
  await expect(bring(copy, file())).rejects.toThrow(/^is damaged: .* Nothing was stored$/);
  expect(await tableHashes(copy.url)).toEqual(before);
  expect(await bring(copy, saved)).toBeGreaterThan(10);
});

test.each<[string, Buffer]>([
  ['a text file', Buffer.from('{"kind":"calendar"}\n')],
  ['an archive of something else', gzipSync('{"kind":"calendar"}\n')],
  ['an empty file', Buffer.from('')],
])('%s is not a backup', async (_name, file) => {
  await using copy = await empty();
  await expect(bring(copy, file)).rejects.toThrow(/^is not a backup/);
});

test('a backup of another release is rejected', async () => {
  await using copy = await empty();
  const { release, migrations } = ownRelease();
  await expect(
    bring(copy, saved, { release: '9.0.0', migrations: [...migrations, '20990101000000-more'] }),
  ).rejects.toThrow(
    `was written by release ${release}, whose tables differ from those of this release, 9.0.0. Restore it with its own release, then upgrade`,
  );
});

test.each([
  [
    'a record',
    `insert into venue (name, name_key, slug, status, published_utc, modified_utc) values ('Mine', 'mine', 'mine', 'trash', now(), now())`,
  ],
  [
    'a category',
    `insert into term (taxonomy, name, name_key, slug) values ('post_tag', 'Mine', 'mine', 'mine')`,
  ],
  [
    'users',
    `insert into user_account (login, login_key, role, created_utc) values ('a', 'a', 'administrator', now()), ('b', 'b', 'author', now())`,
  ],
])('a calendar with %s is left unchanged', async (_name, insert) => {
  await using copy = await empty();
  await using client = await connected(copy.url);
  await client.query(insert);
  const before = await tableHashes(copy.url);
  await expect(bring(copy, saved)).rejects.toThrow(
    /^cannot be restored here: this calendar (is not empty|has users)/,
  );
  expect(await tableHashes(copy.url)).toEqual(before);
});

test('triggers work again afterwards, and have written nothing twice', async () => {
  await using copy = await empty();
  await bring(copy, saved);
  await using client = await connected(copy.url);
  const { rows } = await client.query(`select tgname from pg_trigger where tgenabled <> 'O'`);
  expect(rows).toEqual([]);
  const { rows: counts } = await client.query(
    `select name from term where event_count <> (select count(*) from event_term join event on id = event_id
      where term_id = term.id and status = 'publish')`,
  );
  expect(counts).toEqual([]);
});
