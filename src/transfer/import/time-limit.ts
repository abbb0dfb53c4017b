import { createContext, Script } from 'node:vm';
import { errorCode } from '../../lib/object.ts';
import { ImportError } from './report.ts';

const CALL = new Script('work()');
const sandbox = { work: (): void => {} };
const context = createContext(sandbox);

/** In milliseconds. */
const LONGEST = 5_000;

/**
 * Runs synchronous work that may never end, such as a search for the 31st of February, and breaks it off: `vm` can
 * interrupt code that does not yield.
 * @throws ImportError when it has taken too long
 */
export function withTimeLimit<T>(work: () => T, longest = LONGEST): T {
  let done: { value: T } | undefined;
  sandbox.work = () => {
    done = { value: work() };
  };
  try {
    CALL.runInContext(context, { timeout: longest });
  } catch (error) {
    if (errorCode(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
  if (!done) throw new ImportError(`takes longer than ${longest / 1000} s to be read`);
  return done.value;
}
