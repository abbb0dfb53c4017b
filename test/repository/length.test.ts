import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What is long is hard to read: files are split, comments and statements broken. */
const LONGEST_FILE = 250;
const LONGEST_LINE = 120;

/** Longer, for the reason given. */
const LONG_FILES: Readonly<Record<string, string>> = {
  'test/events/changed-fields.data.ts': 'one table',
  'test/events/date-filters.test.ts': 'one world of events, filtered in every way',
  'test/feeds/calendar.test.ts': 'one calendar, looked at from every side',
  'test/acceptance/walk/world.ts': 'one year of events',
  'test/acceptance/walk/rest.ts': 'one walk',
  'test/support/world.ts': 'one class',
};

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'test'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => path.endsWith('.ts') && !path.startsWith('src/domain/generated/'));
const lines = (path: string): string[] => readFileSync(path, 'utf8').split('\n');

test(`files have ${LONGEST_FILE} lines at most`, () => {
  const long = files.filter((path) => !(path in LONG_FILES) && lines(path).length - 1 > LONGEST_FILE);
  expect(long).toEqual([]);
});

test(`comments have ${LONGEST_LINE} columns at most`, () => {
  const long = files.flatMap((path) =>
    lines(path).flatMap((line, at) =>
      line.length > LONGEST_LINE && /^\s*(\/\/|\/?\*)/.test(line) ? [`${path}:${at + 1}`] : [],
    ),
  );
  expect(long).toEqual([]);
});
