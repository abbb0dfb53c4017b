import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import express from 'express';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../lib/errors.ts';

/** A Host header that is safe in a link; any other would let a caller write into our answers. */
const HOST = /^(?:[\w-][\w.-]*|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const MAX_HOST = 260;
/** A service is known under few names. */
const MAX_KNOWN = 100;

/**
 * The address under which the service was addressed, without a slash at the end: `https://cal.example.net`.
 * @throws ServiceError
 */
export type SiteOf = (req: IncomingMessage) => string;

/** The values of `trust proxy` in Express: nobody, everybody, a number of hops, or addresses and networks. */
export type TrustProxy = boolean | number | readonly string[];

/** As in the configuration: BASE_URL, TRUST_PROXY, ALLOWED_HOSTS, ALLOW_ANONYMOUS_WRITES. */
export interface SiteOptions {
  readonly baseUrl: string | undefined;
  readonly trustProxy: TrustProxy;
  readonly allowedHosts: readonly string[];
  readonly allowAnonymousWrites: boolean;
}

/** Whether Express believes what a peer forwards; null when it believes nobody. */
function trustOf({
  trustProxy,
}: Pick<SiteOptions, 'trustProxy'>): ((address: string, hop: number) => boolean) | null {
  return trustProxy === false || trustProxy === 0
    ? null
    : express().set('trust proxy', trustProxy).get('trust proxy fn');
}

const first = (header: string | string[] | undefined): string =>
  (header ?? '').toString().split(',', 1)[0]?.trim() ?? '';

/** Makes the function that finds the address of a client behind the proxies of TRUST_PROXY, as `req.ip` of Express. */
export function clientAddressReader(
  options: Pick<SiteOptions, 'trustProxy'>,
): (req: IncomingMessage) => string {
  const trust = trustOf(options);
  return ({ socket: { remoteAddress = '' }, headers: { 'x-forwarded-for': forwarded } }) => {
    if (trust === null || forwarded === undefined) return remoteAddress;
    // Each proxy adds at the end the address from which it was reached.
    const names = forwarded.toString().split(',');
    const addresses = names.map((name) => name.trim()).filter((name) => name !== '');
    const fromHere = [remoteAddress, ...addresses.reverse()];
    return fromHere.find((address, hop) => !trust(address, hop)) ?? fromHere.at(-1) ?? '';
  };
}

/**
 * Whether the service may be addressed by this name. A page of another site can make its own name point to
 * this machine (DNS rebinding), and the browser then takes the service for the same site; nobody can do that
 * with addresses and `localhost`.
 */
function isAllowed(hostname: string, { baseUrl, allowedHosts }: SiteOptions): boolean {
  if (
    isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ||
    hostname === 'localhost' ||
    hostname.endsWith('.localhost')
  )
    return true;
  return allowedHosts.includes(hostname) || (baseUrl !== undefined && new URL(baseUrl).hostname === hostname);
}

/**
 * Whether a request has more than one Host header. Node passes on the first; somebody in front may have taken the
 * other (RFC 9112, 3.2).
 */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/**
 * Makes the only function that knows under which address a request was sent; it decides whether to believe
 * what proxies forward. Without a Host, which HTTP/1.0 allows, it is localhost.
 * @returns a function that throws bad_request (400) for a Host that is none, and rest_forbidden (403) for one
 * that is not allowed
 */
export function siteReader(options: SiteOptions): SiteOf {
  const { baseUrl, allowedHosts, allowAnonymousWrites } = options;
  const trust = trustOf(options);
  const isRestricted = allowAnonymousWrites || allowedHosts.length > 0;
  const sites = new LRUCache<string, string>({ max: MAX_KNOWN });

  const read = (address: string, scheme: string, host: string): string => {
    const url = host.length <= MAX_HOST && HOST.test(host) ? URL.parse(address) : null;
    if (url === null)
      throw new ServiceError('bad_request', { message: 'The Host header is not the name of a host.' });
    if (isRestricted && !isAllowed(url.hostname, options)) {
      throw new ServiceError('rest_forbidden', {
        message: 'This host name is not allowed; set ALLOWED_HOSTS to allow it.',
      });
    }
    const site = baseUrl ?? `${scheme}://${host}`;
    sites.set(address, site);
    return site;
  };

  return (req) => {
    const { headers, socket } = req;
    const trusted = trust?.(socket.remoteAddress ?? '', 0) ?? false;
    const host = (trusted && first(headers['x-forwarded-host'])) || (headers.host ?? 'localhost');
    const scheme = trusted && first(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
    const address = `${scheme}://${host}`;
    return sites.get(address) ?? read(address, scheme, host);
  };
}
