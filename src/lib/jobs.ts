/** Something that is done again and again. */
export interface Job {
  /** As in "the job `name` failed". */
  readonly name: string;
  /** Milliseconds, a multiple of {@link TICK_MS}. */
  readonly every: number;
  /** @param isOpen asked before each further step of a run that may take long */
  readonly run: (isOpen: () => boolean) => Promise<void>;
}

const TICK_MS = 500;

/**
 * Runs jobs now and then at their intervals, by one timer. No job runs twice at the same time in this process. One that
 * fails is run again at its next interval.
 * @param warn called when a job fails that did not fail the last time
 * @returns a function that ends this and waits for the runs in progress
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
    for (const job of jobs) if (passed % job.every === 0 && !running.has(job)) running.set(job, start(job));
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
