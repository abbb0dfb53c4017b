import { nextSecond, toUtc } from '../../lib/date-time.ts';
import { nextDay } from '../../lib/dates.ts';
import { localDateTimeOf, utcOf } from '../../lib/zones.ts';

/**
 * The moment of a request: one for everything it does. It records how it is read, so that no answer is given again
 * once the clock alone has changed it.
 */
export class Clock {
  readonly #now: Date;
  readonly #nowUtc: string;
  readonly #zone: string;
  #today: string | undefined;
  #validUntil = '9999-12-31 23:59:59';

  /** @param zone of the site */
  constructor(now: Date, zone: string) {
    this.#now = now;
    this.#nowUtc = toUtc(now);
    this.#zone = zone;
  }

  /** Until when an answer stays right if nothing is stored, in UTC. */
  get validUntil(): string {
    return this.#validUntil;
  }

  /** The moment. The answer then expires with this second. */
  get now(): Date {
    this.expireAt(nextSecond(this.#now));
    return this.#now;
  }

  /** {@link now} as `YYYY-MM-DD HH:MM:SS` in UTC. */
  get nowUtc(): string {
    this.expireAt(nextSecond(this.#now));
    return this.#nowUtc;
  }

  /** The day on the clock of the site, `YYYY-MM-DD`. The answer then expires at the next midnight there. */
  get today(): string {
    if (this.#today === undefined) {
      const local = localDateTimeOf(this.#nowUtc, this.#zone);
      this.#today = local.slice(0, 10);
      this.expireAt(utcOf(nextDay(local), this.#zone));
    }
    return this.#today;
  }

  /** Whether a moment in UTC has come. While it has not, the answer expires when it comes. */
  hasCome(utc: string): boolean {
    if (utc <= this.#nowUtc) return true;
    this.expireAt(utc);
    return false;
  }

  /**
   * The result of some work with the moment, in UTC. The answer then expires when this result changes: the work says when
   * that is; null for never.
   */
  async until<T extends { readonly until: string | null }>(work: (nowUtc: string) => Promise<T>): Promise<T> {
    const result = await work(this.#nowUtc);
    if (result.until !== null) this.expireAt(result.until);
    return result;
  }

  /** The answer may change at this later moment, in UTC. */
  expireAt(utc: string): void {
    if (utc < this.#validUntil) this.#validUntil = utc;
  }
}
