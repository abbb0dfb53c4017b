/**
 * Counts by label. They are plain numbers, so that even the fastest paths may increase them; metrics read
 * them when they are asked for.
 */
export class LabeledCounter {
  readonly #counts = new Map<string, number>();

  add(label = '', count = 1): void {
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + count);
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
/** Records that were given a number in the change feed. */
export const numberedChanges = new LabeledCounter();
/** The subscriptions of this process that are open. */
export const openSubscriptions = new Set<{ readonly size: number }>();
/** Messages to subscriptions. */
export const sentMessages = new LabeledCounter();
/** Subscriptions that the service has ended, by the reason. */
export const endedSubscriptions = new LabeledCounter();
/** Readers of the change feed who were told to begin anew. */
export const refusedPositions = new LabeledCounter();
/** Messages to webhooks, by what has come of an attempt: `delivered`, `failed`, `parked`. */
export const deliveries = new LabeledCounter();
