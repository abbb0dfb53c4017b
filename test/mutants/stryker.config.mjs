/**
 * `npm run test:mutants`: Stryker changes the pure parts of the service, one place at a time, and checks whether a test
 * fails.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'src/lib/**/*.ts',
    'src/api/contract/**/*.ts',
    'src/domain/access/policy.ts',
    'src/domain/resource/checks.ts',
  ],
  testRunner: 'jest',
  jest: { projectType: 'custom', configFile: 'test/mutants/jest.config.js', enableFindRelatedTests: true },
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  // TypeScript 7 has no API for others, and none is needed: there is no file of this name.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  ignorePatterns: ['.data', 'bench', 'ops', 'docs', 'deploy', 'coverage', 'reports'],
  tempDirName: '.data/stryker',
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: 'reports/mutants.json' },
  concurrency: 2,
  // What a test file has loaded stays in the memory of its process: 40 MB for each change.
  maxTestRunnerReuse: 100,
  // Milliseconds, for machines that have other work.
  timeoutMS: 20_000,
  thresholds: { high: 90, low: 80, break: 80 },
};
