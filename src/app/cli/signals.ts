import { endAll } from '../../platform/telemetry/at-end.ts';

export type StopSignal = 'SIGINT' | 'SIGTERM';

/** How long the end may take, in milliseconds; what still runs then is cut off. */
const STOP_MS = 14_000;
/** A signal to the process group arrives twice: directly, and again from npm, which forwards it. */
const SAME_SIGNAL_MS = 1_000;
const POLL_MS = 1_000;

/**
 * Ends the process in order at the first signal, and at once at the second. In that case the guardian of the
 * database ends the database.
 */
export function stopOnSignals(
  stop: (signal: StopSignal) => Promise<void>,
  fail: (error: unknown) => void,
): void {
  let since: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (since !== undefined && performance.now() - since > SAME_SIGNAL_MS) process.exit(1);
      if (since !== undefined) return;
      since = performance.now();
      setTimeout(() => process.exit(1), STOP_MS).unref();
      stop(signal)
        .then(endAll)
        .then(() => process.exit(0), fail);
    });
  }
}

/**
 * Stops when npm, which has started this process, is gone without sending a signal. Whoever detaches the
 * service (nohup, setsid, disown) detaches npm with it; a service that was started without npm is not
 * affected.
 */
export function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS).unref();
}
