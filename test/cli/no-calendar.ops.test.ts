import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { redactedAddress } from '../../src/platform/postgres/address.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';

/** Commands in a wrong folder report it, and create nothing. */
const run = (script: string, args: string[], cwd: string, env: Record<string, string>) =>
  new Promise<{ code: number; err: string }>((done) => {
    const child = execFile(
      process.execPath,
      ['--no-warnings', resolve(script), ...args],
      { cwd, env: { PATH: process.env.PATH, ...env } },
      (error, _out, err) => done({ code: error ? Number(error.code) : 0, err }),
    );
    child.stdin?.end();
  });

let folder: string;
let empty: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calendar-'));
  empty = await createEmptyDatabase();
});
afterAll(async () => {
  await empty.drop();
  await rm(folder, { recursive: true });
});

const COMMANDS: [script: string, args: string[], maker: string][] = [
  ['src/app/cli/user.ts', ['list'], '"npm start"'],
  ['src/app/cli/webhook.ts', ['list'], '"npm start"'],
  ['src/app/cli/export.ts', ['--format', 'ics'], '"npm start"'],
  ['src/app/cli/backup.ts', [], '"npm start"'],
  ['src/app/cli/import.ts', ['--format', 'csv', '-'], '"npm start" or --create'],
];

test.each(COMMANDS)('%s creates no calendar in a folder', async (script, args, maker) => {
  const place = join(folder, '.data');
  expect(await run(script, args, folder, { DATA_DIR: '' })).toEqual({
    code: 1,
    err:
      `There is no calendar in the folder ${place}. Set DATA_DIR to the folder of your calendar. ` +
      `${maker} creates a new one there.\n`,
  });
  expect(await readdir(folder)).toEqual([]);
});

test.each(COMMANDS)('%s creates no calendar in a database', async (script, args, maker) => {
  const { code, err } = await run(script, args, folder, { DATABASE_URL: empty.url });
  expect([code, err.split('\n')]).toEqual([
    1,
    [
      `There is no calendar in the database at ${redactedAddress(empty.url)}. Set DATABASE_URL to the database of your calendar. ${maker} creates a new one there.`,
      '',
    ],
  ]);
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const { rows } = await client.query("select from pg_tables where schemaname = 'public'");
  await client.end();
  expect(rows).toEqual([]);
});

test('suggests a nearby folder that has a calendar', async () => {
  const calendar = join(folder, 'site', '.data');
  await mkdir(join(calendar, 'postgres'), { recursive: true });
  await writeFile(join(calendar, 'postgres', 'PG_VERSION'), '18\n');
  for (const wrong of [join(folder, 'site'), join(calendar, 'backups')])
    expect((await run('src/app/cli/backup.ts', [], folder, { DATA_DIR: wrong })).err).toContain(
      `in the folder ${wrong}. Did you mean ${calendar}? Set DATA_DIR`,
    );
  await rm(join(folder, 'site'), { recursive: true });
});

test('an import without its file creates none either', async () => {
  const missing = join(folder, 'none.csv');
  const at = { DATA_DIR: join(folder, 'new') };
  const { code, err } = await run('src/app/cli/import.ts', ['--create', missing], folder, at);
  expect([code, err]).toEqual([1, `There is no file ${missing}.\n`]);
  expect(await readdir(folder)).toEqual([]);
});

const PROGRAMS: [script: string, args: string[]][] = [
  ['src/main.ts', []],
  ['src/app/cli/import.ts', ['--create', '--format', 'csv', '-']],
];
test.each(PROGRAMS)('%s explains in a sentence why a data folder cannot be created', async (script, args) => {
  const file = join(folder, 'file');
  await writeFile(file, '', { mode: 0o755 });
  const rows = [
    [file, 'it is a file'],
    [join(file, 'x'), 'not a directory'],
    ...(process.platform === 'linux' ? [['/proc/x', 'no folder can be created there']] : []),
  ];
  for (const [place = '', why] of rows)
    expect(await run(script, args, folder, { DATA_DIR: place, PORT: '0' })).toEqual({
      code: 1,
      err: `The data folder ${place} cannot be used: ${why}. Set DATA_DIR to a writable folder.\n`,
    });
  await rm(file);
});
