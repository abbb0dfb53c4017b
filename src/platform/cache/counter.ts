import { LRUCache } from 'lru-cache';

const MAX_KEYS = 20_000;

export interface Count {
  /** How often the key was counted in the present window, including this time. */
  count: number;
  /** Milliseconds until the window is over. */
  resetMs: number;
}

/** Counts a key, and says how often it came within a window of time. @param key short: it is kept as it is */
export type Counter = (key: string) => Promise<Count>;

/**
 * Opens a counter in memory, of limited size.
 * The library is loaded with the first counter, because most processes never need one.
 * @param name different from that of every other counter
 * @param max so many keys are counted at the same time; then the one that was not seen for longest is
 * forgotten
 */
export async function openCounter(name: string, seconds: number, max = MAX_KEYS): Promise<Counter> {
  const { RateLimiterMemory } = await import('rate-limiter-flexible');
  // This only counts: how many are too many is for the caller to decide.
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
