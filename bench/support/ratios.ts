import type { Facts, Results } from './results.ts';
import { TOO_SLOW } from './statements.ts';

interface Goal {
  what: string;
  wanted: string;
  actual: string;
  /** undefined: not measured in this run. */
  met: boolean | undefined;
}

const LISTS = ['list, 10 a page', 'list, 50 a page', 'list, 100 a page'] as const;
const [LIST] = LISTS;
const GRAPHQL = 'nested GraphQL page';
const SINGLE = 'single by slug';
/** Least ratios to the faster one of the hand-written peers. */
const HAND_WRITTEN = [
  [LISTS[0], 0.8],
  [LISTS[1], 0.7],
  [LISTS[2], 0.6],
  [SINGLE, 0.7],
] as const;
/** Lists that are read right after a write, with a million events; counting them takes most of the time. */
const AFTER_WRITE = ['list', 'by title', '500 km', 'deep page', 'two categories', 'common word'];
const AFTER_WRITE_MS = 200;
const SCALED = ['list', 'search, rare word', 'category', 'single'];

function goal(
  what: string,
  actual: number | undefined,
  least: number | null,
  most: number | null,
  unit: string,
): Goal {
  const wanted = least !== null ? `≥ ${least}${unit}` : `≤ ${most}${unit}`;
  if (actual === undefined || Number.isNaN(actual)) return { what, wanted, actual: '–', met: undefined };
  const digits = Math.abs(actual) >= 100 ? 0 : 2;
  return {
    what,
    wanted,
    actual: `${actual.toFixed(digits)}${unit}`,
    met: least !== null ? actual >= least : actual <= (most ?? 0),
  };
}
const atLeast = (what: string, actual: number | undefined, least: number, unit = ' ×'): Goal =>
  goal(what, actual, least, null, unit);
const atMost = (what: string, actual: number | undefined, most: number, unit = ' ×'): Goal =>
  goal(what, actual, null, most, unit);

const over = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a / b;

/** The goal that no statement is slow. */
function slowGoal(slow: Facts['slowStatements']): Goal {
  const slowest = Math.max(0, ...slow.map(({ ms }) => ms));
  const none = `none over ${TOO_SLOW} ms`;
  const actual = slow.length === 0 ? none : `${slow.length}, the slowest ${slowest.toFixed(0)} ms`;
  return { what: 'slow statements', wanted: none, actual, met: slow.length === 0 };
}

/**
 * The performance goals, with the results of this run. Peers cache nothing, so they are compared with the uncached
 * service.
 */
export function goals(results: Results, facts: Facts): Goal[] {
  const rate = results.perSecond.bind(results);
  const {
    resident,
    startMs,
    latencies,
    smallWorldLatencies,
    afterWrite,
    feed,
    slowStatements,
    seedSeconds,
    events,
  } = facts;
  const [first] = resident;
  const large = events >= 1_000_000;
  const sorted = startMs.toSorted((a, b) => a - b);
  const peerPage = rate(GRAPHQL, 'PostGraphile');
  return [
    ...HAND_WRITTEN.map(([name, wanted]) =>
      atLeast(
        `uncached ${name} / hand-written`,
        over(rate(name, 'uncached'), results.handWritten(name)),
        wanted,
      ),
    ),
    atLeast(`uncached ${LIST} / PostGraphile`, over(rate(LIST, 'uncached'), peerPage), 2),
    atLeast(`uncached ${GRAPHQL} / PostGraphile`, over(rate(GRAPHQL, 'uncached'), peerPage), 1.5),
    atLeast(
      `uncached category / uncached ${LIST}`,
      over(rate('category', 'uncached'), rate(LIST, 'uncached')),
      0.7,
    ),
    atLeast(
      `uncached page of the list / uncached ${LIST}`,
      over(rate('page of the list', 'uncached'), rate(LIST, 'uncached')),
      0.5,
    ),
    atLeast(
      'uncached page of an event / uncached single by slug',
      over(rate('page of an event', 'uncached'), rate('single by slug', 'uncached')),
      0.5,
    ),
    atLeast(
      'hot page of the list / static bytes',
      over(rate('page of the list', 'hot'), rate(LIST, 'static')),
      0.5,
    ),
    atLeast('hot list / static bytes', over(rate(LIST, 'hot'), rate(LIST, 'static')), 0.5),
    atLeast('hot 304 / hot list', over(rate('list, 304', 'hot'), rate(LIST, 'hot')), 1),
    atLeast(`hot ${GRAPHQL} by POST / uncached`, over(rate(GRAPHQL, 'hot'), rate(GRAPHQL, 'uncached')), 5),
    atLeast('creations a second', rate('create', 'hot'), 974, ''),
    atLeast('mixed reads and writes a second, hot', rate('mixed, 95 reads to 5 writes', 'hot'), 4_510, ''),
    ...(smallWorldLatencies
      ? SCALED.map((name) =>
          atMost(
            `uncached ${name}: p50 / p50 at 10,000 events`,
            over(latencies.get(name), smallWorldLatencies.get(name)),
            2,
          ),
        )
      : []),
    ...(large
      ? [
          ...AFTER_WRITE.map((name) =>
            atMost(`${name}, right after a write, p50`, afterWrite.get(name), AFTER_WRITE_MS, ' ms'),
          ),
          atMost('processor time of a feed of 60,000 events, after a change', feed.first.cpuMs, 4_000, ' ms'),
          atMost('seeding', seedSeconds, 300, ' s'),
        ]
      : []),
    slowGoal(slowStatements),
    atMost('resident memory after the mixed runs', resident.at(-1), 290, ' MB'),
    atMost('memory after the last mixed run / after the first', over(resident.at(-1), first), 1.15),
    atMost('warm start to the first 200', sorted[Math.floor(sorted.length / 2)], 2000, ' ms'),
  ];
}

/** A scenario in which a peer is faster. */
interface Lost {
  scenario: string;
  peer: 'hand-written' | 'PostGraphile' | 'Directus';
  /** The service's throughput, divided by the peer's. */
  ratio: number;
}

/** The rows in which a peer that caches nothing is faster than the uncached service. */
export const losses = (results: Results): Lost[] =>
  results.scenarios.flatMap((scenario) =>
    (['hand-written', 'PostGraphile', 'Directus'] as const).flatMap((peer) => {
      const theirs =
        peer === 'hand-written' ? results.handWritten(scenario) : results.perSecond(scenario, peer);
      const ratio = over(results.perSecond(scenario, 'uncached'), theirs);
      return ratio !== undefined && ratio < 1 ? [{ scenario, peer, ratio }] : [];
    }),
  );
