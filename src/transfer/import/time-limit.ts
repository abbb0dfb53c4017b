import { createContext, Script } from 'node:vm';
import { errorCode } from '../../lib/object.ts';
import { ImportError, SourceError } from './report.ts';

const CALL = new Script('work()');
const sandbox = { work: (): void => {} };
const context = createContext(sandbox);

const MAX_MS = 5_000;

/**
 * Interrupts synchronous work that may never end, such as a search for the 31st of February; only `vm` can interrupt
 * code that does not yield.
 * @throws ImportError after the limit
 */
export function withTimeLimit<T>(work: () => T, maxMs = MAX_MS): T {
  let done: { value: T } | undefined;
  sandbox.work = () => {
    done = { value: work() };
  };
  try {
    CALL.runInContext(context, { timeout: maxMs });
  } catch (error) {
    if (errorCode(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
  if (!done) throw new ImportError(`takes longer than ${maxMs / 1000} s to read`);
  return done.value;
}

interface WorkLimits {
  /** Of one piece of work, in milliseconds. */
  readonly pieceMs?: number;
  /** Of all work together. */
  readonly totalMs?: number;
}

/** Limits the synchronous work of reading one source; in a service, nothing else runs meanwhile. */
export class WorkTime {
  readonly #pieceMs: number;
  #leftMs: number;

  constructor({ pieceMs = MAX_MS, totalMs = Number.POSITIVE_INFINITY }: WorkLimits = {}) {
    this.#pieceMs = pieceMs;
    this.#leftMs = totalMs;
  }

  /** @throws ImportError as {@link withTimeLimit}, SourceError after the limit of all work */
  run<T>(work: () => T): T {
    if (this.#leftMs <= 0) throw new SourceError('takes too long to read');
    const start = performance.now();
    try {
      return withTimeLimit(work, this.#pieceMs);
    } finally {
      this.#leftMs -= performance.now() - start;
    }
  }
}
