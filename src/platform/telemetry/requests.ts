import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pinoHttp } from 'pino-http';
import { ERRORS, isOurFault } from '../../lib/errors.ts';
import { asRequest, type RequestFacts } from './current.ts';
import type { Logger } from './log.ts';
import { RateLimitedLog } from './rate-limited-log.ts';

/**
 * Most lines in a second about requests that failed by our fault; the next line says how many were left out.
 */
const MOST_FAILURES = 10;
/** Used as the status when the client disconnected before it was answered, as nginx does. */
const [GONE] = ERRORS.client_closed_request;
/** Longest address in a line, in characters. */
const MOST_PATH = 200;

/**
 * The form of ids that proxies and tracers send. Nothing else from callers gets into our headers and our log.
 */
const READABLE = /^[\w.:+/=@-]{1,100}$/;

/** The id of a request: that of `X-Request-Id` if it is short and plain, otherwise a new one. */
function requestId(headers: IncomingHttpHeaders): string {
  const header = headers['x-request-id'];
  return typeof header === 'string' && READABLE.test(header) ? header : randomUUID();
}

/** Called for every computed answer, once it is sent or its client has disconnected. */
export type OnAnswer = (facts: RequestFacts, method: string, status: number, seconds: number) => void;

interface RequestWatch {
  /** Wraps everything, including cached responses, and gives each request its id. */
  all(handler: RequestListener): RequestListener;
  /** Wraps the function that computes answers. */
  computed(handler: RequestListener): RequestListener;
}

interface WatchOptions {
  log: Logger;
  /** The level of the line that each request gets; writing one takes more time than an answer from memory. */
  level: 'info' | 'debug';
  /** The template of an address, for requests that no router has given one. */
  routeOf: (url: string) => string;
  onAnswer?: OnAnswer | undefined;
}

interface Answered {
  readonly facts: RequestFacts;
  readonly start: number;
}

/**
 * The line in the log about a request. The query of the address is left out, since it may contain a search
 * that somebody would not want to be stored.
 */
function lineOf(
  { method, id, url = '' }: IncomingMessage,
  res: ServerResponse,
  facts: RequestFacts | undefined,
  ms: number,
  routeOf: WatchOptions['routeOf'],
): object {
  const {
    id: request,
    url: address,
    route = routeOf(address),
    ...more
  } = facts ?? { id: String(id), url, route: 'kept' };
  const path = address.split('?', 1)[0]?.slice(0, MOST_PATH);
  return {
    request,
    method,
    path,
    route,
    ...more,
    status: res.statusCode,
    ms,
    ...(!res.writableFinished && { aborted: true }),
  };
}

/**
 * Gives requests their ids, logs each that failed by our fault and, at `level`, all others, and calls
 * `onAnswer`.
 */
export function watchRequests({ log, level, routeOf, onAnswer }: WatchOptions): RequestWatch {
  const answered = new WeakMap<ServerResponse, Answered>();
  const failures = new RateLimitedLog(MOST_FAILURES);
  const isEveryLogged = log.isLevelEnabled(level);
  const everyLine = pinoHttp({
    logger: log,
    genReqId: (req) => req.id,
    customAttributeKeys: { responseTime: 'ms' },
    // Of a request, only what `lineOf` returns is logged.
    serializers: { req: () => undefined, res: () => undefined },
    // Failures are logged separately.
    customLogLevel: (_req, res) => (isOurFault(res.statusCode) ? 'silent' : level),
    customSuccessObject: (req, res, { ms }: { ms: number }) =>
      lineOf(req, res, answered.get(res)?.facts, ms, routeOf),
    customSuccessMessage: () => 'request',
  });

  // One logger for all requests: pino-http would make several loggers and functions for each of them,
  // although most are not logged.
  function closed(this: ServerResponse): void {
    const { facts, start } = answered.get(this) ?? {};
    if (!facts || start === undefined) return;
    const ms = performance.now() - start;
    facts.route ??= routeOf(facts.url);
    onAnswer?.(facts, this.req.method ?? '', this.writableFinished ? this.statusCode : GONE, ms / 1_000);
    const suppressed = isOurFault(this.statusCode) && !facts.phase ? failures.admit(Date.now()) : undefined;
    if (suppressed === undefined) return;
    log.error(
      {
        ...lineOf(this.req, this, facts, Math.round(ms), routeOf),
        ...(suppressed > 0 && { leftOut: suppressed }),
      },
      'request failed',
    );
  }

  return {
    all: (handler) => (req, res) => {
      req.id = requestId(req.headers);
      if (isEveryLogged) everyLine(req, res);
      handler(req, res);
    },
    computed: (handler) => (req, res) => {
      const facts: RequestFacts = { id: String(req.id), url: req.url ?? '' };
      answered.set(res, { facts, start: performance.now() });
      res.setHeader('X-Request-Id', facts.id);
      res.once('close', closed);
      asRequest(facts, handler, req, res);
    },
  };
}
