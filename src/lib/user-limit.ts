import { ServiceError } from './errors.ts';

/** Limits the work of each user that runs at the same time. More is refused, and does not wait. */
export class UserLimit {
  readonly #max: number;
  readonly #message: string;
  readonly #running = new Map<number, number>();

  constructor(max: number, message: string) {
    this.#max = max;
    this.#message = message;
  }

  /** @throws ServiceError too_many_requests 429 */
  async run<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(userId) ?? 0;
    if (running >= this.#max) throw new ServiceError('too_many_requests', { message: this.#message });
    this.#running.set(userId, running + 1);
    try {
      return await work();
    } finally {
      const left = (this.#running.get(userId) ?? 1) - 1;
      if (left > 0) this.#running.set(userId, left);
      else this.#running.delete(userId);
    }
  }
}
