import { RECORD_KINDS } from '../../lib/kinds.ts';
import type { Change } from './change-log.ts';

/**
 * What cached values can depend on. To change the links of an event is to change the event; the number of events
 * that a term has is a `count`.
 */
const CACHE_TAGS = [...RECORD_KINDS, 'term', 'count', 'image', 'series'] as const;
export type CacheTag = (typeof CACHE_TAGS)[number];

const BY_KIND: ReadonlyMap<string, readonly CacheTag[]> = new Map<string, readonly CacheTag[]>([
  ...CACHE_TAGS.map((tag): [string, CacheTag[]] => [tag, [tag]]),
  ['term', ['term', 'count']],
  ['user', []],
]);
const COUNT: readonly CacheTag[] = ['count'];

/** What some changes make invalid. */
export interface Invalidation {
  /** Ids of records by tag; null stands for any record of a tag. */
  readonly ids: ReadonlyMap<CacheTag, ReadonlySet<number> | null>;
  /** Whether more than these is affected: others show how many events of a term are published. */
  readonly affectsEverything: boolean;
}

const EVERYTHING: Invalidation = {
  ids: new Map(CACHE_TAGS.map((tag) => [tag, null])),
  affectsEverything: true,
};

/**
 * What changes make invalid: all tags where their kind is unknown, and nothing for users.
 * @param changes anything may have changed unless given
 */
export function invalidationOf(changes?: readonly Change[]): Invalidation {
  if (!changes) return EVERYTHING;
  const ids = new Map<CacheTag, Set<number> | null>();
  let affectsEverything = false;
  for (const { kind, id, operation } of changes) {
    if (id === null || (kind === 'event' && operation === 'state')) affectsEverything = true;
    const tags = kind === 'term' && operation === 'count' ? COUNT : (BY_KIND.get(kind) ?? CACHE_TAGS);
    for (const tag of tags) {
      const changed = ids.get(tag);
      if (id === null) ids.set(tag, null);
      else if (changed) changed.add(id);
      else if (changed === undefined) ids.set(tag, new Set([id]));
    }
  }
  return { ids, affectsEverything };
}
