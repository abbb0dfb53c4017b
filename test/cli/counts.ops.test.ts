import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** The counts of records of each kind that exports and imports report. */
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'calendar-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const run = (command: 'export' | 'import', ...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) =>
    execFile(
      process.execPath,
      ['--no-warnings', `src/app/cli/${command}.ts`, ...args],
      { env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: database.url } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    ),
  );
const TABLE = `EVENT NAME,EVENT START DATE,EVENT VENUE NAME,EVENT ORGANIZER NAME,EVENT CATEGORY,EVENT TAGS
Fair,2031-05-01,Boathouse,Rowers,Music,"free, outside"
Market,2031-05-02,Boathouse,"Rowers, Traders",Music,free
`;
const rows = (out: string): string[] => out.trim().replace(/ +/g, ' ').split('\n').slice(1);

test('an import counts the records that events create by name, also in a dry run, and only once', async () => {
  const file = join(folder, 'events.csv');
  await writeFile(file, TABLE);
  const made = ['event 2 0 0', 'venue 1 0 0', 'organizer 2 0 0', 'category 1 0 0', 'tag 2 0 0'];
  const dry = await run('import', '--dry-run', file);
  expect(rows(dry.out).slice(1).toSorted()).toEqual(made.toSorted());
  const first = await run('import', file);
  expect(rows(first.out).toSorted()).toEqual(made.toSorted());
  expect(rows((await run('import', file)).out)).toEqual(['event 0 0 2']);
  await writeFile(file, TABLE.replace('Traders', 'Anglers').replaceAll('Boathouse', 'Quay'));
  const second = await run('import', file);
  expect(rows(second.out).toSorted()).toEqual(['event 0 2 0', 'organizer 1 0 0', 'venue 1 0 0']);
}, 120_000);

test('an export reports its counts on stdout, or on stderr if stdout has the data', async () => {
  const file = join(folder, 'all.csv');
  const { code, out, err } = await run('export', '-o', file);
  expect([code, out, err]).toEqual([0, `2 events → ${file}\n`, '']);
  const toConsole = await run('export', '--format', 'csv');
  expect([toConsole.code, toConsole.out, toConsole.err]).toEqual([
    0,
    await readFile(file, 'utf8'),
    '2 events\n',
  ]);
  expect((await run('export', '--format', 'csv', '--kind', 'venues', 'search=quay')).err).toBe('1 venue\n');
  expect((await run('export', '--format', 'ics', 'search=nothing')).err).toBe('0 events\n');
}, 120_000);
