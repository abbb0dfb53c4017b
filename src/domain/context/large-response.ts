import { limitByMemory } from '../../lib/memory.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import type { Context } from './context.ts';

/** Pages with more events, or with more venues and organizers, count as large, however short their texts are. */
export const LARGE_PAGE_SIZE = 50;
/** Responses with more characters count as large, too. */
export const LARGE_TEXT_CHARACTERS = 1_000_000;

/**
 * Limits large responses in memory, of some 80 MB each: 4, and fewer with little memory. Further ones wait for 5 seconds
 * at most.
 */
const slots = new Semaphore(limitByMemory(4), { maxQueue: 100, maxWaitMs: 5_000 });

type Request = Pick<Context, 'signal'>;

/** The slots that requests have or wait for, by their signals. */
const reservations = new WeakMap<AbortSignal, { readonly slot: Promise<void>; release(): void }>();

/**
 * Reserves a slot for a response that may be large, before its records are read. The request keeps this one slot,
 * however many lists it has, until the response is sent or {@link releaseUnlessLarge} releases the slot. Jobs need no
 * slot.
 * @throws ServiceError service_unavailable 503 if too many wait or the wait takes too long
 */
export async function reserveLargeResponse({ signal }: Request): Promise<void> {
  if (!signal) return;
  const { slot } = reservations.getOrInsertComputed(signal, () => reserve(signal));
  await slot;
}

function reserve(signal: AbortSignal): { slot: Promise<void>; release(): void } {
  const slot = slots.acquire({ signal });
  const release = (): void => {
    signal.removeEventListener('abort', release);
    reservations.delete(signal);
    void slot.then(
      () => slots.release(),
      () => {},
    );
  };
  signal.addEventListener('abort', release);
  slot.catch(release);
  return { slot, release };
}

/** Releases the slot of a request, unless its response is large: then it keeps the slot until it is sent. */
export function releaseUnlessLarge({ signal }: Request, characters = 0): void {
  if (signal && characters <= LARGE_TEXT_CHARACTERS) reservations.get(signal)?.release();
}
