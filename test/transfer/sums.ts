import type { Report } from '../../src/transfer/import/report.ts';

/** The counts of an import, for all kinds together. */
export function sums({ counts, refused }: Report) {
  const all = Object.values(counts);
  const sum = (name: 'created' | 'changed' | 'unchanged'): number =>
    all.reduce((before, one) => before + one[name], 0);
  return {
    created: sum('created'),
    changed: sum('changed'),
    unchanged: sum('unchanged'),
    refused: refused.length,
  };
}
