import { ServiceError } from './errors.ts';

/** Unlimited by default. */
interface SemaphoreLimits {
  readonly maxWaitMs?: number;
  /** The maximum number of waiting callers. */
  readonly maxQueue?: number;
}

export interface AcquireOptions {
  /** Abort it to stop waiting. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiter {
  admit(): void;
  refuse(error: ServiceError): void;
}

const busy = (): ServiceError =>
  new ServiceError('service_unavailable', { message: 'The service is too busy at the moment.' });
const clientClosed = (): ServiceError => new ServiceError('client_closed_request');

/** A counting semaphore; first come, first served. */
export class Semaphore {
  #free: number;
  readonly #maxWaitMs: number;
  readonly #maxQueue: number;
  readonly #waiters = new Set<Waiter>();

  constructor(permits: number, { maxWaitMs, maxQueue }: SemaphoreLimits = {}) {
    this.#free = permits;
    this.#maxWaitMs = maxWaitMs ?? Number.POSITIVE_INFINITY;
    this.#maxQueue = maxQueue ?? Number.POSITIVE_INFINITY;
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  /**
   * Runs work when a permit is free.
   * @throws ServiceError service_unavailable 503 if the wait takes too long or the queue is full;
   * client_closed_request if the signal is aborted during the wait
   */
  async run<T>(work: () => Promise<T>, acquiring: AcquireOptions = {}): Promise<T> {
    await this.acquire(acquiring);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** Takes a permit; the caller must call {@link release}. @throws ServiceError as {@link run} */
  async acquire({ signal }: AcquireOptions = {}): Promise<void> {
    if (signal?.aborted) throw clientClosed();
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiters.size >= this.#maxQueue) throw busy();
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
      const timer = Number.isFinite(this.#maxWaitMs)
        ? setTimeout(() => waiter.refuse(busy()), this.#maxWaitMs)
        : undefined;
      this.#waiters.add(waiter);
      signal?.addEventListener('abort', abort);
    });
  }
}
