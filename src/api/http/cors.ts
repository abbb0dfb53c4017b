import cors, { type CorsRequest } from 'cors';
import type { Request, RequestHandler } from 'express';

const EXPOSED = [
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
const ACCEPTED = [
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

/** The known headers, and all others that a page asks for. */
function acceptedHeaders({ headers }: CorsRequest): string {
  const requested = headers['access-control-request-headers'] ?? '';
  return requested === '' ? ACCEPTED.join(', ') : `${ACCEPTED.join(', ')}, ${requested}`;
}

/**
 * Pages of every site may read, and after a preflight write, with a login of their own. There are no cookies,
 * and credentials that a browser has stored are not allowed to be sent along.
 * @param methods those that may be used
 * @param answersOptions whether the handler itself answers OPTIONS, not only preflights
 * @param exposed headers that pages may read besides those of REST
 */
export function crossOrigin(
  methods: readonly string[],
  answersOptions: boolean,
  exposed: readonly string[] = [],
): RequestHandler {
  const options = {
    methods: [...methods],
    exposedHeaders: [...EXPOSED, ...exposed].join(', '),
    maxAge: MAX_AGE_SECONDS,
    preflightContinue: answersOptions,
  };
  const preflight = cors<Request>((req, done) => {
    req.res?.vary('Access-Control-Request-Headers');
    done(null, { ...options, allowedHeaders: acceptedHeaders(req) });
  });
  const plain = cors(options);
  return (req, res, next) => (req.method === 'OPTIONS' ? preflight(req, res, next) : plain(req, res, next));
}
