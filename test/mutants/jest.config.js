import whole from '../../jest.config.js';

/**
 * The tests of pure parts, which need no database: what Stryker runs again for each change that it makes.
 * @type {import('jest').Config}
 */
export default {
  ...whole,
  rootDir: process.cwd(),
  globalSetup: undefined,
  globalTeardown: undefined,
  testMatch: ['access/policy', 'contract/*', 'lib/*', 'content/checks'].map(
    (path) => `<rootDir>/test/${path}.test.ts`,
  ),
  // These ask the whole service, or measure time, of which changed code takes more.
  testPathIgnorePatterns: ['/contract/(inputs|names)', '/lib/long-texts'],
};
