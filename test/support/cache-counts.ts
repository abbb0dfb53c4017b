import { cacheHits, cacheMisses, type LabeledCounter } from '../../src/platform/telemetry/counters.ts';
import { settled, type TestServer } from './service.ts';

const sum = ({ counts }: LabeledCounter): number => counts.values().reduce((all, count) => all + count, 0);

/** How many responses of this process came from the cache, and how many could have but were computed. */
export const cacheCounts = (): { hits: number; misses: number } => ({
  hits: sum(cacheHits),
  misses: sum(cacheMisses),
});

/** The counts of a request that is a cache hit. */
export const HIT = { hits: 1, misses: 0 };

/** Sends a request to a server that is up to date. @returns its response, and whether it came from the cache */
export const countedAt =
  (server: TestServer) =>
  async (ask: () => Promise<string>): Promise<{ text: string; cache: typeof HIT }> => {
    await settled(server);
    const before = cacheCounts();
    const text = await ask();
    const after = cacheCounts();
    return { text, cache: { hits: after.hits - before.hits, misses: after.misses - before.misses } };
  };
