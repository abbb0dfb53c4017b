import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../lib/errors.ts';
import { type SiteOptions, siteReader } from './site.ts';

/**
 * Admits or refuses a request before the caller is authenticated.
 * @returns the address of the service as the client addressed it
 * @throws ServiceError bad_request for an invalid Host; rest_forbidden for a forbidden cross-site request of a browser
 */
export type Admit = (req: IncomingMessage) => string;

const PREFLIGHT_REQUIRED =
  'Pages of other sites may write only with a Content-Type such as application/json and their own credentials.';
const CROSS_SITE_REFUSED =
  'Requests from pages of other sites are refused while ALLOW_ANONYMOUS_WRITES is set.';

/** Content types that a page may send to any site without a preflight: the types of HTML forms, and none. */
const SIMPLE_TYPES = ['', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
/** Headers that a page can send to another site only after a preflight. */
const PREFLIGHT_HEADERS = ['x-http-method-override', 'x-wp-nonce', 'if-match', 'x-requested-with'];
/** Safe methods (RFC 9110, 9.2.1; RFC 10008). `POST` is never safe, even if it overrides the method. */
const SAFE_METHODS: readonly (string | undefined)[] = ['GET', 'HEAD', 'OPTIONS', 'QUERY'];

const hostOf = (address: string): string | undefined => URL.parse(address)?.host;

/**
 * Whether a browser sent the request for a page of another site. Sec-Fetch-Site is the best sign, since pages cannot
 * forge it, but browsers send it only to https and localhost. Otherwise browsers send at least Origin with unsafe
 * requests. Other clients send neither.
 */
function isCrossSite({ headers }: IncomingMessage, site: string): boolean {
  const { origin, host, 'sec-fetch-site': from } = headers;
  if (from === 'same-origin') return false;
  if (from !== undefined && from !== 'none') return true;
  if (origin === undefined) return false;
  const originHost = hostOf(origin);
  return originHost === undefined || (originHost !== host && originHost !== hostOf(site));
}

/**
 * Whether a page of another site can send the request only after a preflight. Preflight responses never allow
 * credentials, so the credentials of such a request come from the page, not from the browser's store.
 */
function requiresPreflight({ method, headers }: IncomingMessage): boolean {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  // Browsers store no bearer tokens.
  const isBearer = headers.authorization?.trimStart().slice(0, 7).toLowerCase() === 'bearer ';
  return (
    method !== 'POST' ||
    isBearer ||
    !SIMPLE_TYPES.includes(type) ||
    PREFLIGHT_HEADERS.some((name) => headers[name] !== undefined)
  );
}

/** Whether the user followed a link or typed an address. */
const isVisit = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers.origin === undefined;

/** Creates the first check of every request (decisions/0019). */
export function createAdmission(options: SiteOptions): Admit {
  const siteOf = siteReader(options);
  const isOpen = options.allowAnonymousWrites;
  return (req) => {
    const site = siteOf(req);
    if (SAFE_METHODS.includes(req.method)) {
      if (isOpen && !isVisit(req) && isCrossSite(req, site))
        throw new ServiceError('rest_forbidden', { message: CROSS_SITE_REFUSED });
    } else {
      if (!requiresPreflight(req) && isCrossSite(req, site))
        throw new ServiceError('rest_forbidden', { message: PREFLIGHT_REQUIRED });
      if (isOpen && isCrossSite(req, site))
        throw new ServiceError('rest_forbidden', { message: CROSS_SITE_REFUSED });
    }
    return site;
  };
}
