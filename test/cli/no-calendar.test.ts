import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Commands in a wrong folder say so, and leave nothing behind. */
const run = (script: string, args: string[], cwd: string, env: Record<string, string>) =>
  new Promise<{ code: number; err: string }>((done) =>
    execFile(
      process.execPath,
      ['--no-warnings', resolve(script), ...args],
      { cwd, env: { PATH: process.env.PATH, ...env } },
      (error, _out, err) => done({ code: error ? Number(error.code) : 0, err }),
    ),
  );

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calendar-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['src/app/cli/user.ts', ['list'], '"npm start"'],
  ['src/app/cli/webhook.ts', ['list'], '"npm start"'],
  ['src/app/cli/export.ts', [], '"npm start"'],
  ['src/app/cli/import.ts', ['x.jsonl'], '"npm start" or --create'],
])('%s makes no calendar', async (script, args, maker) => {
  const place = join(folder, '.data');
  expect(await run(script, args, folder, {})).toEqual({
    code: 1,
    err: `There is no calendar in the folder ${place}: set DATA_DIR to the folder of yours, or make one there with ${maker}.\n`,
  });
  expect(await readdir(folder)).toEqual([]);
});

test('a folder that cannot be made is a message at the start', async () => {
  const { code, err } = await run('src/main.ts', [], folder, { DATA_DIR: '/proc/x', PORT: '0' });
  expect(code).toBe(1);
  expect(err).toContain('The data folder /proc/x cannot be used: ');
  expect(err).not.toContain('    at ');
});
