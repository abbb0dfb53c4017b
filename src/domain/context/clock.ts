import { nextSecond, toUtc } from '../../lib/date-time.ts';
import type { CacheDependencies } from '../../platform/cache/cache-dependencies.ts';

/** The moment of a request: one for everything it does. */
export class Clock {
  /**
   * The moment, for what stays right longer than this second, or says so by {@link CacheDependencies.expireAt};
   * all others use {@link now}.
   */
  readonly steadyNow: Date;
  /** {@link steadyNow} as `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly steadyNowUtc: string;
  readonly #dependencies: CacheDependencies;

  constructor(now: Date, dependencies: CacheDependencies) {
    this.steadyNow = now;
    this.steadyNowUtc = toUtc(now);
    this.#dependencies = dependencies;
  }

  /** The moment. The answer then expires with this second. */
  get now(): Date {
    this.expireWithSecond();
    return this.steadyNow;
  }

  /** {@link now} as `YYYY-MM-DD HH:MM:SS` in UTC. The answer then expires with this second. */
  get nowUtc(): string {
    this.expireWithSecond();
    return this.steadyNowUtc;
  }

  expireWithSecond(): void {
    this.#dependencies.expireAt(nextSecond(this.steadyNow));
  }
}
