import cluster from 'node:cluster';
import { LRUCache } from 'lru-cache';

const MAX_KEYS = 20_000;
/** A primary that is as busy as this is not waited for. */
const PATIENCE_MS = 1_000;

export interface Count {
  /** How often the key was seen in the present window, this time included. */
  count: number;
  /** Milliseconds until the window is over. */
  resetMs: number;
}

/** Counts per key within a window of time. @param key short: it is kept as it is */
export type Counter = (key: string) => Promise<Count>;

/**
 * A counter in memory, of bounded size; that of the primary where there are WORKERS, so that they count
 * together. What counts is loaded with the first counter: most processes never need one. @param name the same
 * in every worker, and no other counter's
 * @param max keys are counted at the same time; beyond, the one that was not seen for longest is forgotten
 */
export async function openCounter(name: string, seconds: number, max = MAX_KEYS): Promise<Counter> {
  const { RateLimiterCluster, RateLimiterMemory } = await import('rate-limiter-flexible');
  // Only counted here: what too many means is the caller's business.
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
