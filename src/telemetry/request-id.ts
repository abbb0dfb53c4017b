import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The form of ids that proxies and tracers send. Nothing else gets into our headers or log. */
const READABLE = /^[\w.:+/=@-]{1,100}$/;

/** The id of a request: what `X-Request-Id` says if that is short and plain, else a new one. */
export function requestId(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && READABLE.test(given) ? given : randomUUID();
}
