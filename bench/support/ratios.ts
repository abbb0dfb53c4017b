import type { Alone, Facts, Results } from './results.ts';
import { TOO_SLOW } from './statements.ts';

interface Goal {
  what: string;
  wanted: string;
  actual: string;
  /** undefined when this run did not measure it. */
  met: boolean | undefined;
}

const LISTS = ['list, 10 a page', 'list, 50 a page', 'list, 100 a page'] as const;
const [LIST] = LISTS;
const GRAPHQL = 'nested GraphQL page';
const SINGLE = 'single by slug';
/** Against the quicker of those that are written by hand. */
const BY_HAND = [
  ...LISTS.map((name) => ['first', name, 1] as const),
  ['computed', LISTS[0], 3],
  ['computed', LISTS[1], 2.5],
  ['computed', LISTS[2], 2],
  ['first', SINGLE, 0.7],
  ['computed', SINGLE, 0.9],
] as const;
/** Milliseconds at most with a million events. */
const AFTER_WRITE = [
  ['list', 10],
  ['by title', 50],
  ['500 km', 150],
  ['deep page', 40],
  ['two categories', 60],
  ['common word', 60],
] as const;
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

/** All were quick, or how long the slowest took. */
function slowGoal(slow: Facts['slowStatements']): Goal {
  const slowest = Math.max(0, ...slow.map(({ ms }) => ms));
  const none = `none over ${TOO_SLOW} ms`;
  const actual = slow.length === 0 ? none : `${slow.length}, the slowest ${slowest.toFixed(0)} ms`;
  return { what: 'slow statements', wanted: none, actual, met: slow.length === 0 };
}

/**
 * What the service promises, as ratios of this run. Others compute everything, so they are compared with a
 * service that remembers nothing.
 */
export function goals(results: Results, facts: Facts): Goal[] {
  const rate = results.perSecond.bind(results);
  const { resident, startMs, alone, aloneSmall, afterWrite, feed, slowStatements, seedSeconds, events } =
    facts;
  const [first] = resident;
  const large = events >= 1_000_000;
  const sorted = startMs.toSorted((a, b) => a - b);
  const peerPage = rate(GRAPHQL, 'PostGraphile');
  const times = (name: string, actual: ReadonlyMap<string, Alone> | undefined): number | undefined =>
    actual?.get(name)?.computed;
  return [
    ...BY_HAND.map(([own, name, wanted]) =>
      atLeast(`${own} ${name} / hand-written`, over(rate(name, own), results.byHand(name)), wanted),
    ),
    atLeast(`first ${LIST} / PostGraphile`, over(rate(LIST, 'first'), peerPage), 1.5),
    atLeast(`first ${GRAPHQL} / PostGraphile`, over(rate(GRAPHQL, 'first'), peerPage), 2.5),
    atLeast(
      `computed category / computed ${LIST}`,
      over(rate('category', 'computed'), rate(LIST, 'computed')),
      0.7,
    ),
    atLeast(
      `computed page of the list / computed ${LIST}`,
      over(rate('page of the list', 'computed'), rate(LIST, 'computed')),
      0.5,
    ),
    atLeast(
      'computed page of an event / computed single by slug',
      over(rate('page of an event', 'computed'), rate('single by slug', 'computed')),
      0.5,
    ),
    atLeast(
      'hot page of the list / static bytes',
      over(rate('page of the list', 'hot'), rate(LIST, 'static')),
      0.5,
    ),
    atLeast('hot list / static bytes', over(rate(LIST, 'hot'), rate(LIST, 'static')), 0.5),
    atLeast('hot 304 / hot list', over(rate('list, 304', 'hot'), rate(LIST, 'hot')), 1),
    atLeast(`hot ${GRAPHQL} by POST / computed`, over(rate(GRAPHQL, 'hot'), rate(GRAPHQL, 'computed')), 5),
    atLeast('creations a second', rate('create', 'hot'), 974, ''),
    atLeast('mixed reads and writes a second, hot', rate('mixed, 95 reads to 5 writes', 'hot'), 4_510, ''),
    ...(aloneSmall
      ? SCALED.map((name) =>
          atMost(
            `computed ${name}: p50 / p50 at 10,000 events`,
            over(times(name, alone), times(name, aloneSmall)),
            2,
          ),
        )
      : []),
    ...(large
      ? [
          ...AFTER_WRITE.map(([name, most]) =>
            atMost(`${name}, right after a write, p50`, afterWrite.get(name), most, ' ms'),
          ),
          atMost('processor time of a feed of 60,000 events, after a change', feed.first.cpuMs, 4_000, ' ms'),
          atMost('the same feed again', feed.again.cpuMs, 400, ' ms'),
          atMost('seeding', seedSeconds, 300, ' s'),
        ]
      : []),
    slowGoal(slowStatements),
    atMost('resident memory after the mixed runs', resident.at(-1), 290, ' MB'),
    atMost('memory after the last mixed run / after the first', over(resident.at(-1), first), 1.15),
    atMost('warm start to the first 200', sorted[Math.floor(sorted.length / 2)], 2000, ' ms'),
  ];
}

/** A scenario in which another server is quicker than ours. */
interface Lost {
  scenario: string;
  /** What ours remembers. */
  own: 'first' | 'computed';
  peer: 'hand-written' | 'PostGraphile';
  /** Ours, of theirs. */
  ratio: number;
}

/** Every row that is lost against a server that computes its answers. */
export const losses = (results: Results): Lost[] =>
  results.scenarios.flatMap((scenario) =>
    (['first', 'computed'] as const).flatMap((own) =>
      (['hand-written', 'PostGraphile'] as const).flatMap((peer) => {
        const theirs = peer === 'PostGraphile' ? results.perSecond(scenario, peer) : results.byHand(scenario);
        const ratio = over(results.perSecond(scenario, own), theirs);
        return ratio !== undefined && ratio < 1 ? [{ scenario, own, peer, ratio }] : [];
      }),
    ),
  );
