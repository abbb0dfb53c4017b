import { EventEmitter } from 'node:events';

/** What metrics and logs show of connections and statements; they import it, not the other way round. */

export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export const pools = new Set<PoolState>();

interface FinishedStatement {
  /** Its text, in which `$1` and `$2` stand for values. */
  readonly text: string;
  readonly ms: number;
  readonly client: object;
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
