import { cacheHits, cacheMisses, type LabeledCounter } from '../../src/platform/telemetry/counters.ts';

const sum = ({ counts }: LabeledCounter): number => counts.values().reduce((all, count) => all + count, 0);

/** How many answers of this process were kept ones so far, and how many could have been but were computed. */
export const cacheCounts = (): { kept: number; missed: number } => ({
  kept: sum(cacheHits),
  missed: sum(cacheMisses),
});
