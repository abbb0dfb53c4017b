import { ServiceError } from '../errors.ts';

/**
 * How long, in milliseconds, and how many may wait for a turn. Beyond that callers are told to come back
 * later.
 */
interface Patience {
  readonly ms: number;
  readonly most: number;
}

const FOR_EVER: Patience = { ms: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY };

const busy = (): ServiceError =>
  new ServiceError('service_unavailable', { message: 'The service is too busy at the moment.' });
export const hungUp = (): ServiceError => new ServiceError('client_closed_request');

/** Lets only a few do something at the same time; others wait, first come, first served. */
export class Turns {
  #free: number;
  readonly #patience: Patience;
  readonly #waiting = new Set<() => void>();

  constructor(most: number, patience: Patience = FOR_EVER) {
    this.#free = most;
    this.#patience = patience;
  }

  /**
   * @param signal aborted when the caller no longer waits
   * @throws ServiceError service_unavailable 503 when it takes too long, or too many wait already
   */
  async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.enter(signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /**
   * Like {@link take}, but the caller says when it is done: {@link leave} has to be called once this has
   * resolved.
   */
  enter(signal?: AbortSignal): Promise<void> | undefined {
    if (signal?.aborted) return Promise.reject(hungUp());
    if (this.#free > 0) {
      this.#free -= 1;
      return undefined;
    }
    return this.#waiting.size >= this.#patience.most ? Promise.reject(busy()) : this.#wait(signal);
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#free += 1;
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.#waiting.delete(enter);
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const enter = (): void => {
        settle();
        resolve();
      };
      const refuse = (error: ServiceError): void => {
        settle();
        reject(error);
      };
      const leave = (): void => refuse(hungUp());
      const { ms } = this.#patience;
      const timer = Number.isFinite(ms) ? setTimeout(() => refuse(busy()), ms) : undefined;
      this.#waiting.add(enter);
      signal?.addEventListener('abort', leave);
    });
  }
}
