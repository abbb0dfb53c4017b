import { setTimeout as pause } from 'node:timers/promises';

/**
 * Polls until there is a result. An error counts as no result.
 * @throws Error if there is no result within `longestMs`, with the last error as its cause
 */
export async function until<T>(
  what: string,
  longestMs: number,
  poll: () => Promise<T | undefined | false>,
  everyMs = 100,
): Promise<T> {
  const end = performance.now() + longestMs;
  let cause: unknown;
  for (;;) {
    try {
      const result = await poll();
      if (result !== undefined && result !== false) return result;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > end) throw new Error(`${what}: not within ${longestMs / 1_000} s`, { cause });
    await pause(everyMs);
  }
}
