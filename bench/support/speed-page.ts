import { losses } from './ratios.ts';
import { summary } from './report.ts';
import type { Facts, Results } from './results.ts';

/** A whole run replaces the text between these two lines of docs/speed.md. */
const [BEGIN, END] = ['<!-- figures -->', '<!-- /figures -->'];
/** Common scenarios; scenarios in which a peer is faster are also shown. */
const SHOWN = [
  'list, 10 a page',
  'list, 50 a page',
  'nested GraphQL page',
  'single by slug',
  'list, 304',
  'category',
  'create',
  'mixed, 95 reads to 5 writes',
];

/** Inserts the figures of a run. @throws Error if the text has no place for them */
export function fillFigures(text: string, results: Results, { startMs, resident }: Facts): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`docs/speed.md has no ${BEGIN} … ${END}`);
  const lost = new Set(losses(results).map(({ scenario }) => scenario));
  const rows = results.scenarios.filter((scenario) => SHOWN.includes(scenario) || lost.has(scenario));
  const start = startMs.toSorted((a, b) => a - b)[Math.floor(startMs.length / 2)] ?? Number.NaN;
  const figures = `${summary(results, rows)}

A process starts in ${(start / 1000).toFixed(1)} s with its database, and takes ${(resident.at(-1) ?? Number.NaN).toFixed(0)} MB after the mixed run.
`;
  return `${text.slice(0, begin)}${BEGIN}\n${figures}${text.slice(end)}`;
}
