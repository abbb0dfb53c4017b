import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceError } from '../../lib/errors.ts';

/** Whether a browser sent the request. Over plain http browsers send no Sec-Fetch headers, but all claim Mozilla. */
const isBrowser = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined ||
  Object.keys(headers).some((name) => name.startsWith('sec-fetch-')) ||
  /^mozilla\//i.test(headers['user-agent'] ?? '') ||
  (headers.accept ?? '').toLowerCase().includes('text/html');

/** A quoted header text with the characters that RFC 6750 allows. */
const quoted = (text: string): string => `"${text.replace(/[^ !#-[\]-~]/g, '')}"`;

/**
 * Sets `WWW-Authenticate: Basic`, but not for browsers: they would store the login and add it to requests from pages of
 * other sites. A client with a refused bearer token receives the reason (RFC 6750), also a browser, since browsers do
 * not prompt for tokens.
 */
function setChallenge(req: IncomingMessage, res: ServerResponse, { tokenError }: ServiceError): void {
  if (tokenError !== undefined)
    res.setHeader(
      'WWW-Authenticate',
      `Bearer realm="calendar events", error="invalid_token", error_description=${quoted(tokenError)}`,
    );
  else if (!isBrowser(req))
    res.setHeader('WWW-Authenticate', 'Basic realm="calendar events", charset="UTF-8"');
}

/** Sets the headers of an error response: a request for credentials, or the time to retry. */
export function setErrorHeaders(req: IncomingMessage, res: ServerResponse, error: ServiceError): void {
  if (error.requiresLogin) setChallenge(req, res, error);
  if (error.retryAfter !== undefined && !res.hasHeader('Retry-After'))
    res.setHeader('Retry-After', String(error.retryAfter));
}
