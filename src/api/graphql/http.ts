import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { ERRORS, isServerError, ServiceError } from '../../lib/errors.ts';
import { property } from '../../lib/object.ts';
import { serviceError } from '../../lib/service-error.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';
import { setErrorHeaders } from '../http/challenge.ts';
import { uncached } from '../http/response-cache.ts';
import { publicError, type Reporter } from './errors.ts';

/** Supported methods; QUERY (RFC 10008) is a GET with the operation in its body. */
export const GRAPHQL_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'QUERY', 'OPTIONS'];
const ALLOWED = GRAPHQL_METHODS.join(', ');
/** Content types of QUERY, as a structured field (RFC 10008). */
const ACCEPT_QUERY = 'application/json';
/** Response headers readable by pages of other sites. */
export const GRAPHQL_HEADERS = ['Accept-Query'];

export function sendGraphQLError(res: Response, error: ServiceError): void {
  annotateRequest({ code: error.code });
  uncached(res)
    .status(error.status)
    .set('Cache-Control', 'no-store')
    .json({ errors: [publicError(error)] });
}

/** Sets `Allow` in responses to OPTIONS and preflights, and `Accept-Query` in all responses. */
export const allowHeader: RequestHandler = (req, res, next) => {
  if (req.method === 'OPTIONS') res.setHeader('Allow', ALLOWED);
  res.setHeader('Accept-Query', ACCEPT_QUERY);
  next();
};

/**
 * Accepts only GET, HEAD, POST and QUERY, and bodies only as JSON, which a form of another site cannot send without
 * a preflight (rules#graphql).
 */
export const methodAndType: RequestHandler = (req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  if (req.method === 'GET' || req.method === 'HEAD') {
    // Apollo does not know HEAD; Node omits the body of the response anyway.
    req.method = 'GET';
    delete req.headers['content-type'];
    req.body = {};
    return next();
  }
  if (req.method !== 'POST' && req.method !== 'QUERY') {
    res.setHeader('Allow', ALLOWED);
    return sendGraphQLError(res, new ServiceError('rest_method_not_allowed'));
  }
  if (!req.is(['json', '+json'])) {
    return sendGraphQLError(
      res,
      new ServiceError('unsupported_media_type', { message: 'Send the operation as application/json.' }),
    );
  }
  next();
};

function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    // Apollo reports the error.
    return undefined;
  }
}

/**
 * Refuses persisted queries with a malformed hash or the hash of another query, which Apollo would report as server
 * errors.
 */
export const persistedHash: RequestHandler = (req, res, next) => {
  const request: unknown = req.method === 'GET' ? req.query : req.body;
  const extensions = property(request, 'extensions');
  const persisted = property(req.method === 'GET' ? parseJson(extensions) : extensions, 'persistedQuery');
  if (persisted === undefined || persisted === null) return next();
  const hash = property(persisted, 'sha256Hash');
  const query = property(request, 'query');
  const isOther =
    typeof query === 'string' && query !== '' && createHash('sha256').update(query).digest('hex') !== hash;
  if (property(persisted, 'version') === 1 && typeof hash === 'string' && !isOther) return next();
  sendGraphQLError(
    res,
    new ServiceError('rest_invalid_param', {
      message: 'The hash of the persisted query is not the SHA-256 of its text.',
    }),
  );
};

/** Codes for Express errors about a body, which differ only in their status. */
const BODY_ERRORS = ['rest_invalid_json', 'payload_too_large', 'unsupported_media_type'] as const;

const expressStatus = (error: unknown): unknown =>
  error instanceof Error && 'status' in error ? error.status : undefined;

export function httpError(error: unknown, report: Reporter): ServiceError {
  const status = expressStatus(error);
  // The URIError of the router has a status too, but means an unknown address.
  const isOurs = error instanceof ServiceError || error instanceof URIError;
  if (isOurs || typeof status !== 'number' || isServerError(status)) return serviceError(error, report);
  const code = BODY_ERRORS.find((name) => ERRORS[name][0] === status);
  return code
    ? new ServiceError(code)
    : new ServiceError('rest_invalid_body', { status, message: `${STATUS_CODES[status] ?? 'Bad request'}.` });
}

export const graphqlErrorHandler =
  (report: Reporter): ErrorRequestHandler =>
  (error, req, res, next) => {
    if (res.headersSent) return next(error);
    const shown = httpError(error, report);
    setErrorHeaders(req, res, shown);
    sendGraphQLError(res, shown);
  };
