import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { missing, tellMissing } from './.ci/packages.mjs';

tellMissing(({ tests }) => tests);

// For workers and the programs that tests start: modules are compiled, and their types stripped, once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const TESTS = join(import.meta.dirname, 'test');
const FOLDERS = ['test', 'bench', 'ops'].map((folder) => join(import.meta.dirname, folder));
const SAMPLE = join(TESTS, 'support/sample.ts');
const DATABASE = join(TESTS, 'support/database.ts');

const all = readdirSync(TESTS, { recursive: true })
  .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
  .map((name) => join(TESTS, name));

/** What a file imports of tests and programs, and what that imports, with itself. */
function reach(file, seen = new Set()) {
  if (seen.has(file) || !FOLDERS.some((folder) => file.startsWith(folder))) return seen;
  seen.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+\.ts)'/g))
    reach(join(dirname(file), path), seen);
  return seen;
}

const isAlone = (file) => /^\/\/ Alone: /m.test(readFileSync(file, 'utf8'));
/** Without a database, and without other processes. */
const isUnit = (file) =>
  ![...reach(file)].some(
    (path) => path === DATABASE || readFileSync(path, 'utf8').includes('node:child_process'),
  );

/** Long programs, and what takes so much to prepare that it is part of whole runs alone. */
const isWhole = (file) => /^\/\/ Whole: /m.test(readFileSync(file, 'utf8'));
/** Of a whole run only those that are left out or sampled otherwise; see jest.whole.config.js. */
const files =
  process.env.WHOLE === '1'
    ? all.filter((file) => isWhole(file) || reach(file).has(SAMPLE))
    : all.filter((file) => !isWhole(file));
const alone = files.filter(isAlone);
const unit = files.filter((file) => !alone.includes(file) && isUnit(file));
const service = files.filter((file) => !alone.includes(file) && !unit.includes(file));

/** @type {import('jest').Config} */
const project = {
  testEnvironment: '<rootDir>/test/support/jest/environment.js',
  runtime: '<rootDir>/test/support/jest/runtime.js',
  transform: {},
  testPathIgnorePatterns: ['/node_modules/', ...missing.map(({ tests }) => `<rootDir>/${tests}`)],
};
/** @type {import('jest').Config} */
const withDatabase = {
  ...project,
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
};

/** @type {import('jest').Config} */
export default {
  // A project without files would take all there are.
  projects: [
    { ...project, displayName: 'unit', testMatch: unit },
    { ...withDatabase, displayName: 'service', testMatch: service },
    {
      ...withDatabase,
      displayName: 'alone',
      testMatch: alone,
      runner: '<rootDir>/test/support/jest/alone.js',
    },
  ].filter(({ testMatch }) => testMatch.length > 0),
  testTimeout: 30_000,
  // By which tables are sampled; `--seed` sets it.
  showSeed: true,
  // Half of the time a test waits, for a limit of time or for another process, while others may work. (Above 100 %,
  // jest would take the number for one of workers.)
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // What a test file leaves in memory stays, so a worker that has grown much is replaced.
  workerIdleMemoryLimit: '1500MB',
  // A test that fails before it stops its server must not keep CI waiting.
  forceExit: Boolean(process.env.CI),
};
