import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * The form of ids that proxies and tracers send. Nothing else from callers gets into our headers and our log.
 */
const READABLE = /^[\w.:+/=@-]{1,100}$/;

/** The id of a request: that of `X-Request-Id` if it is short and plain, otherwise a new one. */
export function requestId(headers: IncomingHttpHeaders): string {
  const header = headers['x-request-id'];
  return typeof header === 'string' && READABLE.test(header) ? header : randomUUID();
}
