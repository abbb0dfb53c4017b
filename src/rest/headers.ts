import type { Request, Response } from 'express';
import { apiLink } from './site.ts';

const EXPOSED =
  'X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Link, Location, ETag, Allow, Retry-After, X-Ignored-Parameters, Preference-Applied, Accept-Post';
const ACCEPTED =
  'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, If-Match, If-None-Match, X-HTTP-Method-Override, Prefer';
const METHODS = 'OPTIONS, GET, POST, PUT, PATCH, DELETE';

/** Headers of every answer of the API, errors included; CORS as WordPress does it. */
export function standardHeaders(req: Request, res: Response, site: string): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('X-Robots-Tag', 'noindex');
  res.setHeader('Link', apiLink(site));
  res.setHeader('Access-Control-Expose-Headers', EXPOSED);
  res.setHeader('Access-Control-Allow-Headers', ACCEPTED);
  res.vary('Origin, Prefer');
  const origin = req.headers.origin;
  if (origin === undefined) return;
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Allow-Methods', METHODS);
  res.setHeader('Access-Control-Allow-Credentials', 'true');
  if (req.method === 'OPTIONS') res.setHeader('Access-Control-Max-Age', '600');
}

/** The methods that the caller may use here. */
export function allow(res: Response, methods: readonly string[]): void {
  res.setHeader('Allow', methods.join(', '));
}

/** Size of a list, under the names of both worlds, and its neighbours by RFC 8288. */
export function pageHeaders(
  res: Response,
  page: { total: number; totalPages: number; next: string | null; previous: string | null },
): void {
  for (const family of ['TEC', 'WP']) {
    res.setHeader(`X-${family}-Total`, page.total);
    res.setHeader(`X-${family}-TotalPages`, page.totalPages);
  }
  const links = [res.getHeader('Link'), page.previous && `<${page.previous}>; rel="prev"`, page.next && `<${page.next}>; rel="next"`];
  res.setHeader('Link', links.filter((link) => typeof link === 'string').join(', '));
}
