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

/** Answers from memory, by the template of their address. */
export const cacheHits = new LabeledCounter();
/** Answers that could have come from memory but had to be computed. */
export const cacheMisses = new LabeledCounter();
/** Refused logins that were delayed. */
export const throttledLogins = new LabeledCounter();

/** What metrics show of a pool of database connections. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** All open connections. */
export const pools = new Set<PoolState>();

/** What metrics show of a streaming replica. */
export interface ReplicaState {
  /** Where it is, without user and password. */
  readonly name: string;
  /** Whether it has everything that is known to be stored, so that requests read there. */
  readonly isCurrent: boolean;
  /** What it lacks of that, and for how long it has lacked something. */
  readonly lagBytes: number;
  readonly lagSeconds: number;
  /** Statements that it has answered. */
  readonly statements: number;
  /** Statements that had to be run by the primary after all. */
  readonly failures: number;
}

/** All replicas. */
export const replicas = new Set<ReplicaState>();
/** Requests that may read from a replica, by where they began to: its name, or `primary`. */
export const readsByServer = new LabeledCounter();
