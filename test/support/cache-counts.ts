import { cacheHits, cacheMisses, type LabeledCounter } from '../../src/platform/telemetry/counters.ts';
import { settled, type TestServer } from './service.ts';

const sum = ({ counts }: LabeledCounter): number => counts.values().reduce((all, count) => all + count, 0);

/** How many responses of this process came from the cache so far, and how many could have but were computed. */
export const cacheCounts = (): { hits: number; misses: number } => ({
  hits: sum(cacheHits),
  misses: sum(cacheMisses),
});

/** Of a request that is answered from the cache. */
export const HIT = { hits: 1, misses: 0 };

/** Makes a request of a server that is up to date. @returns its answer, and whether it came from the cache */
export const countedAt =
  (server: TestServer) =>
  async (ask: () => Promise<string>): Promise<{ text: string; cache: typeof HIT }> => {
    await settled(server);
    const before = cacheCounts();
    const text = await ask();
    const after = cacheCounts();
    return { text, cache: { hits: after.hits - before.hits, misses: after.misses - before.misses } };
  };
