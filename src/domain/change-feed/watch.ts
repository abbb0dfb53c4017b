import type { Db } from '../../platform/postgres/orm.ts';
import { changesWaiting } from '../../platform/telemetry/counters.ts';
import { waitingSeconds } from './stable-end.ts';

/** From when on the operator is warned, in seconds. */
const LONG_S = 60;

/**
 * Measures for how long changes have waited for transactions that stay open, for the metrics, and warns the operator
 * once when that is long and once when it is over.
 */
export function watchChanges(db: Db, warn: (message: string) => void): () => Promise<void> {
  let isLong = false;
  return async () => {
    const seconds = (await waitingSeconds(db)) ?? 0;
    changesWaiting.seconds = seconds;
    if (isLong === seconds > LONG_S) return;
    isLong = !isLong;
    warn(
      isLong
        ? `A transaction has been open for ${Math.round(seconds)} s: the change feed waits for it.`
        : 'The change feed waits for no transaction any more.',
    );
  };
}
