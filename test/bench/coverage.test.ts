import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const KINDS = ['list', 'single', 'create', 'change', 'trash'] as const;
type Kind = (typeof KINDS)[number];

/** The functions by kind, as `domain/events/event.queries.ts:91 listEvents`. */
let functions: Readonly<Record<Kind, readonly string[]>>;
beforeAll(async () => {
  const program = ['bench/coverage/cli.ts', '--json'];
  functions = JSON.parse((await promisify(execFile)(process.execPath, program)).stdout);
}, 60_000);

test('the functions of one request are counted and named', () => {
  expect(Object.keys(functions)).toEqual(KINDS);
  const reads = expect.stringMatching(/^events\/event\.queries\.ts:\d+ listEvents$/);
  const stores = expect.stringMatching(/^writing\/write\.ts:\d+ write$/);
  expect(functions.list).toContainEqual(reads);
  expect(functions.change).toContainEqual(stores);
  expect(functions.single).not.toContainEqual(reads);
  expect(functions.list).not.toContainEqual(stores);
});
