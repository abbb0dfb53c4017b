/**
 * Counts by label. They are plain numbers, so that even the fastest paths may increase them; metrics read
 * them when they are asked for.
 */
export class LabeledCounter {
  readonly #counts = new Map<string, number>();

  add(label = ''): void {
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + 1);
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}

/** Responses from the cache, by the template of their address. */
export const cacheHits = new LabeledCounter();
/** Responses that could have come from the cache but had to be computed. */
export const cacheMisses = new LabeledCounter();
/** Refused logins that were delayed. */
export const throttledLogins = new LabeledCounter();
