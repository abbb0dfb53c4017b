import { cacheHits, cacheMisses, type LabeledCounter } from '../../src/platform/telemetry/counters.ts';

const sum = ({ counts }: LabeledCounter): number => counts.values().reduce((all, count) => all + count, 0);

/** How many responses of this process came from the cache so far, and how many could have but were computed. */
export const cacheCounts = (): { hits: number; misses: number } => ({
  hits: sum(cacheHits),
  misses: sum(cacheMisses),
});
