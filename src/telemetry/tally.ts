/**
 * Counts by label. Nothing but numbers, so that rooms may raise them on their quickest ways; read when
 * somebody asks for metrics.
 */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(label = ''): void {
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + 1);
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}

/** Answers from memory, by the template of their address. */
export const keptAnswers = new Tally();
/** Answers that might have come from memory, and had to be computed. */
export const missedAnswers = new Tally();
/** Refused logins that were made to wait. */
export const dampedLogins = new Tally();

/** A pool of connections to the database, as far as metrics go. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** All that are open. */
export const pools = new Set<PoolState>();
