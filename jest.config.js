import { missing, tellMissing } from './.ci/packages.mjs';

tellMissing(({ tests }) => tests);

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript' },
          experimental: { keepImportAttributes: true },
        },
      },
    ],
  },
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...missing.map(({ tests }) => `<rootDir>/${tests}`)],
  testTimeout: 30_000,
  // Modules of a test file stay in memory after it (they are ES modules in a context of their own), so a worker that has seen many is replaced.
  workerIdleMemoryLimit: '1500MB',
  // A test that fails before it stops its server must not keep CI waiting.
  forceExit: Boolean(process.env.CI),
};
