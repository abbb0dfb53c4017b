import { setTimeout as pause } from 'node:timers/promises';

/**
 * Looks again and again until there is something to see. @returns what was seen
 * @throws when there is nothing after `ms` milliseconds; `what` says what was looked for
 */
export async function eventually<T>(
  what: string | (() => string),
  look: () => T | Promise<T>,
  ms = 10_000,
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
 * Lets time pass, in milliseconds: only where time itself is what is tested, or where the outcome of not
 * waiting is the same. To wait for something, look for it: {@link eventually}.
 */
export { pause };
