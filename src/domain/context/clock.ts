import { nextSecond, toUtc } from '../../lib/date-time.ts';
import { nextDay } from '../../lib/dates.ts';
import { localDateTimeOf, utcOf } from '../../lib/zones.ts';

/**
 * The time of a request, the same for all its work. Records how it is used, so that a cached response expires when the
 * clock alone would change it.
 */
export class Clock {
  readonly #now: Date;
  readonly #nowUtc: string;
  readonly #zone: string;
  #today: string | undefined;
  #validUntil = '9999-12-31 23:59:59';

  constructor(now: Date, zone: string) {
    this.#now = now;
    this.#nowUtc = toUtc(now);
    this.#zone = zone;
  }

  /** When the response expires if nothing is stored, in UTC. */
  get validUntil(): string {
    return this.#validUntil;
  }

  /** The current time. Reading it makes the response expire with this second. */
  get now(): Date {
    this.expireAt(nextSecond(this.#now));
    return this.#now;
  }

  /** {@link now} as `YYYY-MM-DD HH:MM:SS` in UTC. */
  get nowUtc(): string {
    this.expireAt(nextSecond(this.#now));
    return this.#nowUtc;
  }

  /** The date in the zone of the site, `YYYY-MM-DD`. Reading it makes the response expire at midnight there. */
  get today(): string {
    if (this.#today === undefined) {
      const local = localDateTimeOf(this.#nowUtc, this.#zone);
      this.#today = local.slice(0, 10);
      this.expireAt(utcOf(nextDay(local), this.#zone));
    }
    return this.#today;
  }

  /** Whether an instant in UTC is now or past. If not, the response expires at that instant. */
  hasReached(utc: string): boolean {
    if (utc <= this.#nowUtc) return true;
    this.expireAt(utc);
    return false;
  }

  /** Runs work with the current time in UTC. The response expires at `until` of the result, in UTC; null for never. */
  async withExpiry<T extends { readonly until: string | null }>(
    work: (nowUtc: string) => Promise<T>,
  ): Promise<T> {
    const result = await work(this.#nowUtc);
    if (result.until !== null) this.expireAt(result.until);
    return result;
  }

  /** Makes the response expire at this later instant, in UTC, or earlier. */
  expireAt(utc: string): void {
    if (utc < this.#validUntil) this.#validUntil = utc;
  }
}
