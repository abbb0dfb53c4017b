import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { httpError, sendGraphQLError } from '../api/graphql/http.ts';
import { setErrorHeaders } from '../api/http/challenge.ts';
import { notReady } from '../api/http/probes.ts';
import { uncached } from '../api/http/response-cache.ts';
import { sendFailure } from '../api/pages/pages.ts';
import { noSuchRoute } from '../api/rest/index.ts';
import { errorBody } from '../api/rest/respond/error-body.ts';
import type { ServiceError } from '../lib/errors.ts';
import { annotateRequest } from '../platform/telemetry/current.ts';
import type { Services } from './services.ts';

export const READ_METHODS = ['GET', 'HEAD'];

/** Records the error code for the log, and sets the headers of the error. */
export function applyError(res: Response, error: ServiceError): void {
  annotateRequest({ code: error.code });
  setErrorHeaders(res.req, res, error);
}

/** Sends an error outside the APIs, as the JSON of REST. */
export function sendPlainError(res: Response, error: ServiceError): void {
  applyError(res, error);
  uncached(res).status(error.status).set('Cache-Control', 'no-store').json(errorBody(error));
}

/**
 * Refuses all requests until the service has started; then requests that {@link Services.admit} rejects, in the format
 * of the requested API.
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

/** Applies the rate limit to requests outside the APIs; REST and GraphQL apply it themselves, in their own formats. */
export function limitOtherRequests({ namespaces, withinLimit }: Services): RequestHandler {
  const rest = ['/wp-json', ...namespaces.map((namespace) => `/${namespace}`)];
  const apis = ['/graphql', ...rest.map((api) => api.toLowerCase())];
  return (req, _res, next) => {
    const path = `${req.path.toLowerCase()}/`;
    if (!apis.some((api) => path.startsWith(`${api}/`))) withinLimit?.(req);
    next();
  };
}

/** Sends an error as an HTML page to browsers, and as the JSON of REST to other clients. */
function sendNegotiatedError(
  { urls, identity }: Services,
  req: Request,
  res: Response,
  error: ServiceError,
): void {
  res.vary('Accept');
  const wantsPage = READ_METHODS.includes(req.method) && req.accepts(['json', 'html']) === 'html';
  if (wantsPage) {
    applyError(res, error);
    sendFailure(res, urls(req), identity, error);
  } else sendPlainError(res, error);
}

/** Responds to requests without a route. */
export const notFound =
  (services: Services): RequestHandler =>
  (req, res) =>
    sendNegotiatedError(services, req, res, noSuchRoute(services.urls(req).rest));

/** Responds to errors outside the APIs. */
export const errorHandler =
  (services: Services): ErrorRequestHandler =>
  (error, req, res, next) =>
    res.headersSent
      ? next(error)
      : sendNegotiatedError(services, req, res, httpError(error, services.report));
