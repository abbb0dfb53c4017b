import { spawn } from 'node:child_process';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { sampled } from '../support/sample.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** `npm run seed -- …` */
function seed(...words: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, ['bench/seed/cli.ts', ...words], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: database.url, NODE_NO_WARNINGS: '1' },
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  child.stderr.on('data', (text) => {
    said.err += text;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...said })));
}

async function ask<R extends pg.QueryResultRow>(statement: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<R>(statement)).rows;
  } finally {
    await client.end();
  }
}

const indexes = async (): Promise<string[]> =>
  (
    await ask<{ indexdef: string }>(`select indexdef from pg_indexes where schemaname = 'public' order by 1`)
  ).map(({ indexdef }) => indexdef);
const events = async (): Promise<number> =>
  Number((await ask<{ n: string }>('select count(*) as n from event'))[0]?.n);

test('--help explains the command', async () => {
  const { code, out } = await seed('--help');
  expect(code).toBe(0);
  expect(out).toMatch(/--events <number>/);
});

const NOT_UNDERSTOOD = ['--events 0', '--events many', '--event 5', 'more', '--events'];

test.each(sampled('arguments of seed', NOT_UNDERSTOOD, 2))('refuses unknown arguments: %s', async (words) => {
  const { code, err } = await seed(...words.split(' '));
  expect(code).toBe(1);
  expect(err).toMatch(/^error: .*\n(\(Did you mean --events\?\)\n)?See --help\.\n$/);
});

test('fills an empty database and reports it in a sentence; indexes are as before', async () => {
  const before = await indexes();
  const { code, out, err } = await seed('--events', '300');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(
    /^Created 300 events and their linked records in the database at \S+; that took [\d.]+ s\.\n$/,
  );
  expect(await events()).toBe(300);
  expect(await indexes()).toEqual(before);
});

test('leaves a non-empty database unchanged and reports its contents', async () => {
  const before = await indexes();
  const { code, out, err } = await seed('--events', '300');
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(
    /^Nothing was seeded\. The database is not empty, it has 300 events, 10 venues, 10 organizers, \d+ terms\. .*\n$/,
  );
  expect(await events()).toBe(300);
  expect(await indexes()).toEqual(before);
  await ask('truncate event, venue, organizer cascade');
  expect((await seed()).err).toMatch(/it has \d+ terms\./);
  await ask(`delete from term; insert into venue (status, slug, name, name_key, author_id, published_utc, modified_utc, search_text)
    values ('trash', 'a', 'A', 'a', 1, now(), now(), 'a')`);
  expect((await seed()).err).toContain('it has 1 venue.');
});

test('a failed run leaves no records and no missing index', async () => {
  await ask('truncate event, venue, organizer, term cascade');
  await ask(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`,
  );
  await ask('create trigger refuse before insert on event_organizer for each row execute function refuse()');
  const before = await indexes();
  const { code, err } = await seed('--events', '100');
  expect([code, err]).toEqual([1, 'Nothing was seeded. no room\n']);
  expect(await events()).toBe(0);
  expect(await indexes()).toEqual(before);
});

test('reports an unreachable database in a sentence', async () => {
  const child = spawn(process.execPath, ['bench/seed/cli.ts'], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x', DATABASE_WAIT: '0s' },
  });
  let err = '';
  child.stderr.on('data', (text) => {
    err += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(code).toBe(1);
  expect(err).toMatch(/^Nothing was seeded\. The database at 127\.0\.0\.1:1\/x cannot be reached/);
});
