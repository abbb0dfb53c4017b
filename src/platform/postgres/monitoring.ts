import { EventEmitter } from 'node:events';

/**
 * The state of pools and statements, for metrics and logs, which import this module rather than the other way round.
 */

export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export const pools = new Set<PoolState>();

interface FinishedStatement {
  /** With placeholders (`$1`, `$2`) for values. */
  readonly text: string;
  readonly ms: number;
  readonly client: object;
}

/** Emits each finished statement, in the asynchronous context of its caller. */
export const statements = new EventEmitter<{ end: [FinishedStatement] }>().setMaxListeners(0);

/** Subscribes to finished statements. @returns a function that unsubscribes */
export function onStatement(listener: (statement: FinishedStatement) => void): () => void {
  statements.on('end', listener);
  return () => void statements.off('end', listener);
}
