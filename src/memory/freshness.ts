import { toUtc } from '../kernel/dates.ts';

/** Until when an answer stays right as long as nothing is stored; moments are in UTC, `YYYY-MM-DD HH:MM:SS`. */
export class Freshness {
  readonly #now: Date;
  #until: string;

  constructor(now: Date, until: string) {
    this.#now = now;
    this.#until = until;
  }

  get until(): string {
    return this.#until;
  }

  /** The answer depends on the clock: at this moment it may be another one; with the next second unless given. */
  endsAt(utc: string = toUtc(new Date(this.#now.getTime() + 1_000))): void {
    if (utc < this.#until) this.#until = utc;
  }
}
