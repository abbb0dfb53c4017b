import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ERRORS, isOurFault } from '../../lib/errors.ts';
import { asRequest, type RequestFacts } from './current.ts';
import { type Logger, RateLimitedLog } from './log.ts';

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

declare module 'node:http' {
  interface IncomingMessage {
    /** See {@link requestId}. */
    id?: string;
  }
}

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
  /** The template of an address, for requests that no router has given one. */
  routeOf: (url: string) => string;
  onAnswer?: OnAnswer | undefined;
}

/** A request that is answered; `facts` are of a computed answer. */
interface Watched {
  readonly url: string;
  readonly start: number;
  facts?: RequestFacts;
}

/**
 * Gives requests their ids, logs each that failed by our fault and, at level `debug`, all others, and calls
 * `onAnswer`.
 */
export function watchRequests({ log, routeOf, onAnswer }: WatchOptions): RequestWatch {
  const watched = new WeakMap<ServerResponse, Watched>();
  const failures = new RateLimitedLog(MOST_FAILURES);
  const isEveryLogged = log.isLevelEnabled('debug');

  /**
   * The line in the log about a request. The query of the address is left out, since it may contain a search
   * that somebody would not want to be stored.
   */
  function lineOf(res: ServerResponse, { url, start, facts }: Watched): object {
    const { id: _id, url: _url, route, ...more } = facts ?? { id: '', url, route: 'kept' };
    return {
      request: res.req.id,
      method: res.req.method,
      path: url.split('?', 1)[0]?.slice(0, MOST_PATH),
      route,
      ...more,
      status: res.statusCode,
      ms: Math.round(performance.now() - start),
      ...(!res.writableFinished && { aborted: true }),
    };
  }

  function closed(this: ServerResponse): void {
    const request = watched.get(this);
    if (!request) return;
    const { facts, start } = request;
    if (facts) {
      facts.route ??= routeOf(facts.url);
      const status = this.writableFinished ? this.statusCode : GONE;
      onAnswer?.(facts, this.req.method ?? '', status, (performance.now() - start) / 1_000);
    }
    if (!isOurFault(this.statusCode)) {
      if (isEveryLogged) log.debug(lineOf(this, request), 'request');
      return;
    }
    const suppressed = facts?.phase ? undefined : failures.admit(Date.now());
    if (suppressed !== undefined)
      log.error(
        { ...lineOf(this, request), ...(suppressed > 0 && { leftOut: suppressed }) },
        'request failed',
      );
  }

  const watch = (req: IncomingMessage, res: ServerResponse): Watched => {
    const request: Watched = { url: req.url ?? '', start: performance.now() };
    watched.set(res, request);
    res.once('close', closed);
    return request;
  };

  return {
    all: (handler) => (req, res) => {
      req.id = requestId(req.headers);
      if (isEveryLogged) watch(req, res);
      handler(req, res);
    },
    computed: (handler) => (req, res) => {
      const request = watched.get(res) ?? watch(req, res);
      const facts: RequestFacts = { id: req.id ?? '', url: request.url };
      request.facts = facts;
      res.setHeader('X-Request-Id', facts.id);
      asRequest(facts, handler, req, res);
    },
  };
}
