import { LRUCache } from 'lru-cache';
import type { UnchangedSince } from '../http/unchanged.ts';

const MOST = 5_000;
/** Longer addresses share a place in time: the present. */
const MOST_ADDRESS = 1_000;
const SECOND = 1_000;

/**
 * Since when answers are what they are, as far as this process has seen. HTTP tells dates in seconds: counted is
 * from the first second in which nothing else was answered, so that no copy of the second before is taken for
 * this one.
 */
export function unchangedSince(clock: () => number = Date.now): UnchangedSince {
  const seen = new LRUCache<string, { tag: string; since: number }>({ max: MOST });
  return (address, tag) => {
    const known = seen.get(address);
    if (known?.tag === tag) return known.since;
    const since = (Math.floor(clock() / SECOND) + 1) * SECOND;
    if (address.length <= MOST_ADDRESS) seen.set(address, { tag, since });
    return since;
  };
}
