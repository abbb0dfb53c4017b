import type { Db } from '../../platform/postgres/orm.ts';
import { changesWaiting } from '../../platform/telemetry/counters.ts';
import { waitingSeconds } from './stable-end.ts';

const WARN_AFTER_S = 60;

/**
 * Measures how long changes have waited for open transactions, for the metrics. Warns the operator once when the wait
 * is long, and once when it ends.
 */
export function watchChanges(db: Db, warn: (message: string) => void): () => Promise<void> {
  let isLong = false;
  return async () => {
    const seconds = (await waitingSeconds(db)) ?? 0;
    changesWaiting.seconds = seconds;
    if (isLong === seconds > WARN_AFTER_S) return;
    isLong = !isLong;
    warn(
      isLong
        ? `A transaction has been open for ${Math.round(seconds)} s: the change feed waits for it.`
        : 'The change feed no longer waits for a transaction.',
    );
  };
}
