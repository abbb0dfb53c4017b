import { Semaphore } from '../../lib/semaphore.ts';
import type { Context } from './context.ts';

/** Pages with more events, or with more venues and organizers, may be large, whatever their texts. */
export const LARGE_PAGE = 50;
/** An answer with more characters is large. */
const LARGE_TEXT = 1_000_000;

/** The number of answers in memory that may be large, of some 80 MB each. Others wait for 5 seconds at most. */
const places = new Semaphore(4, { queue: 100, wait: 5_000 });

type Request = Pick<Context, 'signal'>;

/** The places that requests have or wait for, by their signals. */
const held = new WeakMap<AbortSignal, { readonly place: Promise<void>; release(): void }>();

/**
 * Takes a place for an answer that may be large, before its records are read. The request has it until its answer is
 * sent or {@link releaseUnlessLarge} gives it back, however many lists it has. Jobs need no place.
 * @throws ServiceError service_unavailable 503 when too many wait or it takes too long
 */
export async function reserveLargeAnswer({ signal }: Request): Promise<void> {
  if (!signal) return;
  const { place } = held.getOrInsertComputed(signal, () => take(signal));
  await place;
}

function take(signal: AbortSignal): { place: Promise<void>; release(): void } {
  const place = places.acquire({ signal });
  const release = (): void => {
    signal.removeEventListener('abort', release);
    held.delete(signal);
    void place.then(
      () => places.release(),
      () => {},
    );
  };
  signal.addEventListener('abort', release);
  place.catch(release);
  return { place, release };
}

/** Gives the place of a request back, unless its answer is large: then the answer keeps it until it is sent. */
export function releaseUnlessLarge({ signal }: Request, characters = 0): void {
  if (signal && characters <= LARGE_TEXT) held.get(signal)?.release();
}
