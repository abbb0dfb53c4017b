import type { Request } from 'express';
import type { SiteUrls } from '../../../domain/context/context.ts';
import type { SiteOf } from '../../http/site.ts';

/** One place where the API is mounted: `/wp-json` or nothing, and a namespace. */
export interface Mount {
  readonly prefix: '' | '/wp-json';
  readonly namespace: string;
}

/** The addresses of a request, and what leads to the API there. */
interface ApiUrls extends SiteUrls {
  /** See {@link apiLink}. */
  readonly link: string;
}

/** The addresses of a request: they lead back to the mount and host that were asked. */
export function urlsOf(req: Request, mount: Mount, siteOf: SiteOf): ApiUrls {
  const site = siteOf(req);
  const rest = `${site}${mount.prefix}/${mount.namespace}`;
  return { site, host: new URL(site).hostname, rest, link: apiLink(site) };
}

/** Value of the `Link` header by which clients written for WordPress find the API. */
export const apiLink = (site: string): string => `<${site}/wp-json/>; rel="https://api.w.org/"`;
