import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const COMMAND = resolve('.ci/size.mjs');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'calendar-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Measures an installation with a runtime and a development package. @param runs, dev their sizes in MB */
function weigh(runs: number, dev: number): { status: number | null; stdout: string } {
  const packages = { 'node_modules/runs': {}, 'node_modules/runs/node_modules/dev': { dev: true } };
  for (const [path, megabytes] of [
    ['node_modules/runs', runs],
    ['node_modules/runs/node_modules/dev', dev],
  ] as const) {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'index.js'), '');
    // A sparse file: it occupies no disk space.
    truncateSync(join(folder, path, 'index.js'), (megabytes - 1) * 2 ** 20);
  }
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
  return spawnSync(process.execPath, [COMMAND], { cwd: folder, encoding: 'utf8' });
}

test('accepts the allowed size', () => {
  const { status, stdout } = weigh(390, 241);
  expect([status, stdout]).toEqual([
    0,
    'production: 1 packages, 390 MB of 390\ndevelopment: 2 packages, 630 MB of 630\n',
  ]);
});

test.each([
  ['runtime packages', 392, 100],
  ['all packages together', 389, 244],
])('too much of %s fails, and names the heaviest packages', (_what, runs, dev) => {
  const { status, stdout } = weigh(runs, dev);
  expect(status).toBe(1);
  expect(stdout).toContain(`\n  ${runs - 1}.0 node_modules/runs\n`);
});
