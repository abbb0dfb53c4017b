import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Row, runSoak, unmetGoalsOf } from '../../ops/soak/run.ts';

test('a short run: every kind of request gets its expected response', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-soak-'));
  try {
    const dataDir = join(folder, 'data');
    const { rows } = await runSoak({
      dataDir,
      events: 1_000,
      periods: 2,
      seconds: 3,
      trySeconds: 1,
      log: () => {},
    });
    expect(rows.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(
      rows.every(({ responses, statements, resident }) => responses > 0 && statements > 0 && resident > 50),
    ).toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

const row = (changes: Partial<Row> = {}): Row => ({
  responses: 1_000,
  wrong: [],
  p50: 2,
  p99: 10,
  resident: 180,
  statements: 500,
  ...changes,
});
const minutes = (...changes: Partial<Row>[]): Row[] => [
  ...changes.map(row),
  ...Array.from({ length: 6 }, () => row()),
];

test('a run within the goals has no unmet goals', () => {
  expect(unmetGoalsOf(minutes({ p99: 29 }, { resident: 190 }))).toEqual([]);
});

test.each([
  ['an error', minutes({ wrong: ['GET /x: HTTP/1.1 500'] }), 'period 1: GET /x: HTTP/1.1 500'],
  ['a slow minute', minutes({ p99: 31 }), 'the worst p99 is 31.0 ms'],
  ['growth', [150, 160, 170, 180, 190, 200].map((resident) => row({ resident })), 'memory grows'],
  ['too much memory', minutes({ resident: 310 }), 'the process takes more than 300 MB'],
])('reports %s', (_name, rows, words) => {
  expect(unmetGoalsOf(rows).some((goal) => goal.startsWith(words))).toBe(true);
});
