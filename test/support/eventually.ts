import { setTimeout as pause } from 'node:timers/promises';

/** Ends only tests that would wait for ever, before the timeout of jest, which could not name the reason. */
const PATIENCE_MS = 240_000;

/**
 * Polls until `look` returns a value.
 * @returns that value
 * @throws after `ms` milliseconds without one; `what` describes it
 */
export async function eventually<T>(
  what: string | (() => string),
  look: () => T | Promise<T>,
  ms = PATIENCE_MS,
): Promise<NonNullable<T>> {
  for (const end = performance.now() + ms; ; ) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    if (performance.now() > end)
      throw new Error(`not within ${ms} ms: ${typeof what === 'string' ? what : what()}`);
    await pause(20);
  }
}

/**
 * Waits some milliseconds: only if the outcome is the same without waiting, and in `*.ops.test.ts`. To wait for a
 * result, use {@link eventually}. To let a limit pass, move the clock, or inject the limit.
 */
export { pause };
