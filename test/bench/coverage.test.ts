import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How many functions of `src` somebody may have to read who follows one request of a kind. */
const MOST = { list: 160, single: 130, create: 200, change: 180, trash: 160 } as const;
type Kind = keyof typeof MOST;
const KINDS = Object.keys(MOST) as Kind[];

/** The functions by kind, as `events/event.queries.ts:91 listEvents`. */
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

test.each(KINDS)('whoever follows a request reads few functions: %s', (kind) => {
  const ran = functions[kind];
  const byFile = Object.groupBy(ran, (place) => place.split(':', 1)[0] ?? '');
  expect(ran.length > MOST[kind] ? { functions: ran.length, byFile } : {}).toEqual({});
});
