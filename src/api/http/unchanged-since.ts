import { LRUCache } from 'lru-cache';

/** Since when the answer at an address has had this tag, in milliseconds since 1970: a full second. */
export type UnchangedSince = (address: string, tag: string) => number;

/** `Last-Modified` of what has not changed since then; null in the second in which it changed. */
export const lastModified = (since: number): string | null =>
  Date.now() < since ? null : new Date(since).toUTCString();

/** Whether a client whose copy is of that moment (`If-Modified-Since`) has what there is. */
export const isUnmodified = (ifModifiedSince: string | undefined, since: number): boolean =>
  ifModifiedSince !== undefined && Date.parse(ifModifiedSince) >= since;

const MOST = 5_000;
/** Longer addresses are not tracked: their answers count as changed now. */
const MOST_ADDRESS = 1_000;
const SECOND = 1_000;

/**
 * Knows since when answers have been what they are, as far as this process has seen. Dates in HTTP are in
 * whole seconds. The time is therefore the first second in which no other answer was given, so that no copy
 * from the second before is taken for this answer.
 */
export function unchangedSince(clock: () => number = Date.now): UnchangedSince {
  const seen = new LRUCache<string, { tag: string; since: number }>({ max: MOST });
  return (address, tag) => {
    const previous = seen.get(address);
    if (previous?.tag === tag) return previous.since;
    const since = (Math.floor(clock() / SECOND) + 1) * SECOND;
    if (address.length <= MOST_ADDRESS) seen.set(address, { tag, since });
    return since;
  };
}
