import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { httpError, sendGraphQLError } from '../api/graphql/http.ts';
import { refusalHeaders } from '../api/http/challenge.ts';
import { notReady } from '../api/http/probes.ts';
import { uncached } from '../api/http/response-cache.ts';
import { sendFailure } from '../api/pages/pages.ts';
import { noSuchRoute } from '../api/rest/index.ts';
import { errorBody } from '../api/rest/respond/error-body.ts';
import type { ServiceError } from '../lib/errors.ts';
import { annotateRequest } from '../platform/telemetry/current.ts';
import type { Services } from './services.ts';

/** Methods that read. */
export const READING = ['GET', 'HEAD'];

/** Notes an error, and sets the headers that go with it. */
export function announce(res: Response, error: ServiceError): void {
  annotateRequest({ code: error.code });
  refusalHeaders(res.req, res, error);
}

/** Sends an error outside the API, in the form of REST for want of a better one. */
export function sendPlainError(res: Response, error: ServiceError): void {
  announce(res, error);
  uncached(res).status(error.status).set('Cache-Control', 'no-store').json(errorBody(error));
}

/**
 * Refuses everything until the service has started; then requests from where nobody may send them, in the
 * form of what was requested.
 */
export const admissionMiddleware =
  ({ admit, report, deps: { lifecycle } }: Services): RequestHandler =>
  (req, res, next) => {
    if (lifecycle.phase === 'starting') return sendPlainError(res, notReady('starting'));
    try {
      admit(req);
    } catch (error) {
      const refusal = httpError(error, report);
      return /^\/graphql\/?$/.test(req.path) ? sendGraphQLError(res, refusal) : sendPlainError(res, refusal);
    }
    next();
  };

/** Counts requests outside the API; REST and GraphQL count their own, and refuse in their own form. */
export function limitOtherRequests({ namespaces, withinLimit }: Services): RequestHandler {
  const rest = ['/wp-json', ...namespaces.map((namespace) => `/${namespace}`)];
  const apis = ['/graphql', ...rest.map((api) => api.toLowerCase())];
  return (req, _res, next) => {
    const path = `${req.path.toLowerCase()}/`;
    if (!apis.some((api) => path.startsWith(`${api}/`))) withinLimit?.(req);
    next();
  };
}

/** Sends an error as a page to people, and in the form of REST to all others. */
function sendInForm({ urls, identity }: Services, req: Request, res: Response, error: ServiceError): void {
  res.vary('Accept');
  const wantsPage = READING.includes(req.method) && req.accepts(['json', 'html']) === 'html';
  if (wantsPage) {
    announce(res, error);
    sendFailure(res, urls(req), identity, error);
  } else sendPlainError(res, error);
}

/** Answers requests for which there is nothing. */
export const notFound =
  (services: Services): RequestHandler =>
  (req, res) =>
    sendInForm(services, req, res, noSuchRoute(services.urls(req).rest));

/** Answers errors outside the API. */
export const errorHandler =
  (services: Services): ErrorRequestHandler =>
  (error, req, res, next) =>
    res.headersSent ? next(error) : sendInForm(services, req, res, httpError(error, services.report));
