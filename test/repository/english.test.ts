import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const COMMAND = resolve('.ci/english/check.mjs');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'calendar-test-'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Checks a file as the only one of a repository. */
function check(path: string, text: string, ...options: string[]): { status: number | null; lines: string[] } {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  const { status, stdout } = spawnSync(process.execPath, [COMMAND, ...options], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n') };
}

test.each([
  ['a document', 'docs/page.md', '# Title\n\nA table:\n\n| a |\n|---|\n| Whoever asks first. |\n', 7],
  ['a description', 'schema.graphql', '"Fine."\ntype Query {\n  "Ids of somebody."\n  id: ID\n}\n', 3],
  [
    'a comment',
    'src/a.ts',
    'const a: number = 1;\n/**\n * Lists those\n * that are over.\n */\nexport { a };\n',
    3,
  ],
  [
    'a comment of a type',
    'src/a.ts',
    'export interface A {\n  /** Whether somebody waits. */\n  a: 1;\n}\n',
    2,
  ],
  ['a message', 'src/a.ts', "\nthrow new Error('There is nobody at this address.');\n", 2],
  ['a message with a value', 'src/a.ts', `export const a = \`Record \${1} belongs to somebody.\`;\n`, 1],
  ['a comment of a test', 'test/a.test.ts', '// Counted anew.\n', 1],
])('a forbidden word in %s fails with its line', (_text, path, text, line) => {
  const { status, lines } = check(path, text);
  expect(status).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^${path}:${line} "[a-zA-Z ]+": .`)),
    'English: 1 errors, 0 hints',
  ]);
});

test.each([
  ['code in a document', 'README.md', 'Run `who` first.\n'],
  ['a question', 'README.md', '# What is new?\n'],
  ['another word with the same letters', 'README.md', 'The whole house.\n'],
  ['the changelog', 'CHANGELOG.md', 'Nobody.\n'],
  ['a string of code', 'src/a.ts', "export const a = 'whoever';\n"],
])('accepts %s', (_text, path, text) => {
  expect(check(path, text)).toEqual({ status: 0, lines: ['English: 0 errors, 0 hints'] });
});

test('long sentences, passive verbs and repeated words are hints, and printed only on request', () => {
  const text = `The file was written by the the service.\n\nIt ${'very '.repeat(30)}well.\n`;
  expect(check('README.md', text)).toEqual({
    status: 0,
    lines: [expect.stringMatching(/^English: 0 errors, \d+ hints$/)],
  });
  const { status, lines } = check('README.md', text, '--hints');
  expect(status).toBe(0);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^README\.md:1 .*passive/),
      expect.stringMatching(/^README\.md:1 .*`the`/),
      'README.md:3 A sentence of 32 words',
    ]),
  );
});
