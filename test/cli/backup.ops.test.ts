import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createSeededDatabase } from '../support/seeded.ts';
import { tableHashes } from '../transfer/rows.ts';

const EVENTS = 5_000;
let source: TestDatabase;
let folder: string;
beforeAll(async () => {
  source = await createSeededDatabase(EVENTS);
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
});
afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true });
});

interface Run {
  code: number;
  out: string;
  err: string;
}
/**
 * Runs a command in the folder, under a permissive umask.
 * @param node options of Node
 */
const run = (
  command: 'backup' | 'restore' | 'user',
  args: string[],
  env: Record<string, string>,
  node = '',
): Promise<Run> =>
  new Promise((done) =>
    execFile(
      'sh',
      [
        '-c',
        `umask 000; exec "$0" --no-warnings ${node} "$@"`,
        process.execPath,
        resolve(`src/app/cli/${command}.ts`),
        ...args,
      ],
      { cwd: folder, env: { PATH: process.env.PATH, SECRET_KEY: 'a'.repeat(40), ...env } },
      (error, out, err) => done({ code: error ? Number(error.code) : 0, out, err }),
    ),
  );

const SIZE = /^5000 events, \d+ venues, \d+ organizers, \d+ rows in total [→←] (.*)\n/;

test('5,000 events are equal row by row, with a heap of 48 MB, in a file that only its owner can read', async () => {
  const heap = '--max-old-space-size=48 --max-semi-space-size=2';
  const file = join(folder, 'small-heap.jsonl.gz');
  const from = { DATABASE_URL: source.url };
  const written = await run('backup', [file], from, heap);
  expect(written).toMatchObject({ code: 0, out: expect.stringMatching(SIZE), err: '' });
  expect(written.out).toContain('Keep SECRET_KEY too');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const before = await tableHashes(source.url);
  const target = await createEmptyDatabase();
  try {
    const to = { DATABASE_URL: target.url };
    expect(await run('restore', [file], to)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no calendar'),
    });
    const restored = await run('restore', ['--create', file], to, heap);
    expect(restored).toMatchObject({ code: 0, out: expect.stringMatching(SIZE), err: '' });
    const after = await tableHashes(target.url);
    // A calendar that was never started gets its SECRET_KEY here.
    expect({ ...after, setting: null }).toEqual({ ...before, setting: null });
    expect(await run('restore', [file], to)).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /cannot be restored here: this calendar is not empty \(\w+\)\. Restore it with --create/,
      ),
    });
  } finally {
    await target.drop();
  }
});

test('keeps an existing file without --overwrite', async () => {
  const env = { DATABASE_URL: source.url };
  const file = join(folder, 'taken.gz');
  await writeFile(file, 'mine', { mode: 0o644 });
  expect(await run('backup', [file], env)).toEqual({
    code: 1,
    out: '',
    err: `${file} exists. Use another name, or --overwrite.\n`,
  });
  expect(await readFile(file, 'utf8')).toBe('mine');
  // A leftover of a killed run.
  await writeFile(`${file}.partial`, 'half', { mode: 0o644 });
  expect(await run('backup', ['--overwrite', file], env)).toMatchObject({ code: 0 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('the default file name is the time', async () => {
  const { code, out } = await run('backup', [], { DATABASE_URL: source.url });
  const [, name = ''] = SIZE.exec(out) ?? [];
  expect([code, name]).toEqual([0, expect.stringMatching(/^calendar-\d{4}-\d\d-\d\d-\d{6}\.jsonl\.gz$/)]);
  expect(await readdir(folder)).toContain(name);
});

test('reports an unusable backup in a sentence, and creates no calendar for it', async () => {
  const text = join(folder, 'list.csv');
  await writeFile(text, 'title\nFair\n');
  const at = { DATA_DIR: join(folder, 'new') };
  for (const [file, why] of [
    [join(folder, 'none.gz'), `There is no file ${join(folder, 'none.gz')}.`],
    [folder, `${folder} is a folder: use a file in it.`],
    [text, `${text} is not a backup of format 1.`],
  ] as const)
    expect(await run('restore', ['--create', file], at)).toEqual({ code: 1, out: '', err: `${why}\n` });
  expect(await readdir(folder)).not.toContain('new');
});

test('a truncated file leaves the calendar empty; with another key, the command warns that no password works', async () => {
  const whole = join(folder, 'whole.gz');
  const from = { DATABASE_URL: source.url };
  expect(await run('user', ['list'], from)).toMatchObject({ code: 0 });
  await run('backup', [whole], from);
  const { size } = await stat(whole);
  const cut = join(folder, 'cut.gz');
  await writeFile(cut, await readFile(whole));
  await truncate(cut, size - 100);
  const target = await createTestDatabase();
  try {
    const before = await tableHashes(target.url);
    expect(await run('restore', [cut], { DATABASE_URL: target.url })).toEqual({
      code: 1,
      out: '',
      err: `${cut} is damaged: it is incomplete, or was changed after it was written. Nothing was stored.\n`,
    });
    expect(await tableHashes(target.url)).toEqual(before);
    const other = { DATABASE_URL: target.url, SECRET_KEY: 'b'.repeat(40) };
    expect(await run('restore', [whole], other)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Passwords do not work yet. SECRET_KEY is not the one'),
    });
  } finally {
    await target.drop();
  }
});
