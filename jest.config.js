import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { missing, reportMissing } from './.ci/packages.mjs';

reportMissing(({ tests }) => tests);

// For workers and the programs that tests start: modules are compiled, and their types stripped, once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const ignored = ['/node_modules/', ...missing.map(({ tests }) => `<rootDir>/${tests}`)];

/** @type {import('jest').Config} */
export const project = {
  testEnvironment: '<rootDir>/test/support/jest/environment.js',
  runtime: '<rootDir>/test/support/jest/runtime.js',
  transform: {},
  testPathIgnorePatterns: ignored,
};

/** @type {import('jest').Config} */
export const withDatabase = {
  ...project,
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
};

/** @type {import('jest').Config} */
export const run = {
  // A busy machine makes a test slow, not wrong: this limit only ends tests that hang.
  testTimeout: 300_000,
  // By which tables are sampled; `--seed` sets it.
  showSeed: true,
  // Half of the time a test waits for the database or another process, while others may work. (Above 100 %,
  // jest would take the number for one of workers.)
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // What a test file leaves in memory stays, so a worker that has grown much is replaced.
  workerIdleMemoryLimit: '1500MB',
  // A test that fails before it stops its server must not keep CI waiting.
  forceExit: Boolean(process.env.CI),
};

/** @type {import('jest').Config} */
export default {
  ...run,
  projects: [
    { ...project, displayName: 'unit', testMatch: ['<rootDir>/test/**/*.unit.test.ts'] },
    {
      ...withDatabase,
      displayName: 'service',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: [...ignored, '\\.(unit|ops)\\.test\\.ts$'],
    },
  ],
};
