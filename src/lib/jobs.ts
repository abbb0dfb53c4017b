export interface Job {
  /** As in "the job `name` failed". */
  readonly name: string;
  /** A multiple of {@link TICK_MS}. */
  readonly intervalMs: number;
  /** @param isOpen a long run checks it before each further step */
  readonly run: (isOpen: () => boolean) => Promise<void>;
}

const TICK_MS = 500;

/**
 * Runs jobs immediately and then at their intervals, with one timer. Runs of a job never overlap in this process. A
 * failed job runs again at its next interval.
 * @param warn called when a job fails after a success
 * @returns a function that stops the timer and waits for the runs in progress
 */
export function runJobs(jobs: readonly Job[], warn: (message: string) => void): () => Promise<void> {
  const running = new Map<Job, Promise<void>>();
  const failing = new Set<Job>();
  let isOpen = true;
  let passed = 0;
  const start = async (job: Job): Promise<void> => {
    try {
      await job.run(() => isOpen);
      failing.delete(job);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (isOpen && !failing.has(job)) warn(`The job "${job.name}" failed: ${reason}`);
      failing.add(job);
    } finally {
      running.delete(job);
    }
  };
  const tick = (): void => {
    for (const job of jobs)
      if (passed % job.intervalMs === 0 && !running.has(job)) running.set(job, start(job));
    passed += TICK_MS;
  };
  tick();
  const timer = setInterval(tick, TICK_MS).unref();
  return async () => {
    isOpen = false;
    clearInterval(timer);
    await Promise.all(running.values());
  };
}
