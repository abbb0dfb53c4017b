import { ServiceError } from './errors.ts';

/** Each limit is none unless it is set. */
interface SemaphoreLimits {
  /** Longest wait, in milliseconds. */
  readonly wait?: number;
  /** How many may wait. */
  readonly queue?: number;
}

export interface Acquiring {
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiter {
  admit(): void;
  refuse(error: ServiceError): void;
}

const busy = (): ServiceError =>
  new ServiceError('service_unavailable', { message: 'The service is too busy at the moment.' });
const clientClosed = (): ServiceError => new ServiceError('client_closed_request');

/** Limits how much of something is done at once; first come, first served. */
export class Semaphore {
  #free: number;
  readonly #wait: number;
  readonly #queue: number;
  readonly #waiters = new Set<Waiter>();

  constructor(places: number, { wait, queue }: SemaphoreLimits = {}) {
    this.#free = places;
    this.#wait = wait ?? Number.POSITIVE_INFINITY;
    this.#queue = queue ?? Number.POSITIVE_INFINITY;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiters.size;
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
      this.release();
    }
  }

  /** Like {@link run}, but the caller says when it is done: {@link release} has to be called once this has resolved. */
  async acquire({ signal }: Acquiring = {}): Promise<void> {
    if (signal?.aborted) throw clientClosed();
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiters.size >= this.#queue) throw busy();
    else await this.#enqueue(signal);
  }

  release(): void {
    const [next] = this.#waiters;
    if (next) next.admit();
    else this.#free += 1;
  }

  #enqueue(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.#waiters.delete(waiter);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const waiter: Waiter = {
        admit: () => {
          settle();
          resolve();
        },
        refuse: (error) => {
          settle();
          reject(error);
        },
      };
      const abort = (): void => waiter.refuse(clientClosed());
      const timer = Number.isFinite(this.#wait)
        ? setTimeout(() => waiter.refuse(busy()), this.#wait)
        : undefined;
      this.#waiters.add(waiter);
      signal?.addEventListener('abort', abort);
    });
  }
}
