import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until there is an answer. An error counts as no answer.
 * @throws Error when there is none within `longestMs`, with the last error as its cause
 */
export async function until<T>(
  what: string,
  longestMs: number,
  ask: () => Promise<T | undefined | false>,
  everyMs = 100,
): Promise<T> {
  const end = performance.now() + longestMs;
  let cause: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > end) throw new Error(`${what}: not within ${longestMs / 1_000} s`, { cause });
    await pause(everyMs);
  }
}
