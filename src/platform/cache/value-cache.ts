import { LRUCache } from 'lru-cache';
import type { CacheTag, Invalidation } from './invalidation.ts';

/**
 * What cached values depend on: `of` the one record whose id is the key, or `any` record of some tags.
 */
export type Dependence = { readonly of: CacheTag } | { readonly any: readonly CacheTag[] };

/** Most values of one kind, and how much memory they may take, in bytes. */
const MAX_VALUES = 10_000;
const MAX_BYTES = 12 * 1024 * 1024;
/** About what a value takes besides its texts and numbers, in bytes. */
const OVERHEAD = 500;

type Key = NonNullable<unknown>;
type Value = NonNullable<unknown>;

/** Values of one kind by key, until what they depend on changes or others need their place. */
export class ValueCache {
  readonly #values = new LRUCache<Key, Promise<Value>>({ max: MAX_VALUES, maxSize: MAX_BYTES });
  readonly #tags: readonly CacheTag[];
  readonly #isByRecord: boolean;

  constructor(dependsOn: Dependence) {
    this.#isByRecord = 'of' in dependsOn;
    this.#tags = 'of' in dependsOn ? [dependsOn.of] : dependsOn.any;
  }

  get(key: Key): Promise<Value> | undefined {
    return this.#values.get(key);
  }

  /** Promises are stored so that none has to be made for each use. */
  set(key: Key, value: Value): void {
    this.#values.set(key, Promise.resolve(value), { size: OVERHEAD + JSON.stringify(value).length });
  }

  /**
   * Empty caches are not cleared: that takes time in proportion to the capacity, and changes often come in
   * threes or fours.
   */
  invalidate({ ids }: Invalidation): void {
    for (const tag of this.#tags) {
      const changed = ids.get(tag);
      if (changed && this.#isByRecord) for (const id of changed) this.#values.delete(id);
      else if (changed !== undefined && this.#values.size > 0) this.#values.clear();
    }
  }
}
