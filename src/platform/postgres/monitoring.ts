import { EventEmitter } from 'node:events';

/** What metrics and logs show of connections, replicas and statements; they import it, not the other way round. */

export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export const pools = new Set<PoolState>();

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

export const replicas = new Set<ReplicaState>();
/** Who watches whether a primary answers, and since when none does. */
export const watches = new Set<{ readonly awaySince: Date | undefined }>();
/** How many requests that may read from a replica began to read where: at its name, or `primary`. */
export const readsByServer = new Map<string, number>();

/** A finished statement: its text, in which `$1` and `$2` stand for values, and its time in milliseconds. */
interface FinishedStatement {
  readonly text: string;
  readonly ms: number;
}

/** Emits each finished statement, in the asynchronous context of who waited for it. */
export const statements = new EventEmitter<{ end: [FinishedStatement] }>().setMaxListeners(0);

/**
 * Calls a function for each finished statement.
 * @returns a function that stops this
 */
export function onStatement(listener: (statement: FinishedStatement) => void): () => void {
  statements.on('end', listener);
  return () => void statements.off('end', listener);
}
