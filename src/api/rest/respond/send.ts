import type { ServiceError } from '../../../lib/errors.ts';
import { annotateRequest } from '../../../platform/telemetry/current.ts';
import { setErrorHeaders } from '../../http/challenge.ts';
import { ACCEPTED_TYPES } from '../request/body.ts';
import type { RestRequest } from '../request/rest-request.ts';
import { errorBody, problemBody } from './error-body.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json';
/** Headers that `_envelope` copies to the body. */
const ENVELOPE_HEADERS = [
  'X-TEC-Total',
  'X-TEC-TotalPages',
  'X-WP-Total',
  'X-WP-TotalPages',
  'Allow',
  'Link',
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Ignored-Parameters',
  'Preference-Applied',
  'Accept-Post',
  'Idempotent-Replayed',
];

/** Indents JSON text for `_pretty`. */
export const indented = (text: string): string => JSON.stringify(JSON.parse(text), null, 2);

/**
 * Sends JSON text. `_envelope` copies status and headers to the body, for clients that cannot read them; `_pretty`
 * indents the text (rules#routes).
 */
export function sendJson(request: RestRequest, status: number, text: string, type = JSON_TYPE): void {
  const { res, query, send, context } = request;
  const enveloped = Object.hasOwn(query.values, '_envelope');
  const shown = Object.hasOwn(query.values, '_pretty') ? indented : (json: string) => json;
  res.setHeader('Content-Type', enveloped ? JSON_TYPE : type);
  if (!enveloped) {
    send(res.status(status), shown(text), context);
    return;
  }
  const headers = Object.fromEntries(
    ENVELOPE_HEADERS.map((name) => [name, res.getHeader(name)]).filter(([, value]) => value !== undefined),
  );
  const headersText = JSON.stringify(headers);
  send(res.status(200), shown(`{"body":${text},"status":${status},"headers":${headersText}}`), context);
}

/**
 * Sends an error in the form that the client accepts.
 * @param error with REST names
 */
export function sendError(request: RestRequest, error: ServiceError): void {
  const { req, res } = request;
  annotateRequest({ code: error.code });
  // Prevents caching: with `_envelope` an error has the status 200.
  request.context = null;
  res.setHeader('Cache-Control', 'no-store');
  setErrorHeaders(req, res, error);
  if (error.code === 'unsupported_media_type' && !res.hasHeader('Accept-Post'))
    res.setHeader('Accept-Post', ACCEPTED_TYPES.join(', '));
  res.vary('Accept');
  const body = errorBody(error);
  const asProblem = (req.headers.accept ?? '').toLowerCase().includes(PROBLEM_TYPE);
  if (asProblem) sendJson(request, error.status, JSON.stringify(problemBody(body)), PROBLEM_TYPE);
  else sendJson(request, error.status, JSON.stringify(body));
}
