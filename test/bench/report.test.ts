import { goals, losses } from '../../bench/support/ratios.ts';
import { fillReadme } from '../../bench/support/readme.ts';
import { report } from '../../bench/support/report.ts';
import { type Facts, Results } from '../../bench/support/results.ts';

/** A run with these requests a second. */
function run(rates: Record<string, Record<string, number>>): Results {
  const results = new Results();
  for (const [scenario, row] of Object.entries(rates))
    for (const [contestant, perSecond] of Object.entries(row)) {
      const times = { p50: 1, p99: 2, serverCpu: 0.1, databaseCpu: 0.1 };
      const one = { perSecond, answers: 1, bytes: 10, wrong: undefined, ...times };
      results.add(scenario, contestant as Parameters<Results['add']>[1], one);
    }
  return results;
}

const RESULTS = run({
  'list, 10 a page': { first: 500, computed: 700, hot: 20_000, 'hand-written': 450, static: 30_000 },
  'list, 100 a page': { first: 90, computed: 120, hot: 9_000, 'hand-written': 100 },
  category: { first: 200, computed: 350 },
});
const facts = (slowStatements: Facts['slowStatements']): Facts => ({
  events: 10_000,
  seedSeconds: 2,
  startMs: [1_400, 1_200, 1_300],
  resident: [250, 260],
  alone: new Map([['list', { first: 5, computed: 3 }]]),
  aloneSmall: undefined,
  slowStatements,
});
const goalOf = (words: string, slow: Facts['slowStatements'] = []) =>
  goals(RESULTS, facts(slow)).find(({ what }) => what.startsWith(words));

test('others are compared with a service that remembers nothing', () => {
  expect(goalOf('first list, 10 a page / hand-written')).toMatchObject({ actual: '1.11 ×', met: true });
  expect(goalOf('first list, 100 a page / hand-written')).toMatchObject({ actual: '0.90 ×', met: false });
  expect(goalOf('computed category')).toMatchObject({ actual: '0.50 ×', met: false });
  expect(goalOf('first list, 50 a page')).toMatchObject({ actual: '–', met: undefined });
});

test('that no statement was slow is said in words; slow ones are counted', () => {
  expect(goalOf('slow statements')).toMatchObject({ actual: 'none over 300 ms', met: true });
  const slow = [
    { ms: 812.4, text: 'select' },
    { ms: 301, text: 'select' },
  ];
  expect(goalOf('slow statements', slow)).toMatchObject({ actual: '2, the slowest 812 ms', met: false });
});

test('every row that is lost is told, by the report and by README.md', () => {
  expect(losses(RESULTS)).toEqual([
    { scenario: 'list, 100 a page', own: 'first', peer: 'hand-written', ratio: 0.9 },
  ]);
  expect(report(RESULTS, facts([]), '')).toMatch(
    /## Where others are quicker\n\n- list, 100 a page: service, first answers 0\.90 of what hand-written does\.\n/,
  );
  const readme = fillReadme('a\n<!-- figures -->\nold\n<!-- /figures -->\nb', RESULTS, facts([]));
  expect(readme).toContain('| list, 100 a page | 90 | 120 | 9,000 | 100 |');
  expect(readme).toContain('A process starts in 1.3 s with its database, and takes 260 MB');
  expect(readme).not.toContain('old');
  expect(readme.startsWith('a\n<!-- figures -->\n') && readme.endsWith('<!-- /figures -->\nb')).toBe(true);
  expect(() => fillReadme('nothing', RESULTS, facts([]))).toThrow('<!-- figures -->');
});
