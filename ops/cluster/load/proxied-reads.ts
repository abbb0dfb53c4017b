/** `SHARED_MAX_AGE` behind nginx. */
export const SHARED_MAX_AGE = '1s';
/** How old a response of nginx may be: a second in the service, and up to two in nginx, which counts whole seconds. */
const LIMIT_MS = 3_000;

interface Stale {
  readonly sentAt: number;
  readonly words: string;
}

/** Records failed and outdated responses of anonymous REST reads through nginx. */
export class ProxiedReads {
  succeeded = 0;
  readonly failed: string[] = [];
  /** The longest response time, in milliseconds. */
  slowestMs = 0;
  /** The longest time that a response was behind acknowledged writes, in milliseconds. */
  behindMs = 0;
  readonly #stale: Stale[] = [];

  /** @param status of the response, or the reason why there was none */
  note(path: string, status: string, sentAt: number): void {
    this.slowestMs = Math.max(this.slowestMs, performance.now() - sentAt);
    if (status === '200') this.succeeded += 1;
    else this.failed.push(`${path}: ${status}`);
  }

  /** @param behindMs how long before the request the oldest missing write was acknowledged */
  compare(sentAt: number, behindMs: number, words: string): void {
    this.behindMs = Math.max(this.behindMs, behindMs);
    if (behindMs > LIMIT_MS) this.#stale.push({ sentAt, words });
  }

  /** Outdated responses, except to requests between two instants. */
  staleOutside(from: number, to: number): string[] {
    return this.#stale.filter(({ sentAt }) => sentAt < from || sentAt > to).map(({ words }) => words);
  }

  /** How many milliseconds after an instant responses were outdated. */
  staleFor(after: number): number {
    return Math.max(0, ...this.#stale.map(({ sentAt }) => sentAt - after));
  }
}
