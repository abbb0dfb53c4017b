import { LRUCache } from 'lru-cache';
import { shortened } from '../../lib/errors.ts';
import { reasonOf } from '../../lib/service-error.ts';
import { annotateRequest } from './current.ts';
import type { Logger } from './log.ts';
import { RateLimitedLog } from './rate-limited-log.ts';

/** Most kinds of failures that are counted separately. */
const MOST_KINDS = 100;
const MOST_TEXT = 100;

/** Failures are of the same kind if they differ only in numbers, which may be ids, ports or times. */
function kindOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? String(error.code) : '';
  return `${error.name} ${code} ${error.message.slice(0, MOST_TEXT).replace(/\d+/g, '#')}`;
}

/**
 * Logs errors whose details callers do not see, with their stack. A failure that repeats is logged once a
 * second, and the next line says how many were left out: when the database is down every request fails in the
 * same way, and writing lines delays all of them. The line of each request that failed has the reason too.
 */
export function reportTo(
  log: Pick<Logger, 'error'>,
  clock: () => number = Date.now,
): (error: unknown) => void {
  const kinds = new LRUCache<string, RateLimitedLog>({ max: MOST_KINDS });
  return (error) => {
    annotateRequest({ reason: shortened(reasonOf(error), MOST_TEXT) });
    const kind = kindOfFailure(error);
    const limiter = kinds.get(kind) ?? new RateLimitedLog(1);
    kinds.set(kind, limiter);
    const suppressed = limiter.admit(clock());
    if (suppressed !== undefined)
      log.error({ err: error, ...(suppressed > 0 && { leftOut: suppressed }) }, 'unexpected error');
  };
}
