import { runShutdownTasks } from '../../platform/telemetry/shutdown-tasks.ts';

export type StopSignal = 'SIGINT' | 'SIGTERM';

/** Limit of a shutdown, in milliseconds; then the process exits. */
const STOP_MS = 14_000;
/** A signal to the process group arrives twice: directly, and again from npm, which forwards it. */
const SAME_SIGNAL_MS = 1_000;
const POLL_MS = 1_000;

/**
 * Shuts the process down at the first signal, and exits at once at the second; then the guardian of the embedded
 * database stops the database.
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
        .then(runShutdownTasks)
        .then(() => process.exit(0), fail);
    });
  }
}

/**
 * Stops when the npm that started this process has exited without forwarding a signal. Detaching the service (nohup,
 * setsid, disown) detaches npm with it. A service that was started without npm is not affected.
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
