/**
 * Runs `work` now and then every `everyMs` milliseconds, never twice at the same time.
 * @param work handles its own errors
 * @returns a function that ends this and waits for the run in progress
 */
export function repeat(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = (): void => {
    running ??= work().finally(() => {
      running = undefined;
    });
  };
  run();
  const timer = setInterval(run, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
