import { setTimeout as pause } from 'node:timers/promises';

/** Ends only tests that would wait for ever, before jest does, which could not say for what. */
const PATIENCE_MS = 240_000;

/**
 * Looks again and again until there is something to see. @returns what was seen
 * @throws when there is nothing for minutes; `what` says what was looked for
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
 * Lets time pass, in milliseconds: only where the outcome of not waiting is the same, and in `*.ops.test.ts`. To wait for
 * something, look for it: {@link eventually}. To let a limit pass, move the clock, or inject the limit.
 */
export { pause };
