import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileError } from '../../src/app/cli/console.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { sampled } from '../support/sample.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'export-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const command = 'src/app/cli/export.ts';
const environment = () => ({ ...process.env, NODE_OPTIONS: '', DATABASE_URL: database.url });

/** Runs an export. @param output the redirection of its standard output */
function run(args: string[], output = ''): Promise<{ code: number; err: string }> {
  const line = [process.execPath, '--no-warnings', command, '--format', 'ics', ...args]
    .map((word) => `'${word}'`)
    .join(' ');
  return new Promise((resolve) =>
    execFile('sh', ['-c', `${line} ${output}`], { env: environment() }, (error, _out, err) =>
      resolve({ code: error ? Number(error.code) : 0, err: err.trim() }),
    ),
  );
}

const PATHS: [name: string, why: string][] = [
  ['no-folder/x.ics', 'there is no such file or folder'],
  ['file/x.ics', 'a part of its path is not a folder'],
  [`${'x'.repeat(300)}`, 'its name is too long'],
];

test.each(sampled('paths of exports', PATHS, 1))('%s is rejected with a message', async (name, why) => {
  await writeFile(join(folder, 'file'), '');
  const path = join(folder, name);
  expect(await run(['-o', path])).toEqual({ code: 1, err: `${path} cannot be written: ${why}.` });
  expect((await readdir(folder)).filter((one) => one.endsWith('.partial'))).toEqual([]);
});

test('an existing folder stays, and no file is left next to it', async () => {
  const taken = join(folder, 'taken');
  await mkdir(taken);
  expect(await run(['-o', taken])).toEqual({ code: 1, err: `${taken} cannot be written: it is a folder.` });
  expect((await readdir(folder)).filter((one) => one.endsWith('.partial'))).toEqual([]);
});

// Other systems have no such device.
if (process.platform === 'linux')
  test('a full device is reported, and still exists afterwards', async () => {
    const why = 'no space is left on the device.';
    expect(await run(['-o', '/dev/full'])).toEqual({ code: 1, err: `/dev/full cannot be written: ${why}` });
    expect(await run([], '> /dev/full')).toEqual({ code: 1, err: `The output cannot be written: ${why}` });
    const onePiece = ['--format', 'csv', '--kind', 'venues', 'search=nothing'];
    expect(await run(onePiece, '> /dev/full')).toEqual({
      code: 1,
      err: `The output cannot be written: ${why}`,
    });
    expect((await stat('/dev/full')).isCharacterDevice()).toBe(true);
  });

test.each([
  ['EACCES', 'open', '/x/y cannot be written: permission denied.'],
  ['ENOSPC', 'write', '/x/y cannot be written: no space is left on the device.'],
  ['ENOENT', 'connect', undefined],
  ['EODD', 'open', undefined],
])('%s of %s is reported as %s', (code, syscall, said) => {
  expect(fileError(Object.assign(new Error(code), { code, syscall, path: '/x/y' }))?.message).toBe(said);
});

test('a reader that closes early ends the export silently', async () => {
  const child = spawn(process.execPath, ['--no-warnings', command, '--format', 'ics'], {
    env: environment(),
  });
  child.stdout.destroy();
  let err = '';
  child.stderr.on('data', (some) => {
    err += some;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, err]).toEqual([1, '']);
});
