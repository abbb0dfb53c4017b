import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertFormatOptions, type FileOptions, formatOf } from '../../src/app/cli/import-file.ts';
import type { FileFormat } from '../../src/transfer/file/format.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { sampled } from '../support/sample.ts';

interface CommandResult {
  code: number;
  out: string;
  err: string;
}

let from: TestDatabase;
let to: TestDatabase;
let folder: string;
let server: Server;

/** Runs a command-line tool. */
function run(
  database: TestDatabase,
  command: 'export' | 'import',
  args: string[],
  input = '',
): Promise<CommandResult> {
  const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: database.url, TIMEZONE: 'Europe/Berlin' };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--no-warnings', `src/app/cli/${command}.ts`, ...args],
      { env },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
    child.stdin?.end(input);
  });
}

const TABLE = 'title,start_date,start_time,tags\n=Sum,2031-05-01,10:00,"a, b"\nLater,2031-06-01,10:00,\n';

beforeAll(async () => {
  [from, to] = [await createTestDatabase(), await createTestDatabase()];
  folder = await mkdtemp(join(tmpdir(), 'calendar-'));
  server = createServer((_req, res) => void res.end(TABLE)).listen(0, '127.0.0.1');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
  await from.drop();
  await to.drop();
});

test('exports to stdout for one calendar, and through a file to another', async () => {
  expect(await run(from, 'import', ['--format', 'csv', '-'], TABLE)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^event +2 +0 +0$/m),
  });
  const file = join(folder, 'events.ics');
  expect(await run(from, 'export', ['--format', 'ics', '-o', file, 'search=sum'])).toMatchObject({ code: 0 });
  const text = await readFile(file, 'utf8');
  expect([text.includes('SUMMARY:=Sum'), text.includes('Later')]).toEqual([true, false]);
  const { code, out } = await run(to, 'import', ['--json', file]);
  expect([code, JSON.parse(out)]).toMatchObject([
    0,
    { dryRun: false, counts: { event: { created: 1, changed: 0, unchanged: 0 } }, refused: [] },
  ]);
});

test('reports refused rows with their lines, once for each reason, and in the exit code', async () => {
  const file = join(folder, 'bad.csv');
  const rows = Array.from({ length: 1000 }, (_, at) => `Bad ${at},05/06/${2031 + (at % 3)}`);
  await writeFile(file, ['title,start_date', 'Good,2031-07-01', ...rows, ',2031-05-01', ''].join('\n'));
  const { code, out } = await run(from, 'import', ['--dry-run', file]);
  expect(code).toBe(1);
  expect(out.split('\n').slice(2, -1)).toEqual([
    expect.stringMatching(/^event +1 +0 +0$/),
    expect.stringMatching(
      /^refused: 1000 records: has the ambiguous date …: .*YYYY \(--date-format\): line 3, Bad 0 \("05\/06\/2031"\); line 4, Bad 1 \("05\/06\/2032"\);.* and 990 more$/,
    ),
    'refused: line 1003: title must not be empty',
  ]);
  const json = await run(from, 'import', ['--dry-run', '--json', file]);
  const reason = expect.stringContaining('has the ambiguous date "05/06/2033": choose its format');
  expect(JSON.parse(json.out).refused).toHaveLength(1001);
  expect(JSON.parse(json.out).refused[2]).toEqual({ kind: 'record', at: 'line 5', what: 'Bad 2', reason });
});

test('reports omitted values, which are no failure', async () => {
  const file = join(folder, 'organizers.csv');
  await writeFile(file, 'ORGANIZER NAME,ORGANIZER EMAIL\nAda,no mail\nBob,none\n');
  expect(await run(from, 'import', [file])).toMatchObject({
    code: 0,
    out: expect.stringContaining('omitted: email of 2 organizers, first in line 2, Ada: must be one e-mail'),
  });
});

test('an address of this machine is fetched only if allowed', async () => {
  const address = server.address();
  const url = `http://localhost:${typeof address === 'object' ? address?.port : ''}/events.csv`;
  expect(await run(from, 'import', [url])).toMatchObject({
    code: 1,
    err: expect.stringContaining('not allowed'),
  });
  expect(await run(from, 'import', ['--allow-private', url])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^event +0 +0 +2$/m),
  });
});

test('reports an unreadable source in a sentence', async () => {
  const file = join(folder, 'page.ics');
  await writeFile(file, '<!doctype html><title>Log in</title>');
  const unused = createServer().listen(0, '127.0.0.1');
  await once(unused, 'listening');
  const address = unused.address();
  const port = typeof address === 'object' ? address?.port : '';
  unused.close();
  await once(unused, 'close');
  const refusal = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await run(to, 'import', args);
    expect([code, out]).toEqual([1, '']);
    return err.trim().split('\n').at(-1) ?? '';
  };
  const rows: [args: string[], message: string | RegExp][] = [
    [['--format', 'csv', folder], `${folder} is a folder: use a file in it.`],
    [[join(folder, 'none.csv')], `There is no file ${join(folder, 'none.csv')}.`],
    [[file], `${file} is not an iCalendar file: it has no BEGIN:VCALENDAR`],
    [
      ['--allow-private', `http://127.0.0.1:${port}`],
      /does not respond at .*: (no connection could be made|connect ECONNREFUSED)/,
    ],
  ];
  for (const [args, message] of sampled('what cannot be read', rows, 2))
    expect(await refusal(...args)).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
});

test('a row without a title is refused by its line alone', async () => {
  const table = 'title,start_date\n,2031-05-01\n';
  expect(await run(to, 'import', ['--format', 'csv', '-'], table)).toMatchObject({
    code: 1,
    out: expect.stringContaining('refused: line 2: title must not be empty'),
  });
});

test('an export asks for the missing format', async () => {
  const err = expect.stringContaining('Use --format ics or csv. "npm run backup" writes everything.');
  expect(await run(from, 'export', ['categories=music'])).toMatchObject({ code: 1, err });
});

test.each(['calendar.jsonl', 'calendar.jsonl.gz'])(
  '%s is refused as an import, with the way to restore it',
  (source) => {
    expect(() => formatOf(source, {})).toThrow('use "npm run restore" for a backup');
  },
);

test.each<[string, FileOptions, FileFormat | undefined]>([
  ['list.TSV', {}, 'csv'],
  ['club.ics', {}, 'ics'],
  ['club.txt', { format: 'ics' }, 'ics'],
  ['webcal://x.example/feed', {}, 'ics'],
  ['https://x.example/feed.ics?key=1', {}, 'ics'],
  ['https://x.example/?feed.ics', {}, undefined],
  ['https://x.example', { format: 'csv' }, 'csv'],
])('%s with %j is %s', (source, options, format) => {
  expect(formatOf(source, options)).toBe(format);
});

test.each<[FileFormat | undefined, FileOptions, string]>([
  ['ics', { kind: 'venues' }, 'Use --kind only with csv.'],
  ['csv', { from: '2031-01-01' }, 'Use --from only with ics.'],
  [undefined, { dateFormat: 'DD/MM/YYYY' }, 'Use --date-format only with csv.'],
  ['csv', { encoding: 'klingon' }, '"klingon" is not an encoding'],
])('%s with %j: %s', (format, options, sentence) => {
  expect(() => assertFormatOptions(format, options)).toThrow(sentence);
});
