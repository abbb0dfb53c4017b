import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceError } from '../errors.ts';

/** What only browsers send, or what they send when somebody looks at a page. */
const isBrowser = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined ||
  Object.keys(headers).some((name) => name.startsWith('sec-fetch-')) ||
  /^mozilla\//i.test(headers['user-agent'] ?? '') ||
  (headers.accept ?? '').toLowerCase().includes('text/html');

/**
 * A login is asked for, except of browsers: they would keep it, and attach it to what pages of other sites
 * make them send. Over plain http they do not send Sec-Fetch headers; all of them call themselves Mozilla.
 */
function challenge(req: IncomingMessage, res: ServerResponse): void {
  if (!isBrowser(req)) res.setHeader('WWW-Authenticate', 'Basic realm="calendar events", charset="UTF-8"');
}

/** What a client has to know besides why it is refused: that it should log in, or when to ask again. */
export function refusalHeaders(req: IncomingMessage, res: ServerResponse, error: ServiceError): void {
  if (error.asksForLogin) challenge(req, res);
  if (error.retryAfter !== undefined && !res.hasHeader('Retry-After'))
    res.setHeader('Retry-After', String(error.retryAfter));
}
