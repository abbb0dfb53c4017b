import { type Logger as PinoLogger, pino } from 'pino';
import { truncate } from '../../lib/errors.ts';
import { reasonOf } from '../../lib/service-error.ts';
import { onStatement } from '../postgres/monitoring.ts';
import { annotateRequest, currentRequest } from './current.ts';

export type Logger = PinoLogger;
type LogFormat = 'json' | 'pretty';

const CREDENTIALS = ['authorization', 'cookie', '["x-api-key"]'];
const STDERR = 2;

/** Loaded only for terminals; log collectors get JSON. */
const prettyStream = async () =>
  (await import('pino-pretty')).default({ destination: STDERR, sync: true, ignore: 'pid,hostname' });

/**
 * Logs to stderr, as one JSON object per line or, on a terminal, as readable text; stdout is left to the start-up
 * banner. Lines that belong to a request have its id as `request`. Credentials are redacted.
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

/** Admits a few lines per second and counts the rest, so that the log of an outage does not fill the disk. */
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
   * @returns how many lines were suppressed since the last admitted one; undefined if this line is suppressed
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

/** Limit of kinds of failures that are counted separately. */
const MAX_KINDS = 100;
const MAX_REASON_LENGTH = 100;

/** Failures are of the same kind if they differ only in numbers, such as ids, ports or times. */
function kindOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? String(error.code) : '';
  return `${error.name} ${code} ${error.message.slice(0, MAX_REASON_LENGTH).replace(/\d+/g, '#')}`;
}

/**
 * Logs unexpected errors with their stack; callers do not see these details. A repeated failure is logged once a
 * second, and the next line has the number of suppressed ones: during an outage of the database each request fails in
 * the same way, and logging all failures would delay them further. The log line of each failed request has the reason
 * too.
 */
export function reportTo(
  log: Pick<Logger, 'error'>,
  clock: () => number = Date.now,
): (error: unknown) => void {
  const kinds = new Map<string, RateLimitedLog>();
  return (error) => {
    annotateRequest({ reason: truncate(reasonOf(error), MAX_REASON_LENGTH) });
    const kind = kindOfFailure(error);
    if (kinds.size >= MAX_KINDS) kinds.clear();
    const limiter = kinds.get(kind) ?? new RateLimitedLog(1);
    kinds.set(kind, limiter);
    const suppressed = limiter.admit(clock());
    if (suppressed !== undefined)
      log.error({ err: error, ...(suppressed > 0 && { leftOut: suppressed }) }, 'unexpected error');
  };
}

const MAX_LINES_PER_SECOND = 5;
const MAX_STATEMENT_LENGTH = 2_000;

/** The beginning and the end of a long statement; they have the columns and the conditions of a list. */
function withoutMiddle(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length > MAX_STATEMENT_LENGTH
    ? `${plain.slice(0, MAX_STATEMENT_LENGTH / 2)} … ${plain.slice(-MAX_STATEMENT_LENGTH / 2)}`
    : plain;
}

/**
 * Logs statements that take longer than `limit` milliseconds, at most a few per second.
 * @returns a function that stops the warnings
 */
export function warnOfSlowStatements(log: Logger, limit: number): () => void {
  const limiter = new RateLimitedLog(MAX_LINES_PER_SECOND);
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
