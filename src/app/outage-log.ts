import { staleAnswers } from '../platform/telemetry/counters.ts';

const all = (): number => [...staleAnswers.counts.values()].reduce((sum, count) => sum + count, 0);

/**
 * Tells the operator that no primary answers, and when one does again.
 * @param staleMs for how long anonymous callers are answered meanwhile, in milliseconds
 */
export function outageLog(warn: (line: string) => void, staleMs: number): (isAway: boolean) => void {
  const what =
    staleMs > 0
      ? `For up to ${staleMs / 1_000} s anonymous requests are answered from caches and replicas, and marked as ` +
        'stale; all others get 503.'
      : 'All requests get 503.';
  let since = 0;
  let before = 0;
  return (isAway) => {
    if (isAway) {
      since = performance.now();
      before = all();
      warn(`No primary of the database answers. ${what}`);
      return;
    }
    const seconds = ((performance.now() - since) / 1_000).toFixed(1);
    warn(
      `A primary of the database answers again, after ${seconds} s; ${all() - before} answers were stale.`,
    );
  };
}
