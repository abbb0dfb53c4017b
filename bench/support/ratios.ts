import type { Facts, Results } from './results.ts';

export interface Goal {
  what: string;
  wanted: string;
  found: string;
  /** undefined when this run did not measure it. */
  met: boolean | undefined;
}

const LIST = 'list, 10 a page';
const GRAPHQL = 'nested GraphQL page';
const SINGLE = 'single by slug';
const SCALED = ['list', 'search, rare word', 'category', 'single'];

function goal(
  what: string,
  found: number | undefined,
  least: number | null,
  most: number | null,
  unit: string,
): Goal {
  const wanted = least !== null ? `≥ ${least}${unit}` : `≤ ${most}${unit}`;
  if (found === undefined || Number.isNaN(found)) return { what, wanted, found: '–', met: undefined };
  const digits = Math.abs(found) >= 100 ? 0 : 2;
  return {
    what,
    wanted,
    found: `${found.toFixed(digits)}${unit}`,
    met: least !== null ? found >= least : found <= (most ?? 0),
  };
}
const atLeast = (what: string, found: number | undefined, least: number, unit = ' ×'): Goal =>
  goal(what, found, least, null, unit);
const atMost = (what: string, found: number | undefined, most: number, unit = ' ×'): Goal =>
  goal(what, found, null, most, unit);

const over = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a / b;

/** What the service promises, as ratios of this run. */
export function goals(results: Results, facts: Facts): Goal[] {
  const rate = results.perSecond.bind(results);
  const postGraphile = rate(GRAPHQL, 'PostGraphile');
  const byHand = rate(LIST, 'hand-written');
  const { resident, startMs, alone, aloneSmall, slowStatements, seedSeconds, events } = facts;
  const [first] = resident;
  const large = events >= 1_000_000;
  const sorted = startMs.toSorted((a, b) => a - b);
  return [
    atLeast('cold list / PostGraphile', over(rate(LIST, 'cold'), postGraphile), 1.5),
    atLeast('cold list / hand-written list', over(rate(LIST, 'cold'), byHand), 1.5),
    atLeast('cold nested GraphQL page / PostGraphile', over(rate(GRAPHQL, 'cold'), postGraphile), 1.5),
    atLeast('cold nested GraphQL page / hand-written list', over(rate(GRAPHQL, 'cold'), byHand), 1.5),
    atLeast(
      'cold single / hand-written single',
      over(rate(SINGLE, 'cold'), rate(SINGLE, 'hand-written')),
      0.5,
    ),
    atLeast('hot list / PostGraphile', over(rate(LIST, 'hot'), postGraphile), 20),
    atLeast('hot list / static bytes', over(rate(LIST, 'hot'), rate(LIST, 'static')), 0.5),
    atLeast('hot 304 / hot list', over(rate('list, 304', 'hot'), rate(LIST, 'hot')), 1),
    atLeast('creations a second', rate('create', 'hot'), 300, ''),
    ...(aloneSmall
      ? SCALED.map((name) =>
          atMost(`${name}: p50 / p50 at 10,000 events`, over(alone.get(name), aloneSmall.get(name)), 2),
        )
      : []),
    ...(large
      ? [
          atMost('deep page, p50', alone.get('deep page'), 150, ' ms'),
          atMost('seeding', seedSeconds, 300, ' s'),
        ]
      : []),
    atMost('slowest statement', Math.max(0, ...slowStatements.map(({ ms }) => ms)), 300, ' ms'),
    atMost('resident memory after the mixed runs', resident.at(-1), 300, ' MB'),
    atMost('memory after the last mixed run / after the first', over(resident.at(-1), first), 1.15),
    atMost('warm start to the first 200', sorted[Math.floor(sorted.length / 2)], 2000, ' ms'),
  ];
}
