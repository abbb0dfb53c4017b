import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { SiteUrls } from '../../context.ts';
import type { SiteOf } from '../../http/site.ts';

/** One place where the API is mounted: `/wp-json` or nothing, and a namespace. */
export interface Mount {
  readonly prefix: '' | '/wp-json';
  readonly namespace: string;
}

/** A service is asked under few names. */
const hosts = new LRUCache<string, string>({ max: 100 });

/** The host of an address, without its port. */
export function hostOf(site: string): string {
  const known = hosts.get(site);
  if (known !== undefined) return known;
  const { hostname } = new URL(site);
  hosts.set(site, hostname);
  return hostname;
}

/** The addresses of a request: they lead back to the mount and host that were asked. */
export function urlsOf(req: Request, mount: Mount, siteOf: SiteOf): SiteUrls {
  const site = siteOf(req);
  return { site, host: hostOf(site), rest: `${site}${mount.prefix}/${mount.namespace}` };
}

/** Value of the `Link` header by which clients written for WordPress find the API. */
export const apiLink = (site: string): string => `<${site}/wp-json/>; rel="https://api.w.org/"`;
