import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceError } from '../../lib/errors.ts';

/**
 * Whether a browser sent this: by headers that only browsers send, or that they send when somebody looks at a
 * page.
 */
const isBrowser = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined ||
  Object.keys(headers).some((name) => name.startsWith('sec-fetch-')) ||
  /^mozilla\//i.test(headers['user-agent'] ?? '') ||
  (headers.accept ?? '').toLowerCase().includes('text/html');

/** A text between quotes in a header: RFC 6750 allows these characters only. */
const quoted = (text: string): string => `"${text.replace(/[^ !#-[\]-~]/g, '')}"`;

/**
 * Asks for a login (`WWW-Authenticate`), but not browsers: they would keep the login and add it to requests
 * that pages of other sites make. Over plain http browsers send no Sec-Fetch headers, but all of them call
 * themselves Mozilla. Whoever has sent a bearer token learns what is wrong with it (RFC 6750), browsers too,
 * which ask nobody for tokens.
 */
function challenge(req: IncomingMessage, res: ServerResponse, { refusedToken }: ServiceError): void {
  if (refusedToken !== undefined)
    res.setHeader(
      'WWW-Authenticate',
      `Bearer realm="calendar events", error="invalid_token", error_description=${quoted(refusedToken)}`,
    );
  else if (!isBrowser(req))
    res.setHeader('WWW-Authenticate', 'Basic realm="calendar events", charset="UTF-8"');
}

/** Headers that go with a refusal: that the client should log in, or when to ask again. */
export function refusalHeaders(req: IncomingMessage, res: ServerResponse, error: ServiceError): void {
  if (error.asksForLogin) challenge(req, res, error);
  if (error.retryAfter !== undefined && !res.hasHeader('Retry-After'))
    res.setHeader('Retry-After', String(error.retryAfter));
}
