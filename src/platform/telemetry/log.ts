import { type Logger as PinoLogger, pino } from 'pino';
import { shortened } from '../../lib/errors.ts';
import { reasonOf } from '../../lib/service-error.ts';
import { onStatement } from '../postgres/monitoring.ts';
import { annotateRequest, currentRequest } from './current.ts';

export type Logger = PinoLogger;
type LogFormat = 'json' | 'pretty';

const CREDENTIALS = ['authorization', 'cookie', '["x-api-key"]'];
const STDERR = 2;

/** Loaded only for people: programs that collect lines get JSON. */
const prettyStream = async () =>
  (await import('pino-pretty')).default({ destination: STDERR, sync: true, ignore: 'pid,hostname' });

/**
 * One JSON object per line on stderr, or readable text on a terminal; stdout stays free for the start-up
 * banner. Lines that are written while a request is answered hold its id as `request`. Credentials never
 * reach a line.
 */
export async function createLogger(
  level: string,
  format: LogFormat = process.stderr.isTTY ? 'pretty' : 'json',
): Promise<Logger> {
  const paths = CREDENTIALS.flatMap((name) =>
    ['headers', 'req.headers', 'request.headers'].map((at) =>
      name.startsWith('[') ? `${at}${name}` : `${at}.${name}`,
    ),
  );
  const withRequest = (): object => {
    const id = currentRequest()?.id;
    return id === undefined ? {} : { request: id };
  };
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '[redacted]' },
      mixin: withRequest,
    },
    format === 'pretty' ? await prettyStream() : pino.destination({ dest: STDERR, sync: true }),
  );
}

/**
 * Admits a few lines each second and counts the rest, so that the log of a complete failure does not fill the
 * disk.
 */
export class RateLimitedLog {
  readonly #perSecond: number;
  #second = 0;
  #admitted = 0;
  #suppressed = 0;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /**
   * @param now milliseconds
   * @returns how many lines were suppressed since the last one; undefined if this one is suppressed itself
   */
  admit(now: number): number | undefined {
    const second = Math.floor(now / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#admitted = 0;
    }
    if (this.#admitted >= this.#perSecond) {
      this.#suppressed += 1;
      return undefined;
    }
    this.#admitted += 1;
    const suppressed = this.#suppressed;
    this.#suppressed = 0;
    return suppressed;
  }
}

/** Most kinds of failures that are counted separately. */
const MOST_KINDS = 100;
const MOST_REASON = 100;

/** Failures are of the same kind if they differ only in numbers, which may be ids, ports or times. */
function kindOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? String(error.code) : '';
  return `${error.name} ${code} ${error.message.slice(0, MOST_REASON).replace(/\d+/g, '#')}`;
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
  const kinds = new Map<string, RateLimitedLog>();
  return (error) => {
    annotateRequest({ reason: shortened(reasonOf(error), MOST_REASON) });
    const kind = kindOfFailure(error);
    if (kinds.size >= MOST_KINDS) kinds.clear();
    const limiter = kinds.get(kind) ?? new RateLimitedLog(1);
    kinds.set(kind, limiter);
    const suppressed = limiter.admit(clock());
    if (suppressed !== undefined)
      log.error({ err: error, ...(suppressed > 0 && { leftOut: suppressed }) }, 'unexpected error');
  };
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
