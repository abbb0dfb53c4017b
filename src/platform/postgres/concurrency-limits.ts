import { Semaphore } from '../../lib/semaphore.ts';
import type { Timeouts } from './timeouts.ts';

/** Most requests, or parts of requests, that may wait for one semaphore, and how many of one client. */
const QUEUES = { queue: 500, queuePerClient: 250 };
/**
 * How many records of lists may be in memory for answers that are being made. Each may have texts of 400,000
 * characters, but few have; two pages of the largest size keep a process busy.
 */
const MOST_RECORDS = 400;
/**
 * How many characters the answers of REST may have together while they are written and encoded, which takes several
 * times as many bytes: two pages of the largest size.
 */
const MOST_CHARACTERS = 40_000_000;

/** For how long it counts that a request had to wait, in milliseconds. */
const BUSY_MS = 200;

/** Lists; or counts, whose results other requests may wait for too, so that they are not aborted with the request. */
export type ReadKind = 'lists' | 'counts';

export interface ReadOptions {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
  /** Whether it is expected to take long: slow reads have a semaphore of their own, which is acquired first. */
  readonly isSlow?: boolean;
}

/** Limits how many slow statements of requests run at once, so that connections are left to others. */
export interface ReadLimiter {
  /**
   * Runs a read once there is a place for it.
   * @throws ServiceError service_unavailable 503 when too many wait or it takes too long
   */
  run<T>(kind: ReadKind, read: () => Promise<T>, options?: ReadOptions): Promise<T>;
  /**
   * For an operation that may read many lists: only some of them run at once.
   * @param operation whose pauses {@link pause} returns, if it makes any
   */
  forOperation(operation?: Pausing): ReadLimiter;
  /** Resolves when a long operation, which pauses to let others run, continues; undefined while it does not pause. */
  readonly pause?: Promise<unknown> | undefined;
}

/** What may pause; see {@link ReadLimiter.pause}. */
export type Pausing = Pick<ReadLimiter, 'pause'>;

/**
 * Semaphores for lists, counts, and writes, which wait for locks. Each kind of work gets less than half of the
 * connections, so that single records and small lists always find one, even while a table is locked or every list
 * takes seconds. Each semaphore is fair between clients, and slow reads get half of the places of lists
 * (rules#concurrency, decisions/0054).
 */
export class ConcurrencyLimits {
  readonly lists: Semaphore;
  readonly slow: Semaphore;
  readonly counts: Semaphore;
  readonly writes: Semaphore;
  /** Counts records; see {@link MOST_RECORDS}. One client may have half of them. */
  readonly records: Semaphore;
  /**
   * Counts what records of lists are linked to, as many as {@link records}. It is acquired after those, never the
   * other way round.
   */
  readonly linked: Semaphore;
  /** See {@link MOST_CHARACTERS}; acquired last. One client may have half of them. */
  readonly characters: Semaphore;

  constructor(
    poolSize: number,
    { wait, statement }: Pick<Timeouts, 'wait' | 'statement'>,
    { records, characters } = { records: MOST_RECORDS, characters: MOST_CHARACTERS },
  ) {
    const share = Math.max(1, Math.floor((poolSize - 1) / 2));
    const limits = (ms: number) => (ms > 0 ? { wait: ms, ...QUEUES } : {});
    this.lists = new Semaphore(share, limits(wait));
    this.slow = new Semaphore(Math.max(1, Math.floor(share / 2)), limits(wait));
    this.writes = new Semaphore(share, limits(wait));
    // Counts leave one place to lists: a request for a list with a new filter waits for both.
    this.counts = new Semaphore(Math.max(1, share - 1), limits(statement));
    const halved = (places: number) =>
      new Semaphore(places, { ...limits(wait), perClient: Math.ceil(places / 2) });
    this.records = halved(records);
    this.linked = halved(records);
    this.characters = halved(characters);
  }

  /** Whether requests have to wait for a place, or had to just now: what nobody waits for can be done later. */
  get isBusy(): boolean {
    return this.writes.hasWaited(BUSY_MS) || this.lists.hasWaited(BUSY_MS);
  }

  /** @param client see `clientOf` in lib/network.ts */
  forClient(client: string): ReadLimiter {
    return new ClientReadLimiter(this, client);
  }
}

class ClientReadLimiter implements ReadLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #client: string;

  constructor(limits: ConcurrencyLimits, client: string) {
    this.#limits = limits;
    this.#client = client;
  }

  run<T>(kind: ReadKind, read: () => Promise<T>, { signal, isSlow = false }: ReadOptions = {}): Promise<T> {
    const { lists, counts, slow } = this.#limits;
    const client = this.#client;
    const acquiring = kind === 'lists' ? { client, signal } : { client };
    const limited = (): Promise<T> =>
      kind === 'lists' ? lists.run(read, acquiring) : counts.run(() => lists.run(read, acquiring), acquiring);
    // Acquired first, so that a slow read does not wait in front of fast ones in the queue for lists.
    return isSlow ? slow.run(limited, acquiring) : limited();
  }

  forOperation(operation?: Pausing): ReadLimiter {
    return new OperationReadLimiter(this, operation);
  }
}

/** For tools: no semaphore has a timeout or a bounded queue. */
export const UNLIMITED = new ConcurrencyLimits(
  10,
  { wait: 0, statement: 0 },
  { records: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY },
);

/** Inside a transaction, which has a connection: waiting for a semaphore while holding one could deadlock. */
export const NO_READ_LIMITS: ReadLimiter = {
  run: (_kind, read) => read(),
  forOperation: () => NO_READ_LIMITS,
};

/** How many lists of one request run at the same time; lists of other requests run in between. */
const MOST_LISTS = 2;

class OperationReadLimiter implements ReadLimiter {
  readonly #limiter: ReadLimiter;
  readonly #operation: Pausing | undefined;
  readonly #lists = new Semaphore(MOST_LISTS);
  readonly #counts = new Semaphore(1);

  constructor(limiter: ReadLimiter, operation: Pausing | undefined) {
    this.#limiter = limiter;
    this.#operation = operation;
  }

  get pause(): Promise<unknown> | undefined {
    return this.#operation?.pause;
  }

  run<T>(kind: ReadKind, read: () => Promise<T>, options: ReadOptions = {}): Promise<T> {
    const limited = (): Promise<T> => this.#limiter.run(kind, read, options);
    return kind === 'lists'
      ? this.#lists.run(limited, { signal: options.signal })
      : this.#counts.run(limited);
  }

  forOperation(): ReadLimiter {
    return this;
  }
}
