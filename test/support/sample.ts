/** Whether tables are tested as a whole: `npm run test:ops`. */
export const WHOLE = process.env.WHOLE === '1';

/** Numbers from 0 to 1, derived from the seed of the run (`--seed`, which jest prints) and from a name. */
export function random(name: string): () => number {
  let state = Number(process.env.TEST_SEED) >>> 0;
  for (const letter of name) state = (Math.imul(state, 31) + letter.charCodeAt(0)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The given number of rows of each group of a table, chosen by the seed, in their order; all rows in a whole run.
 * @param name of the table: tables with the same name choose alike
 */
export function sampled<Row>(
  name: string,
  rows: readonly Row[],
  count: number,
  groupOf: (row: Row) => string = () => '',
): Row[] {
  if (WHOLE) return [...rows];
  const next = random(name);
  const ranked = rows.map((row, at) => ({ at, row, rank: next() }));
  const groups = Map.groupBy(ranked, ({ row }) => groupOf(row));
  return [...groups.values()]
    .flatMap((group) => group.toSorted((a, b) => a.rank - b.rank).slice(0, count))
    .toSorted((a, b) => a.at - b.at)
    .map(({ row }) => row);
}
