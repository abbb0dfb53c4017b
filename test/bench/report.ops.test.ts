import { goals, losses } from '../../bench/support/ratios.ts';
import { report } from '../../bench/support/report.ts';
import { type Facts, Results } from '../../bench/support/results.ts';
import { fillFigures } from '../../bench/support/speed-page.ts';

/** A run with these requests per second. */
function run(rates: Record<string, Record<string, number>>): Results {
  const results = new Results();
  for (const [scenario, row] of Object.entries(rates))
    for (const [contestant, perSecond] of Object.entries(row)) {
      const times = { p50: 1, p99: 2, serverCpu: 0.1, databaseCpu: 0.1 };
      const one = { perSecond, responses: 1, bytes: 10, error: undefined, ...times };
      results.add(scenario, contestant as Parameters<Results['add']>[1], one);
    }
  return results;
}

const RESULTS = run({
  'list, 10 a page': { uncached: 500, hot: 20_000, 'hand-written': 450, static: 30_000 },
  'list, 100 a page': { uncached: 90, hot: 9_000, 'hand-written': 100 },
  category: { uncached: 250 },
});
const facts = (slowStatements: Facts['slowStatements']): Facts => ({
  events: 10_000,
  seedSeconds: 2,
  startMs: [1_400, 1_200, 1_300],
  resident: [250, 260],
  latencies: new Map([['list', 5]]),
  smallWorldLatencies: undefined,
  afterWrite: new Map([['list', 12]]),
  feed: { events: 6_000, first: { ms: 900, cpuMs: 800 }, again: { ms: 20, cpuMs: 10 } },
  slowStatements,
});
const goalOf = (words: string, slow: Facts['slowStatements'] = []) =>
  goals(RESULTS, facts(slow)).find(({ what }) => what.startsWith(words));

test('the report compares others with the uncached service', () => {
  expect(goalOf('uncached list, 10 a page / hand-written')).toMatchObject({ actual: '1.11 ×', met: true });
  expect(goalOf('uncached list, 100 a page / hand-written')).toMatchObject({ actual: '0.90 ×', met: true });
  expect(goalOf('uncached category')).toMatchObject({ actual: '0.50 ×', met: false });
  expect(goalOf('uncached list, 50 a page')).toMatchObject({ actual: '–', met: undefined });
});

test('for each row, the faster hand-written peer counts', () => {
  const results = run({
    'list, 10 a page': { uncached: 500, 'hand-written': 450, 'postgres.js': 600 },
    'list, 50 a page': { uncached: 300, 'hand-written': 320, 'postgres.js': 310 },
  });
  const found = (words: string) => goals(results, facts([])).find(({ what }) => what.startsWith(words));
  expect(found('uncached list, 10 a page / hand-written')).toMatchObject({ actual: '0.83 ×', met: true });
  expect(losses(results).map(({ scenario, ratio }) => [scenario, ratio.toFixed(2)])).toEqual([
    ['list, 10 a page', '0.83'],
    ['list, 50 a page', '0.94'],
  ]);
  expect(fillFigures('<!-- figures -->\n<!-- /figures -->', results, facts([]))).toContain(
    '| list, 10 a page | 500 |  | 600 |',
  );
});

test('with a million events, the first responses after a write have limits, and so has a long feed', () => {
  const large = goals(RESULTS, { ...facts([]), events: 1_000_000 });
  const found = (words: string) => large.find(({ what }) => what.startsWith(words));
  expect(found('list, right after a write')).toMatchObject({ actual: '12.00 ms', met: true });
  expect(found('500 km, right after a write')).toMatchObject({ met: undefined });
  expect(found('processor time of a feed')).toMatchObject({ actual: '800 ms', met: true });
  expect(report(RESULTS, facts([]), '')).toContain('A feed of 6,000 events took 900 ms right after a write');
});

test('states that no statement was slow, or counts the slow ones', () => {
  expect(goalOf('slow statements')).toMatchObject({ actual: 'none over 300 ms', met: true });
  const slow = [
    { ms: 812.4, text: 'select' },
    { ms: 301, text: 'select' },
  ];
  expect(goalOf('slow statements', slow)).toMatchObject({ actual: '2, the slowest 812 ms', met: false });
});

test('the report and docs/speed.md list every row where a peer is faster', () => {
  expect(losses(RESULTS)).toEqual([{ scenario: 'list, 100 a page', peer: 'hand-written', ratio: 0.9 }]);
  expect(report(RESULTS, facts([]), '')).toMatch(
    /## Where peers are faster\n\n- list, 100 a page: service, uncached has 0\.90 times the throughput of hand-written\.\n/,
  );
  const page = fillFigures('a\n<!-- figures -->\nold\n<!-- /figures -->\nb', RESULTS, facts([]));
  expect(page).toContain('| list, 100 a page | 90 | 9,000 | 100 |');
  expect(page).toContain('A process starts in 1.3 s with its database, and takes 260 MB');
  expect(page).not.toContain('old');
  expect(page.startsWith('a\n<!-- figures -->\n') && page.endsWith('<!-- /figures -->\nb')).toBe(true);
  expect(() => fillFigures('nothing', RESULTS, facts([]))).toThrow('<!-- figures -->');
});
