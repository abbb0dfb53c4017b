/** Whether a primary answers; see `PrimaryWatch`. */
export interface PrimaryState {
  readonly isAway: boolean;
  /** When it was last away, by `performance.now()`: now, if it is. */
  readonly lastAwayAt: number;
  /** @param listener called when it has gone away, and when it is there again, before anything is read from it */
  onChange(listener: (isAway: boolean) => void): void;
}

interface StalenessOptions {
  readonly primary: PrimaryState;
  /** For how long answers are given that nobody can confirm, in milliseconds. */
  readonly maxMs: number;
  /** For how many seconds the replica that is read from has lacked something. */
  readonly lagSeconds: () => number;
}

/** So late it may be noticed that a replica lacks something, in milliseconds. */
const NOTICED_MS = 1_000;

/**
 * How old answers are that are given while no primary answers (decisions/0086). Times are those of `performance.now()`;
 * an answer as of a time has everything that was acknowledged before.
 */
export class Staleness {
  readonly #options: StalenessOptions;
  readonly #knownAt: () => number;
  /** As of when everything was known when the primary went away. */
  #knownAtLast = Number.POSITIVE_INFINITY;

  /** @param knownAt as of when everything that is stored is known */
  constructor(options: StalenessOptions, knownAt: () => number) {
    this.#options = options;
    this.#knownAt = knownAt;
    options.primary.onChange((isAway) => {
      if (isAway) this.#knownAtLast = knownAt();
    });
  }

  /** Whether answers are given that nobody can confirm. */
  get isAllowed(): boolean {
    const { primary, maxMs } = this.#options;
    return primary.isAway && performance.now() - this.#knownAt() < maxMs;
  }

  /** As of when an answer is that was cached before the primary went away, and has not changed as far as is known. */
  get cachedAsOf(): number {
    return this.#knownAtLast;
  }

  /**
   * As of when an answer is that has been computed since `startedAt`; null when a primary was there all the time, so
   * that it lacks nothing.
   */
  computedAsOf(startedAt: number): number | null {
    const { primary, lagSeconds } = this.#options;
    if (primary.lastAwayAt < startedAt) return null;
    const lagMs = lagSeconds() * 1_000;
    return lagMs === 0
      ? this.#knownAtLast
      : Math.min(this.#knownAtLast, performance.now() - lagMs - NOTICED_MS);
  }
}
