import { project, run, withDatabase } from './jest.config.js';

// `npm run test:ops`: tests of operation, and all rows of the test tables, of which `npm test` runs a sample.
process.env.WHOLE = '1';

/** @type {import('jest').Config} */
export default {
  ...run,
  projects: [
    { ...project, displayName: 'unit', testMatch: ['<rootDir>/test/**/*.sampled.unit.test.ts'] },
    { ...withDatabase, displayName: 'tables', testMatch: ['<rootDir>/test/**/*.sampled.test.ts'] },
    {
      ...withDatabase,
      displayName: 'ops',
      testMatch: ['<rootDir>/test/**/*.ops.test.ts'],
      runner: '<rootDir>/test/support/jest/alone.js',
    },
  ],
};
