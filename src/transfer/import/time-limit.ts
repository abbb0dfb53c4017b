import { createContext, Script } from 'node:vm';
import { errorCode } from '../../lib/object.ts';
import { ImportError } from './report.ts';

const CALL = new Script('work()');
/** In milliseconds. */
const LONGEST = 5_000;

const sandbox = { work: (): void => {} };
const context = createContext(sandbox);

/**
 * Runs synchronous work that may never end, and breaks it off after {@link LONGEST}: for a rule such as the
 * 31st of February, ical.js searches for ever. `vm` can interrupt code that does not yield.
 * @throws ImportError when it has taken too long
 */
export function withTimeLimit<T>(work: () => T): T {
  let done: { value: T } | undefined;
  sandbox.work = () => {
    done = { value: work() };
  };
  try {
    CALL.runInContext(context, { timeout: LONGEST });
  } catch (error) {
    if (errorCode(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new ImportError(`takes longer than ${LONGEST / 1000} s to be read`);
    throw error;
  } finally {
    sandbox.work = () => {};
  }
  if (!done) throw new Error('the work ended without a result');
  return done.value;
}
