import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import express from 'express';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../lib/errors.ts';

/** A Host header that is safe in a link; any other would let a client inject text into responses. */
const HOST = /^(?:[\w-][\w.-]*|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const MAX_HOST = 260;
/** Maximum number of cached addresses; a service has few names. */
const MAX_SITES = 100;

/**
 * Returns the address of the service as the client addressed it, without a trailing slash: `https://cal.example.net`.
 * @throws ServiceError bad_request 400, rest_forbidden 403
 */
export type SiteOf = (req: IncomingMessage) => string;

/** The setting `trust proxy` of Express: none, all, a number of hops, or addresses and networks. */
export type TrustProxy = boolean | number | readonly string[];

/** The settings BASE_URL, TRUST_PROXY, ALLOWED_HOSTS and ALLOW_ANONYMOUS_WRITES. */
export interface SiteOptions {
  readonly baseUrl: string | undefined;
  readonly trustProxy: TrustProxy;
  readonly allowedHosts: readonly string[];
  readonly allowAnonymousWrites: boolean;
}

/** The function of Express that decides whether to trust a proxy; null if none is trusted. */
function trustFunction({
  trustProxy,
}: Pick<SiteOptions, 'trustProxy'>): ((address: string, hop: number) => boolean) | null {
  return trustProxy === false || trustProxy === 0
    ? null
    : express().set('trust proxy', trustProxy).get('trust proxy fn');
}

const first = (header: string | string[] | undefined): string =>
  (header ?? '').toString().split(',', 1)[0]?.trim() ?? '';

/** Creates a function that returns the client's address behind trusted proxies, like `req.ip` of Express. */
export function clientAddressReader(
  options: Pick<SiteOptions, 'trustProxy'>,
): (req: IncomingMessage) => string {
  const trust = trustFunction(options);
  return ({ socket: { remoteAddress = '' }, headers: { 'x-forwarded-for': forwarded } }) => {
    if (trust === null || forwarded === undefined) return remoteAddress;
    // Each proxy appends the address of its peer.
    const names = forwarded.toString().split(',');
    const addresses = names.map((name) => name.trim()).filter((name) => name !== '');
    const fromHere = [remoteAddress, ...addresses.reverse()];
    return fromHere.find((address, hop) => !trust(address, hop)) ?? fromHere.at(-1) ?? '';
  };
}

/**
 * Whether a host name may address the service. A page of another site can point its own name to this machine (DNS
 * rebinding), so that the browser takes the service for the same site. This is impossible with IP addresses and
 * `localhost`.
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
 * Whether a request has more than one Host header. Node uses the first; a proxy in front may have used another
 * (RFC 9112, 3.2).
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
 * Creates the only function that determines the address of the service; it decides whether to trust forwarded headers.
 * Without a Host, which HTTP/1.0 allows, the host is localhost.
 * @returns a function that throws bad_request (400) for an invalid Host and rest_forbidden (403) for a Host that is not
 * allowed
 */
export function siteReader(options: SiteOptions): SiteOf {
  const { baseUrl, allowedHosts, allowAnonymousWrites } = options;
  const trust = trustFunction(options);
  const isRestricted = allowAnonymousWrites || allowedHosts.length > 0;
  const sites = new LRUCache<string, string>({ max: MAX_SITES });

  const read = (address: string, scheme: string, host: string): string => {
    const url = host.length <= MAX_HOST && HOST.test(host) ? URL.parse(address) : null;
    if (url === null)
      throw new ServiceError('bad_request', { message: 'The Host header is not a valid host name.' });
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
