import { onStatement } from '../postgres/monitoring.ts';
import { currentRequest } from './current.ts';
import type { Logger } from './log.ts';
import { RateLimitedLog } from './rate-limited-log.ts';

const MOST_LINES = 5;
const MOST_TEXT = 2_000;

/**
 * The beginning and the end of a statement: a list has its columns in the one and its conditions in the
 * other.
 */
function withoutMiddle(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length > MOST_TEXT
    ? `${plain.slice(0, MOST_TEXT / 2)} … ${plain.slice(-MOST_TEXT / 2)}`
    : plain;
}

/**
 * Warns of each statement that takes longer than `limit` milliseconds, at most a few times a second.
 * @returns a function that stops this
 */
export function warnOfSlow(log: Logger, limit: number): () => void {
  const limiter = new RateLimitedLog(MOST_LINES);
  return onStatement(({ text, ms }) => {
    if (ms <= limit) return;
    const suppressed = limiter.admit(Date.now());
    if (suppressed === undefined) return;
    const request = currentRequest()?.id;
    log.warn(
      {
        ...(request !== undefined && { request }),
        ms: Math.round(ms),
        statement: withoutMiddle(text),
        ...(suppressed > 0 && { leftOut: suppressed }),
      },
      'slow statement',
    );
  });
}
