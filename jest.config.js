import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { missing, reportMissing } from './.ci/packages.mjs';

reportMissing(({ tests }) => tests);

// Compiles modules and strips their types only once, for workers and for programs that tests start.
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
  // The seed determines the sampled rows of test tables; `--seed` sets it.
  showSeed: true,
  // A test waits half of the time for the database or another process, so there are more workers than cores. (Not
  // written as a percentage, because jest reads percentages above 100 % as a number of workers.)
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Test files leave data in memory, so a worker above this size is replaced.
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
