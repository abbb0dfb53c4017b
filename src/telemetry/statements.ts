import type { Logger } from '../log.ts';
import { Few } from './few.ts';

/** A statement that has ended: its text, in which values are `$1`, `$2`, and its time in milliseconds. */
interface FinishedStatement {
  readonly text: string;
  readonly ms: number;
  /** Id of the request that waited for it. */
  readonly request: string | undefined;
}

const listeners = new Set<(told: FinishedStatement) => void>();

/**
 * @param request the id of the request that waited; answers arrive on a connection, which belongs to no
 * request
 */
export function tellStatement(text: string, ms: number, request: string | undefined): void {
  for (const hear of listeners) hear({ text, ms, request });
}

/** @returns a function that ends it */
export function onStatement(hear: (told: FinishedStatement) => void): () => void {
  listeners.add(hear);
  return () => void listeners.delete(hear);
}

const MOST_LINES = 5;
const MOST_TEXT = 2_000;

/** The beginning and the end: a list has its columns at the beginning, its conditions at the end. */
function shortened(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length > MOST_TEXT
    ? `${plain.slice(0, MOST_TEXT / 2)} … ${plain.slice(-MOST_TEXT / 2)}`
    : plain;
}

/**
 * A warning for each statement that takes longer than `limit` milliseconds, a few a second at most.
 * @returns a function that ends it
 */
export function warnOfSlow(log: Logger, limit: number): () => void {
  const few = new Few(MOST_LINES);
  return onStatement(({ text, ms, request }) => {
    if (ms <= limit) return;
    const leftOut = few.pass(Date.now());
    if (leftOut === undefined) return;
    log.warn(
      {
        ...(request !== undefined && { request }),
        ms: Math.round(ms),
        statement: shortened(text),
        ...(leftOut > 0 && { leftOut }),
      },
      'slow statement',
    );
  });
}
