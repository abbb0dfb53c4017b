/**
 * The tests of pure parts, which need no database: what Stryker runs again for each change that it makes.
 * @type {import('jest').Config}
 */
export default {
  rootDir: process.cwd(),
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  // Modules of a context of their own, because each mutant runs them again.
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
  testTimeout: 30_000,
  testMatch: ['access/policy', 'contract/*', 'lib/*', 'content/checks'].map(
    (path) => `<rootDir>/test/${path}{,.sampled,.unit}.test.ts`,
  ),
  // These ask the whole service, or measure time, of which changed code takes more.
  testPathIgnorePatterns: ['/contract/(inputs|names)', '/lib/long-texts'],
};
