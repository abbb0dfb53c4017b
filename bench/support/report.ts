import { CONTESTANTS, type Contestant } from '../scenarios/scenarios.ts';
import { machine } from './proc.ts';
import { goals, losses } from './ratios.ts';
import type { Facts, Results } from './results.ts';
import { TOO_SLOW } from './statements.ts';

const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const rate = (value: number): string => number(value, value < 10 ? 1 : 0);
const ms = (value: number): string => number(value, value < 10 ? 2 : 0);
const cell = (value: number | undefined): string => (value === undefined ? '' : rate(value));
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');

const title: Readonly<Record<Contestant, string>> = {
  uncached: 'service, uncached',
  hot: 'service, hot',
  'hand-written': 'hand-written, pg',
  'postgres.js': 'hand-written, postgres.js',
  PostGraphile: 'PostGraphile',
  Directus: 'Directus',
  static: 'static bytes',
};

/** Requests per second of all contestants. */
const overview = (results: Results): string =>
  table(
    ['requests per second', ...CONTESTANTS.map((name) => title[name])],
    results.scenarios.map((scenario) => [
      scenario,
      ...CONTESTANTS.map((name) => cell(results.perSecond(scenario, name))),
    ]),
  );

/** Some scenarios, with the faster one of the hand-written peers. */
export const summary = (results: Results, scenarios: readonly string[]): string => {
  const [own, others] = [['uncached', 'hot'] as const, ['PostGraphile', 'Directus', 'static'] as const];
  return table(
    [
      'requests per second',
      ...own.map((name) => title[name]),
      'hand-written',
      ...others.map((name) => title[name]),
    ],
    scenarios.map((scenario) => [
      scenario,
      ...own.map((name) => cell(results.perSecond(scenario, name))),
      cell(results.handWritten(scenario)),
      ...others.map((name) => cell(results.perSecond(scenario, name))),
    ]),
  );
};

const details = (results: Results): string =>
  table(
    [
      'scenario',
      'server',
      'req/s',
      'p50 ms',
      'p99 ms',
      'CPU of the server, ms',
      'CPU of PostgreSQL, ms',
      'bytes',
    ],
    results.scenarios.flatMap((scenario) =>
      CONTESTANTS.flatMap((name) => {
        const run = results.of(scenario, name);
        if (!run) return [];
        const { perSecond, p50, p99, serverCpu, databaseCpu, bytes } = run;
        return [
          [
            scenario,
            title[name],
            rate(perSecond),
            ms(p50),
            ms(p99),
            number(serverCpu, 3),
            number(databaseCpu, 3),
            number(bytes),
          ],
        ];
      }),
    ),
  );

const latencies = ({ latencies, smallWorldLatencies }: Facts): string =>
  table(
    ['p50 with one connection, uncached, ms', '', ...(smallWorldLatencies ? ['with 10,000 events'] : [])],
    [...latencies].map(([name, p50]) => [
      name,
      ms(p50),
      ...(smallWorldLatencies ? [ms(smallWorldLatencies.get(name) ?? Number.NaN)] : []),
    ]),
  );

const after = ({ afterWrite }: Facts): string =>
  table(
    ['first response after a write, p50', 'ms'],
    [...afterWrite].map(([name, time]) => [name, ms(time)]),
  );

/** The rows in which peers are faster. */
const lost = (results: Results): string =>
  losses(results)
    .map(
      ({ scenario, peer, ratio }) =>
        `- ${scenario}: ${title.uncached} has ${number(ratio, 2)} times the throughput of ${peer}.`,
    )
    .join('\n') || 'None.';

const list = (values: readonly number[]): string => values.map((value) => number(value)).join(', ');
const verdict = { true: 'yes', false: '**no**', undefined: 'not measured' };

/** The whole run as Markdown. */
export function report(results: Results, facts: Facts, settings: string): string {
  const { events, seedSeconds, startMs, resident, feed, slowStatements } = facts;
  return `# ${number(events)} events

${new Date().toISOString().slice(0, 10)}, ${machine()}. Load generator, servers and PostgreSQL share the machine. ${settings}

${overview(results)}

## Goals

${table(
  ['', 'wanted', 'found', 'met'],
  goals(results, facts).map(({ what, wanted, actual, met }) => [what, wanted, actual, verdict[`${met}`]]),
)}

## Where peers are faster

${lost(results)}

## One request at a time

${latencies(facts)}

## Right after a write

From the service with default settings, each time after an event was created.

${after(facts)}

A feed of ${number(feed.events)} events took ${number(feed.first.ms)} ms right after a write, ${number(feed.first.cpuMs)} ms of the service's processor time, and ${number(feed.again.ms)} ms the second time, with ${number(feed.again.cpuMs)} ms of processor time.

## Details

CPU is per response. ${seedSeconds === undefined ? '' : `Seeding took ${number(seedSeconds, 1)} s. `}Start to the first 200 with a warm data directory, embedded PostgreSQL included: ${list(startMs)} ms.
Resident memory of the service after each mixed run: ${list(resident)} MB. Statements of the service over ${TOO_SLOW} ms: ${slowStatements.length || 'none'}.
${slowStatements.map(({ ms: took, text }) => `- ${number(took)} ms: \`${text}\``).join('\n')}

${details(results)}
`;
}
