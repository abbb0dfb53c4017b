import { existsSync, readFileSync } from 'node:fs';

/** Rows of the tables of threats: threat, guard, test. */
const rows = readFileSync('SECURITY.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!threat \|)/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

test('the page has a table of threats', () => {
  expect(rows.length).toBeGreaterThan(5);
});

test.each(rows.map(([, threat = '', guard = '', tests = '']) => [threat, guard, tests] as const))(
  '%s',
  (threat, guard, tests) => {
    expect(threat).not.toBe('');
    expect(guard).not.toBe('');
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !/^test\/.+\.test\.ts$/.test(path) || !existsSync(path))).toEqual([]);
  },
);
