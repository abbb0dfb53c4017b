import cluster from 'node:cluster';
import { LRUCache } from 'lru-cache';

const MAX_KEYS = 20_000;
/** A primary process that does not answer within this time is not waited for, in milliseconds. */
const PATIENCE_MS = 1_000;

export interface Count {
  /** How often the key was counted in the present window, including this time. */
  count: number;
  /** Milliseconds until the window is over. */
  resetMs: number;
}

/** Counts a key, and says how often it came within a window of time. @param key short: it is kept as it is */
export type Counter = (key: string) => Promise<Count>;

/**
 * Opens a counter in memory, of limited size. With WORKERS it is in the primary, so that they count together.
 * The library is loaded with the first counter, because most processes never need one.
 * @param name the same in every worker, and different from that of every other counter
 * @param max so many keys are counted at the same time; then the one that was not seen for longest is
 * forgotten
 */
export async function openCounter(name: string, seconds: number, max = MAX_KEYS): Promise<Counter> {
  const { RateLimiterCluster, RateLimiterMemory } = await import('rate-limiter-flexible');
  // This only counts: how many are too many is for the caller to decide.
  const options = { keyPrefix: name, points: 1, duration: seconds };
  const limiter = cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: PATIENCE_MS })
    : new RateLimiterMemory(options);
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

/** In the primary: counts for its workers. */
export async function countForWorkers(): Promise<void> {
  const { RateLimiterClusterMaster } = await import('rate-limiter-flexible');
  new RateLimiterClusterMaster();
}
