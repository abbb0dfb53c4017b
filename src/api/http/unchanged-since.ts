import { LRUCache } from 'lru-cache';

/** The moment since which the answer at an address has had this tag, in milliseconds since 1970: a full second. */
export type UnchangedSince = (address: string, tag: string) => number;

/** The `Last-Modified` date of an answer; null in the second in which it changed. */
export const lastModified = (since: number): string | null =>
  Date.now() < since ? null : new Date(since).toUTCString();

/** Whether a client with a copy of that date (`If-Modified-Since`) has the present answer. */
export const isUnmodified = (ifModifiedSince: string | undefined, since: number): boolean =>
  ifModifiedSince !== undefined && Date.parse(ifModifiedSince) >= since;

const MAX_ADDRESSES = 5_000;
/** Longer addresses are not remembered: their answers count as changed now. */
const MAX_ADDRESS = 1_000;
const SECOND = 1_000;

/**
 * Remembers since when each address has had its present answer, as far as this process has seen. Dates in HTTP are
 * whole seconds, so the moment is the first second without another answer: a copy from the second before is not
 * taken for this answer.
 */
export function unchangedSince(clock: () => number = Date.now): UnchangedSince {
  const seen = new LRUCache<string, { tag: string; since: number }>({ max: MAX_ADDRESSES });
  return (address, tag) => {
    const previous = seen.get(address);
    if (previous?.tag === tag) return previous.since;
    const since = (Math.floor(clock() / SECOND) + 1) * SECOND;
    if (address.length <= MAX_ADDRESS) seen.set(address, { tag, since });
    return since;
  };
}
