import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestDatabase } from '../support/database.ts';
import { sampled, WHOLE } from '../support/sample.ts';
import { createSeededDatabase } from '../support/seeded.ts';

const run = promisify(execFile);
/** Heap sizes in megabytes: smaller than the data read and written below. */
const READING = 36;
const WRITING = 62;

/** The output of a program with such a small heap. */
async function withHeap(megabytes: number, ...args: string[]): Promise<string> {
  const heap = [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=2', '--no-warnings'];
  const { stdout } = await run(process.execPath, [...heap, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: database.url },
    maxBuffer: 100_000_000,
  });
  return stdout;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createSeededDatabase(10_000);
});
afterAll(() => database.drop());

test.each([
  ['csv', 40_000],
  // Calendar files take ten times as long.
  ['ics', WHOLE ? 40_000 : 16_000],
])('data of several heaps of 36 MB is read in one: a file of %s with %i events', async (format, events) => {
  const answer = await withHeap(READING, 'test/transfer/reading.ts', format, String(events));
  expect(answer.trim()).toBe(String(events));
});

const FORMATS: [format: string, each: RegExp][] = [
  ['csv', /\r\n/g],
  ['ics', /BEGIN:VEVENT/g],
];

test.each(sampled('written in a small heap', FORMATS, 1))(
  '10,000 events are written as %s in a heap of 62 MB',
  async (format, each) => {
    const text = await withHeap(WRITING, 'src/app/cli/export.ts', '--format', format);
    expect(text.match(each)?.length).toBeGreaterThan(9_000);
  },
);
