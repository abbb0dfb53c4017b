import type { LRUCache } from 'lru-cache';
import type { News, Topic } from './reads.ts';

/** Values by their key. */
export type ValueCache = LRUCache<NonNullable<unknown>, NonNullable<unknown>>;

/**
 * What remembered values depend on: `of` the one record whose id is the key, or `any` record of some topics.
 */
export type Dependence = { readonly of: Topic } | { readonly any: readonly Topic[] };

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
export function forget({ on, values }: Memory, news: News | undefined): void {
  for (const topic of 'of' in on ? [on.of] : on.any) {
    const ids = news ? news.ids.get(topic) : null;
    if (ids && 'of' in on) for (const id of ids) values.delete(id);
    else if (ids !== undefined && values.size > 0) values.clear();
  }
}
