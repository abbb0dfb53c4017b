import { createContext, Script } from 'node:vm';
import { errorCode } from '../../lib/object.ts';
import { ImportError } from './report.ts';

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
