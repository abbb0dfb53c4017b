/** `SHARED_MAX_AGE` behind nginx. */
export const KEPT = '1s';
/** How old an answer from nginx may be: a second in the service, and one in nginx, which counts in whole ones. */
const LIMIT_MS = 3_000;

interface Stale {
  readonly sentAt: number;
  readonly words: string;
}

/** Anonymous REST reads through nginx: those that failed, and those that were too old. */
export class ProxiedReads {
  answered = 0;
  readonly failed: string[] = [];
  /** The longest time that an answer took, in milliseconds. */
  slowestMs = 0;
  /** The longest time for which an answer lacked something that had been acknowledged, in milliseconds. */
  behindMs = 0;
  readonly #stale: Stale[] = [];

  /** @param status of the answer, or why there was none */
  note(path: string, status: string, sentAt: number): void {
    this.slowestMs = Math.max(this.slowestMs, performance.now() - sentAt);
    if (status === '200') this.answered += 1;
    else this.failed.push(`${path}: ${status}`);
  }

  /** @param behindMs for how long what the answer lacks had been acknowledged */
  compare(sentAt: number, behindMs: number, words: string): void {
    this.behindMs = Math.max(this.behindMs, behindMs);
    if (behindMs > LIMIT_MS) this.#stale.push({ sentAt, words });
  }

  /** Answers that were too old, but for those that were asked for between two moments. */
  staleOutside(from: number, to: number): string[] {
    return this.#stale.filter(({ sentAt }) => sentAt < from || sentAt > to).map(({ words }) => words);
  }

  /** For how many milliseconds after a moment answers were too old. */
  staleFor(after: number): number {
    return Math.max(0, ...this.#stale.map(({ sentAt }) => sentAt - after));
  }
}
