import { LRUCache } from 'lru-cache';

/** The instant since which the response at an address has had this tag, in milliseconds since 1970: a full second. */
export type UnchangedSince = (address: string, tag: string) => number;

/** The `Last-Modified` date of a response; null in the second of its change. */
export const lastModified = (since: number): string | null =>
  Date.now() < since ? null : new Date(since).toUTCString();

/** Whether the client's copy of that date (`If-Modified-Since`) is the current response. */
export const isUnmodified = (ifModifiedSince: string | undefined, since: number): boolean =>
  ifModifiedSince !== undefined && Date.parse(ifModifiedSince) >= since;

const MAX_ADDRESSES = 5_000;
/** Longer addresses are not stored: their responses count as changed now. */
const MAX_ADDRESS = 1_000;
const SECOND = 1_000;

/**
 * Records since when each address has had its current response, as seen by this process. HTTP dates are whole seconds,
 * so the instant is the first full second after the change: an older copy from the same second does not match.
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
