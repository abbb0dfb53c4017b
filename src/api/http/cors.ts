import cors, { type CorsRequest } from 'cors';
import type { Request, RequestHandler } from 'express';

const EXPOSED_HEADERS = [
  'X-TEC-Total',
  'X-TEC-TotalPages',
  'X-WP-Total',
  'X-WP-TotalPages',
  'Link',
  'Location',
  'ETag',
  'Allow',
  'Retry-After',
  'X-Ignored-Parameters',
  'Preference-Applied',
  'Accept-Post',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Age',
  'Warning',
];
const REQUEST_HEADERS = [
  'Authorization',
  'X-WP-Nonce',
  'Content-Disposition',
  'Content-MD5',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'X-HTTP-Method-Override',
  'Prefer',
  'Idempotency-Key',
];
const MAX_AGE_SECONDS = 600;

/** The known headers and all others that a page requests. */
function acceptedHeaders({ headers }: CorsRequest): string {
  const requested = headers['access-control-request-headers'] ?? '';
  return requested === '' ? REQUEST_HEADERS.join(', ') : `${REQUEST_HEADERS.join(', ')}, ${requested}`;
}

/**
 * Lets pages of every site read, and write after a preflight, with their own credentials. There are no cookies, and
 * browsers may not send stored credentials.
 * @param handlesOptions whether the handler responds to OPTIONS requests that are not preflights
 * @param exposed response headers that pages may read in addition to the headers of REST
 */
export function crossOrigin(
  methods: readonly string[],
  handlesOptions: boolean,
  exposed: readonly string[] = [],
): RequestHandler {
  const options = {
    methods: [...methods],
    exposedHeaders: [...EXPOSED_HEADERS, ...exposed].join(', '),
    maxAge: MAX_AGE_SECONDS,
    preflightContinue: handlesOptions,
  };
  const preflight = cors<Request>((req, done) => {
    req.res?.vary('Access-Control-Request-Headers');
    done(null, { ...options, allowedHeaders: acceptedHeaders(req) });
  });
  const plain = cors(options);
  return (req, res, next) => (req.method === 'OPTIONS' ? preflight(req, res, next) : plain(req, res, next));
}
