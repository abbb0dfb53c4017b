import { availableParallelism } from 'node:os';
import type { Limits } from './limits.ts';
import { Turns } from './turns.ts';

/** Most requests, or parts of requests, that may wait for one kind of turn. */
const MOST_WAITING = 500;

/**
 * Slow work may use only a share of the connections: lists, counts, and writes, which wait for locks. Each
 * kind gets less than half, so that single records and small lists always find a connection, even while a
 * table is locked or every list takes seconds.
 */
export interface Lanes {
  readonly lists: Turns;
  readonly counts: Turns;
  readonly writes: Turns;
}

export function lanesOf(poolSize: number, { wait, statement }: Pick<Limits, 'wait' | 'statement'>): Lanes {
  const share = Math.max(1, Math.floor((poolSize - 1) / 2));
  const patience = (ms: number) => (ms > 0 ? { ms, most: MOST_WAITING } : undefined);
  return {
    lists: new Turns(share, patience(wait)),
    writes: new Turns(share, patience(wait)),
    // A count keeps one core busy. More counts than cores would slow each other down, and all reads and
    // writes beside them.
    counts: new Turns(Math.min(share, Math.max(1, availableParallelism() - 1)), patience(statement)),
  };
}

/** How many lists, and counts, of one request run at the same time; others get their turn in between. */
const MOST_LISTS = 2;

/** The turns of one request. */
export class OwnTurns {
  readonly #lanes: Lanes;
  readonly #signal: AbortSignal | undefined;
  #lists: Turns | undefined;
  #counts: Turns | undefined;

  constructor(lanes: Lanes, signal: AbortSignal | undefined) {
    this.#lanes = lanes;
    this.#signal = signal;
  }

  /** @throws ServiceError service_unavailable 503 when too many wait or it takes too long */
  take<T>(lane: 'lists' | 'counts', work: () => Promise<T>): Promise<T> {
    const { lists, counts } = this.#lanes;
    if (lane === 'lists') {
      this.#lists ??= new Turns(MOST_LISTS);
      return this.#lists.take(() => lists.take(work, this.#signal), this.#signal);
    }
    this.#counts ??= new Turns(1);
    return this.#counts.take(() => counts.take(() => lists.take(work)));
  }
}
