import { ServiceError } from './errors.ts';

/** Each limit is none unless it is set. */
interface SemaphoreLimits {
  /** How long to wait at most, in milliseconds. */
  readonly wait?: number;
  /** How many may wait, */
  readonly queue?: number;
  /** and how many of one client. */
  readonly queuePerClient?: number;
  /** How many places one client may have. */
  readonly perClient?: number;
}

/** For whom a place is. */
export interface Acquiring {
  /** Who shares a queue: clients that wait are served in turn. See `clientOf` in lib/network.ts. */
  readonly client?: string;
  /** How many places are needed; at most as many as a client may have count. */
  readonly weight?: number;
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiter {
  readonly weight: number;
  admit(): void;
  refuse(error: ServiceError): void;
}

const busy = (): ServiceError =>
  new ServiceError('service_unavailable', { message: 'The service is too busy at the moment.' });
export const clientClosed = (): ServiceError => new ServiceError('client_closed_request');

/**
 * A semaphore that is fair between clients: each has a queue of its own, first come, first served. A free place
 * goes to the client that has the fewest, and in turn (round robin) among those with as few. Who sends many
 * requests waits behind their own, and never in front of somebody else's (decisions/0054).
 */
export class Semaphore {
  #free: number;
  readonly #perClient: number;
  readonly #wait: number;
  readonly #queue: number;
  readonly #queuePerClient: number;
  /** In the order in which clients are served next. None of the queues is empty. */
  readonly #queues = new Map<string, Set<Waiter>>();
  /** How many places clients have; without those that have none. */
  readonly #held = new Map<string, number>();
  #waiting = 0;
  /** On the clock of `performance.now()`. */
  #waitedAt = Number.NEGATIVE_INFINITY;

  constructor(places: number, { wait, queue, queuePerClient, perClient }: SemaphoreLimits = {}) {
    this.#free = places;
    this.#perClient = perClient ?? places;
    this.#wait = wait ?? Number.POSITIVE_INFINITY;
    this.#queue = queue ?? Number.POSITIVE_INFINITY;
    this.#queuePerClient = queuePerClient ?? this.#queue;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether somebody has had to wait within the last milliseconds. */
  hasWaited(ms: number): boolean {
    return this.#waiting > 0 || performance.now() - this.#waitedAt < ms;
  }

  /**
   * Does work once there is a place for it.
   * @throws ServiceError service_unavailable 503 when it takes too long, or too many wait already;
   * client_closed_request when the signal is aborted meanwhile
   */
  async run<T>(work: () => Promise<T>, acquiring: Acquiring = {}): Promise<T> {
    await this.acquire(acquiring);
    try {
      return await work();
    } finally {
      this.release(acquiring);
    }
  }

  /**
   * Like {@link run}, but the caller says when it is done: {@link release} has to be called, with the same
   * client and weight, once this has resolved, or returned undefined because there was a place at once.
   */
  acquire({ client = '', weight = 1, signal }: Acquiring = {}): Promise<void> | undefined {
    if (signal?.aborted) return Promise.reject(clientClosed());
    const needed = Math.min(weight, this.#perClient);
    if (this.#waiting === 0 && this.#fits(client, needed)) {
      this.#take(client, needed);
      return undefined;
    }
    return this.#makeRoom(client) ? this.#enqueue(client, needed, signal) : Promise.reject(busy());
  }

  release({ client = '', weight = 1 }: Acquiring = {}): void {
    const released = Math.min(weight, this.#perClient);
    const left = (this.#held.get(client) ?? 0) - released;
    if (left > 0) this.#held.set(client, left);
    else this.#held.delete(client);
    this.#free += released;
    this.#admitNext();
  }

  #fits(client: string, weight: number): boolean {
    return weight <= this.#free && (this.#held.get(client) ?? 0) + weight <= this.#perClient;
  }

  #take(client: string, weight: number): void {
    this.#free -= weight;
    this.#held.set(client, (this.#held.get(client) ?? 0) + weight);
  }

  /** Gives free places to those who wait. */
  #admitNext(): void {
    for (let client = this.#nextClient(); client !== undefined; client = this.#nextClient()) {
      const queue = this.#queues.get(client);
      const [first] = queue ?? [];
      // Smaller ones must not pass it for ever.
      if (!queue || !first || first.weight > this.#free) return;
      this.#take(client, first.weight);
      // The next turn of this client comes after those of all others.
      this.#queues.delete(client);
      if (queue.size > 1) this.#queues.set(client, queue);
      first.admit();
    }
  }

  /**
   * Whose turn it is: of the client that has the fewest places, and of those with as few of the one that has
   * waited for its turn the longest. Who has all that it may have has no turn.
   */
  #nextClient(): string | undefined {
    let next: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [client, [first]] of this.#queues) {
      const held = this.#held.get(client) ?? 0;
      if (held >= fewest || !first || held + first.weight > this.#perClient) continue;
      next = client;
      fewest = held;
    }
    return next;
  }

  /**
   * Makes room in the queue. When it is full, the client with most requests in it loses the last of them.
   * @returns whether there is any for this client
   */
  #makeRoom(client: string): boolean {
    const own = this.#queues.get(client)?.size ?? 0;
    if (own >= this.#queuePerClient) return false;
    if (this.#waiting < this.#queue) return true;
    const longest = [...this.#queues.values()].reduce((one, other) => (other.size > one.size ? other : one));
    if (longest.size <= own + 1) return false;
    [...longest].at(-1)?.refuse(busy());
    return true;
  }

  #enqueue(client: string, weight: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.getOrInsertComputed(client, () => new Set());
      const settle = (): void => {
        this.#waiting -= 1;
        this.#waitedAt = performance.now();
        queue.delete(waiter);
        if (queue.size === 0 && this.#queues.get(client) === queue) this.#queues.delete(client);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const waiter: Waiter = {
        weight,
        admit: () => {
          settle();
          resolve();
        },
        refuse: (error) => {
          settle();
          reject(error);
          // It may have been what others had to wait for.
          this.#admitNext();
        },
      };
      const abort = (): void => waiter.refuse(clientClosed());
      const timer = Number.isFinite(this.#wait)
        ? setTimeout(() => waiter.refuse(busy()), this.#wait)
        : undefined;
      queue.add(waiter);
      this.#waiting += 1;
      signal?.addEventListener('abort', abort);
      this.#admitNext();
    });
  }
}
