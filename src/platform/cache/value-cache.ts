import { LRUCache } from 'lru-cache';
import type { CacheTag, Invalidation } from './cache-dependencies.ts';

/** Values by their key. */
export type ValueCache = LRUCache<NonNullable<unknown>, NonNullable<unknown>>;

/**
 * What remembered values depend on: `of` the one record whose id is the key, or `any` record of some topics.
 */
export type Dependence = { readonly of: CacheTag } | { readonly any: readonly CacheTag[] };

/** Most values of one kind, and how much memory they may take, in bytes. */
const MOST = 10_000;
const MOST_BYTES = 12 * 1024 * 1024;
/** About what a value takes besides its texts and numbers, in bytes. */
const PLACE = 500;

export const newValueCache = (): ValueCache => new LRUCache({ max: MOST, maxSize: MOST_BYTES });

/** Remembers a value until it is forgotten, or others need its place. */
export const remember = (
  values: ValueCache,
  key: NonNullable<unknown>,
  value: NonNullable<unknown>,
): void => {
  // Promises are remembered so that none has to be made for each use.
  values.set(key, Promise.resolve(value), { size: PLACE + JSON.stringify(value).length });
};

/** What is remembered of one kind. */
export interface Memory {
  on: Dependence;
  values: ValueCache;
}

/**
 * Empty caches are not cleared: that takes time in proportion to the capacity, and changes often come in threes
 * or fours.
 * @param news what has changed; everything unless given
 */
export function forget({ on, values }: Memory, news: Invalidation | undefined): void {
  for (const topic of 'of' in on ? [on.of] : on.any) {
    const ids = news ? news.ids.get(topic) : null;
    if (ids && 'of' in on) for (const id of ids) values.delete(id);
    else if (ids !== undefined && values.size > 0) values.clear();
  }
}
