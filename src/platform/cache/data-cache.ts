import { LRUCache } from 'lru-cache';
import { CacheInvalidator } from './cache-invalidator.ts';
import { type Dependence, ValueCache } from './value-cache.ts';

/** How old a shared result may be while it is not known what others store, in milliseconds. */
const MAX_UNVERIFIED_MS = 1_000;
const MAX_RESULTS = 10_000;
/** How much memory results may take whose keys callers can make long, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

interface CachedResult {
  version: number;
  /** When it was computed, in milliseconds since 1970. */
  at: number;
  value: Promise<unknown>;
}

/** Values that requests share until the data changes. */
export class DataCache {
  readonly invalidator: CacheInvalidator;
  readonly #results = new LRUCache<string, CachedResult>({
    max: MAX_RESULTS,
    maxSize: MAX_BYTES,
    sizeCalculation: (_result, key) => 200 + 2 * key.length,
  });
  readonly #values = new Map<unknown, ValueCache>();

  constructor(invalidator: CacheInvalidator) {
    this.invalidator = invalidator;
    invalidator.onInvalidate(({ invalidation }) => {
      if (this.#results.size > 0) this.#results.clear();
      for (const values of this.#values.values()) values.invalidate(invalidation);
    });
  }

  /** As {@link CacheInvalidator.version}. */
  get version(): number {
    return this.invalidator.version;
  }

  /** The values that `owner` has read, by key. Undefined while caches may not be used. */
  valuesOf(owner: unknown, dependsOn: Dependence): ValueCache | undefined {
    if (!this.invalidator.canCache) return undefined;
    const cached = this.#values.get(owner);
    if (cached) return cached;
    const values = new ValueCache(dependsOn);
    this.#values.set(owner, values);
    return values;
  }

  /**
   * The result of `compute`, cached until the data changes. Callers at the same time share one computation,
   * also for a second while it is not known what others store.
   */
  memoize<T>(key: string, compute: () => Promise<T>): Promise<T> {
    const { isEnabled, canCache, version } = this.invalidator;
    if (!isEnabled) return compute();
    const cached = this.#results.get(key);
    if (cached && cached.version === version && (canCache || Date.now() - cached.at < MAX_UNVERIFIED_MS))
      // Keys are texts of statements, so a result has the type that this statement gives it.
      return cached.value as Promise<T>;
    const value = compute();
    this.#results.set(key, { version, at: Date.now(), value });
    value.catch(() => this.#results.delete(key));
    return value;
  }
}

/** For reading inside transactions: holds nothing from before, and stores nothing. */
export const UNCACHED = new DataCache(new CacheInvalidator({ enabled: false }));
