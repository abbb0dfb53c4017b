import { EventEmitter } from 'node:events';

/** What metrics and logs show of connections and statements; they import it, not the other way round. */

export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export const pools = new Set<PoolState>();

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
