import { LRUCache } from 'lru-cache';

const MAX_KEYS = 20_000;

export interface Count {
  /** Occurrences of the key in the current window, including this one. */
  count: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
}

/** Counts a key within a time window. @param key short, because it is stored unchanged */
export type Counter = (key: string) => Promise<Count>;

/**
 * Opens an in-memory counter. The library is loaded with the first counter, because most processes never need one.
 * @param name unique among all counters
 * @param max most keys; the least recently seen key is evicted
 */
export async function openCounter(name: string, seconds: number, max = MAX_KEYS): Promise<Counter> {
  const { RateLimiterMemory } = await import('rate-limiter-flexible');
  // Only counts; the caller decides on the limit.
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: 1, duration: seconds });
  const keys = new LRUCache<string, true>({
    max,
    dispose: (_seen, key, reason) => {
      if (reason === 'evict') limiter.delete(key).catch(() => {});
    },
  });
  return async (key) => {
    keys.set(key, true);
    const { consumedPoints, msBeforeNext } = await limiter.penalty(key);
    return { count: consumedPoints, resetMs: msBeforeNext };
  };
}
