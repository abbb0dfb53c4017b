import type { Limits } from './limits.ts';
import { Turns } from './turns.ts';

/** Most requests, or parts of requests, that may wait for one kind of turn. */
const MOST_WAITING = 500;

/** Gives statements of a request that may take long their turn, so that they leave connections to others. */
export interface ReadTurns {
  /**
   * @param lane of lists; of counts, which others may wait for too and which are not given up with the request
   * @param signal aborted when nobody waits for the answer any more
   * @throws ServiceError service_unavailable 503 when too many wait or it takes too long
   */
  take<T>(lane: 'lists' | 'counts', work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * For an operation that may ask for many lists: only some of them run at once.
   * @param operation whose pauses these turns tell, if it makes any
   */
  ofOne(operation?: Pausing): ReadTurns;
  /** Resolves when a long operation goes on that lets others have their turn; undefined unless it waits. */
  readonly pause?: Promise<unknown> | undefined;
}

type Pausing = Pick<ReadTurns, 'pause'>;

/**
 * Slow work may use only a share of the connections: lists, counts, and writes, which wait for locks. Each
 * kind gets less than half, so that single records and small lists always find a connection, even while a
 * table is locked or every list takes seconds.
 */
export class Lanes implements ReadTurns {
  readonly lists: Turns;
  readonly counts: Turns;
  readonly writes: Turns;

  constructor(poolSize: number, { wait, statement }: Pick<Limits, 'wait' | 'statement'>) {
    const share = Math.max(1, Math.floor((poolSize - 1) / 2));
    const patience = (ms: number) => (ms > 0 ? { ms, most: MOST_WAITING } : undefined);
    this.lists = new Turns(share, patience(wait));
    this.writes = new Turns(share, patience(wait));
    // Counts leave one place to lists: who asks for a list with a new filter waits for both.
    this.counts = new Turns(Math.max(1, share - 1), patience(statement));
  }

  take<T>(lane: 'lists' | 'counts', work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return lane === 'lists' ? this.lists.take(work, signal) : this.counts.take(() => this.lists.take(work));
  }

  ofOne(operation?: Pausing): ReadTurns {
    return new OwnTurns(this, operation);
  }
}

/** For tools: who waits, waits without end. */
export const UNLIMITED = new Lanes(10, { wait: 0, statement: 0 });

/** Inside a transaction, which has its connection: waiting for a turn while holding one could deadlock. */
export const WITHOUT_TURNS: ReadTurns = {
  take: (_lane, work) => work(),
  ofOne: () => WITHOUT_TURNS,
};

/** How many lists of one request run at the same time; others get their turn in between. */
const MOST_LISTS = 2;

/** The turns of one operation. */
class OwnTurns implements ReadTurns {
  readonly #lanes: Lanes;
  readonly #operation: Pausing | undefined;
  readonly #lists = new Turns(MOST_LISTS);
  readonly #counts = new Turns(1);

  constructor(lanes: Lanes, operation: Pausing | undefined) {
    this.#lanes = lanes;
    this.#operation = operation;
  }

  get pause(): Promise<unknown> | undefined {
    return this.#operation?.pause;
  }

  take<T>(lane: 'lists' | 'counts', work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return lane === 'lists'
      ? this.#lists.take(() => this.#lanes.take(lane, work, signal), signal)
      : this.#counts.take(() => this.#lanes.take(lane, work));
  }

  ofOne(): ReadTurns {
    return this;
  }
}
