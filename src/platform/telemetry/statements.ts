import { EventEmitter } from 'node:events';
import type { Logger } from './log.ts';
import { RateLimitedLog } from './rate-limited-log.ts';

/** A finished statement: its text, in which `$1` and `$2` stand for values, and its time in milliseconds. */
interface FinishedStatement {
  readonly text: string;
  readonly ms: number;
  /**
   * The id of the request that waited for it, noted when the statement was sent: results arrive on a connection,
   * which belongs to no request.
   */
  readonly request: string | undefined;
}

/** Emits each finished statement. */
export const statements = new EventEmitter<{ end: [FinishedStatement] }>().setMaxListeners(0);

/**
 * Calls a function for each finished statement.
 * @returns a function that stops this
 */
export function onStatement(hear: (told: FinishedStatement) => void): () => void {
  statements.on('end', hear);
  return () => void statements.off('end', hear);
}

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
  const few = new RateLimitedLog(MOST_LINES);
  return onStatement(({ text, ms, request }) => {
    if (ms <= limit) return;
    const leftOut = few.pass(Date.now());
    if (leftOut === undefined) return;
    log.warn(
      {
        ...(request !== undefined && { request }),
        ms: Math.round(ms),
        statement: withoutMiddle(text),
        ...(leftOut > 0 && { leftOut }),
      },
      'slow statement',
    );
  });
}
