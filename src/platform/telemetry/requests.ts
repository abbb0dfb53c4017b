import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ERRORS, isServerError } from '../../lib/errors.ts';
import { type RequestFacts, runAsRequest } from './current.ts';
import { type Logger, RateLimitedLog } from './log.ts';

/** Limit of lines per second about server errors; the next line has the number of suppressed ones. */
const MAX_FAILURES_PER_SECOND = 10;
/** The status for a client that disconnected before the response, as in nginx. */
const [CLIENT_CLOSED] = ERRORS.client_closed_request;
/** Longest path in a log line, in characters. */
const MAX_PATH_LENGTH = 200;

/** Ids that proxies and tracers send. Other ids must not get into response headers and the log. */
const SAFE_ID = /^[\w.:+/=@-]{1,100}$/;

declare module 'node:http' {
  interface IncomingMessage {
    /** See {@link requestId}. */
    id?: string;
  }
}

/** The id of a request: from `X-Request-Id` if it is short and plain, otherwise a new one. */
function requestId(headers: IncomingHttpHeaders): string {
  const header = headers['x-request-id'];
  return typeof header === 'string' && SAFE_ID.test(header) ? header : randomUUID();
}

/** Called for each computed response, once it is sent or its client has disconnected. */
export type OnResponse = (facts: RequestFacts, method: string, status: number, seconds: number) => void;

interface RequestWatch {
  /** Wraps the outermost handler, including cached responses, and gives each request its id. */
  all(handler: RequestListener): RequestListener;
  /** Wraps the handler that computes responses. */
  computed(handler: RequestListener): RequestListener;
}

interface WatchOptions {
  log: Logger;
  /** The template of an address, for requests without a route of a router. */
  routeOf: (url: string) => string;
  onResponse?: OnResponse | undefined;
}

/** An observed request; it has `facts` only if its response is computed. */
interface Watched {
  readonly url: string;
  readonly start: number;
  facts?: RequestFacts;
}

/** Gives requests their ids, logs server errors and, at level `debug`, all requests, and calls `onResponse`. */
export function watchRequests({ log, routeOf, onResponse }: WatchOptions): RequestWatch {
  const watched = new WeakMap<ServerResponse, Watched>();
  const failures = new RateLimitedLog(MAX_FAILURES_PER_SECOND);
  const logsAllRequests = log.isLevelEnabled('debug');

  /** The log line of a request, without the query of the address, since searches may be confidential. */
  function lineOf(res: ServerResponse, { url, start, facts }: Watched): object {
    const { id: _id, url: _url, route, ...more } = facts ?? { id: '', url, route: 'cached' };
    return {
      request: res.req.id,
      method: res.req.method,
      path: url.split('?', 1)[0]?.slice(0, MAX_PATH_LENGTH),
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
      const status = this.writableFinished ? this.statusCode : CLIENT_CLOSED;
      onResponse?.(facts, this.req.method ?? '', status, (performance.now() - start) / 1_000);
    }
    if (!isServerError(this.statusCode)) {
      if (logsAllRequests) log.debug(lineOf(this, request), 'request');
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
      if (logsAllRequests) watch(req, res);
      handler(req, res);
    },
    computed: (handler) => (req, res) => {
      const request = watched.get(res) ?? watch(req, res);
      const facts: RequestFacts = { id: req.id ?? '', url: request.url };
      request.facts = facts;
      res.setHeader('X-Request-Id', facts.id);
      runAsRequest(facts, handler, req, res);
    },
  };
}
