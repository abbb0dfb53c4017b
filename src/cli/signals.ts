import { endAll } from '../telemetry/at-end.ts';

export type StopSignal = 'SIGINT' | 'SIGTERM';

/** Nothing may take longer than this to end; what is left is cut off. */
const STOP_MS = 14_000;
/** A signal to the process group comes twice: once for us, and once more from npm, which passes it on. */
const SAME_SIGNAL_MS = 1_000;
const LOOK_MS = 1_000;

/**
 * Ends the process when it is asked to. The second signal is for those who cannot wait; the database's
 * guardian ends the database then.
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
 * Stops when npm, which has started this process, is gone without a word. Who detaches the service (nohup,
 * setsid, disown) detaches npm with it, and who starts it without npm is not looked after.
 */
export function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS).unref();
}
