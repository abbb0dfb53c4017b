import { createContext, Script } from 'node:vm';
import { errorCode } from '../../lib/object.ts';
import { ImportError } from './report.ts';

const CALL = new Script('work()');
const sandbox = { work: (): void => {} };
const context = createContext(sandbox);

/** Thrown when work has been broken off. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** Of this thread, in milliseconds. */
const cpuTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Runs work for so long on the clock; undefined when it has been broken off. */
function attempt<T>(longest: number, work: () => T): { value: T } | undefined {
  const outer = sandbox.work;
  let done: { value: T } | undefined;
  sandbox.work = () => {
    done = { value: work() };
  };
  try {
    CALL.runInContext(context, { timeout: longest });
  } catch (error) {
    if (errorCode(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  } finally {
    sandbox.work = outer;
  }
  return done;
}

/** In milliseconds: work that has been waiting for the processor for so long is broken off too. */
const LONGEST_ON_CLOCK = 2_000;

/**
 * Runs synchronous work that may never end, such as a search for the 31st of February, and breaks it off: `vm` can
 * interrupt code that does not yield. `vm` knows the clock only, so where the machine was busy with something else the
 * work is tried again, with more time.
 * @param longest in milliseconds of processor time
 * @throws TookTooLong
 */
export function within<T>(longest: number, work: () => T): T {
  for (let onClock = longest; ; onClock *= 2) {
    const before = cpuTime();
    const done = attempt(onClock, work);
    if (done) return done.value;
    // What the kernel counts in ticks may be a little less than what passed.
    const wasBusy = cpuTime() - before > longest * 0.9;
    if (wasBusy || onClock >= LONGEST_ON_CLOCK)
      throw new TookTooLong(`takes longer than ${longest / 1000} s`);
  }
}

/** In milliseconds. */
const LONGEST = 5_000;

/**
 * Runs synchronous work that may never end, and breaks it off after {@link LONGEST}.
 * @throws ImportError when it has taken too long
 */
export function withTimeLimit<T>(work: () => T): T {
  try {
    return within(LONGEST, work);
  } catch (error) {
    throw error instanceof TookTooLong ? new ImportError(`${error.message} to be read`) : error;
  }
}
