/** RFC 7234, 5.5.1. */
const STALE = /^110 /;

/** What one answer says of itself. */
export interface Said {
  readonly isStale: boolean;
  /** In seconds. */
  readonly age: number;
}

export const saidBy = (headers: Headers): Said => ({
  isStale: STALE.test(headers.get('warning') ?? ''),
  age: Number(headers.get('age') ?? 0),
});

/** How reads outlive a primary: for how long they were not answered, and how stale answers were. In milliseconds. */
export class Outage {
  /** Answers that said that they were stale. */
  stale = 0;
  /** The oldest of them said so, in seconds. */
  oldestAge = 0;
  /** When the last of them was asked for, by `performance.now()`. */
  lastStaleAt = Number.NEGATIVE_INFINITY;
  /** Stale answers that lacked more than they said. */
  readonly wrong: string[] = [];
  #longestMs = 0;
  /** Since when a read has failed, by its address. */
  readonly #failing = new Map<string, number>();

  read(address: string, sentAt: number, isAnswered: boolean): void {
    const since = this.#failing.get(address) ?? sentAt;
    if (!isAnswered) this.#failing.set(address, since);
    else {
      this.#longestMs = Math.max(this.#longestMs, performance.now() - since);
      this.#failing.delete(address);
    }
  }

  /** The longest time for which a read was not answered, however often it was repeated. */
  get longestMs(): number {
    const now = performance.now();
    return Math.max(this.#longestMs, ...[...this.#failing.values()].map((since) => now - since));
  }

  /** @param behindMs for how long what is missing in the answer had been acknowledged */
  note({ isStale, age }: Said, sentAt: number, behindMs: number, address: string): void {
    if (!isStale) return;
    this.stale += 1;
    this.oldestAge = Math.max(this.oldestAge, age);
    this.lastStaleAt = Math.max(this.lastStaleAt, sentAt);
    if (behindMs > age * 1_000) this.wrong.push(`${address}: says ${age} s, lacks ${behindMs.toFixed(0)} ms`);
  }
}
