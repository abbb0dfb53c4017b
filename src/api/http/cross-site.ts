import type { IncomingMessage } from 'node:http';

/**
 * Content types that a page may send to any site without a preflight: those of HTML forms, and none at all.
 */
const SIMPLE_TYPES = ['', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
/** Headers that a page may send to another site only after a preflight. */
const ASKED_FOR = ['x-http-method-override', 'x-wp-nonce', 'if-match', 'x-requested-with'];
/** Safe methods (RFC 9110, 9.2.1; RFC 10008). `POST` is none, whichever method it names. */
export const SAFE_METHODS: readonly (string | undefined)[] = ['GET', 'HEAD', 'OPTIONS', 'QUERY'];

const hostOf = (address: string): string | undefined => URL.parse(address)?.host;

/**
 * Whether a page of another site made a browser send this. Sec-Fetch-Site says so best, and no page can forge
 * it; but browsers send it only to https and localhost. Otherwise they send at least Origin with requests
 * that could change something. Other programs send neither.
 * @param site the address under which the service was addressed
 */
export function isCrossSite({ headers }: IncomingMessage, site: string): boolean {
  const { origin, host, 'sec-fetch-site': from } = headers;
  if (from === 'same-origin') return false;
  if (from !== undefined && from !== 'none') return true;
  if (origin === undefined) return false;
  const asking = hostOf(origin);
  return asking === undefined || (asking !== host && asking !== hostOf(site));
}

/**
 * Whether a page of another site can send this only after a preflight. Preflights are never told that credentials
 * are allowed, so a login that came with such a request was put there by the page, not by the browser.
 */
export function neededPreflight({ method, headers }: IncomingMessage): boolean {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  // Browsers store no bearer tokens.
  const isBearer = headers.authorization?.trimStart().slice(0, 7).toLowerCase() === 'bearer ';
  return (
    method !== 'POST' ||
    isBearer ||
    !SIMPLE_TYPES.includes(type) ||
    ASKED_FOR.some((name) => headers[name] !== undefined)
  );
}
