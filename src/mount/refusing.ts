import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { ServiceError } from '../errors.ts';
import { httpError, sendGraphQLError } from '../graphql/http.ts';
import { refusalHeaders } from '../http/challenge.ts';
import { notReady } from '../http/probes.ts';
import { sendFailure } from '../pages/pages.ts';
import { noSuchRoute } from '../rest/index.ts';
import { errorBody } from '../rest/respond/error-body.ts';
import { note } from '../telemetry/current.ts';
import type { Parts } from './parts.ts';

/** Methods that read. */
export const READING = ['GET', 'HEAD'];

/** Notes an error, and sets the headers that go with it. */
export function announce(res: Response, error: ServiceError): void {
  note({ code: error.code });
  refusalHeaders(res.req, res, error);
}

/** An error outside the API, where there is no better form for it than REST's. */
export function sendError(res: Response, error: ServiceError): void {
  announce(res, error);
  res.status(error.status).set('Cache-Control', 'no-store').json(errorBody(error));
}

/**
 * Until the service has started, everybody is refused; then who asks from where nobody may, in the words of what
 * was asked.
 */
export const letIn =
  ({ admit, report, deps: { lifecycle } }: Parts): RequestHandler =>
  (req, res, next) => {
    if (lifecycle.phase === 'starting') return sendError(res, notReady('starting'));
    try {
      admit(req);
    } catch (error) {
      const refusal = httpError(error, report);
      return /^\/graphql\/?$/.test(req.path) ? sendGraphQLError(res, refusal) : sendError(res, refusal);
    }
    next();
  };

/**
 * Counts what is asked for outside the API; REST and GraphQL count for themselves, and refuse in their own
 * words.
 */
export function countOutside({ namespaces, withinLimit }: Parts): RequestHandler {
  const faces = ['/graphql', '/wp-json', ...namespaces.map((namespace) => `/${namespace}`)];
  return (req, _res, next) => {
    if (!faces.some((face) => `${req.path}/`.startsWith(`${face}/`))) withinLimit?.(req);
    next();
  };
}

/** A page for people, and REST's form for all others. */
function sendInForm({ urls }: Parts, req: Request, res: Response, error: ServiceError): void {
  res.vary('Accept');
  const wantsPage = READING.includes(req.method) && req.accepts(['json', 'html']) === 'html';
  if (wantsPage) {
    announce(res, error);
    sendFailure(res, urls(req), error);
  } else sendError(res, error);
}

/** What nobody has answered until here. */
export const notFound =
  (parts: Parts): RequestHandler =>
  (req, res) =>
    sendInForm(parts, req, res, noSuchRoute(parts.urls(req).rest));

/** What has failed outside the API. */
export const failed =
  (parts: Parts): ErrorRequestHandler =>
  (error, req, res, next) =>
    res.headersSent ? next(error) : sendInForm(parts, req, res, httpError(error, parts.report));
