import type { Request, Response } from 'express';
import type { Context, SiteUrls } from '../../../domain/context/context.ts';
import type { Send } from '../../http/send.ts';
import type { SiteOf } from '../../http/site.ts';
import { EMPTY_FORM, type Form, parseForm } from './form.ts';

/** A mount point of the API: `/wp-json` or nothing, and a namespace. */
export interface Mount {
  readonly prefix: '' | '/wp-json';
  readonly namespace: string;
}

interface ApiUrls extends SiteUrls {
  /** See {@link apiLink}. */
  readonly link: string;
}

/** The addresses for links in the response: they use the host and mount point of the request. */
export function urlsOf(req: Request, mount: Mount, siteOf: SiteOf): ApiUrls {
  const site = siteOf(req);
  const rest = `${site}${mount.prefix}/${mount.namespace}`;
  return { site, host: new URL(site).hostname, rest, link: apiLink(site) };
}

/** The `Link` header by which WordPress clients find the API. */
export const apiLink = (site: string): string => `<${site}/wp-json/>; rel="https://api.w.org/"`;

export interface RestRequest {
  readonly req: Request;
  readonly res: Response;
  readonly mount: Mount;
  readonly urls: SiteUrls;
  readonly query: Form;
  readonly send: Send;
  body: Form;
  /** Null for a response that is the same for all callers. */
  context: Context | null;
}

/** Reads the query string and addresses, and sets the headers of all responses, errors included. */
export function openRequest(
  { siteOf, send }: { siteOf: SiteOf; send: Send },
  req: Request,
  res: Response,
  mount: Mount,
): RestRequest {
  const urls = urlsOf(req, mount, siteOf);
  res.setHeader('X-Robots-Tag', 'noindex');
  res.setHeader('Link', urls.link);
  res.vary('Prefer');
  const at = req.originalUrl.indexOf('?');
  return {
    req,
    res,
    mount,
    urls,
    query: at < 0 ? EMPTY_FORM : parseForm(req.originalUrl.slice(at + 1)),
    send,
    body: EMPTY_FORM,
    context: null,
  };
}

/** Sets `Allow`, the methods that the caller may use. */
export function setAllow(res: Response, methods: readonly string[]): void {
  res.setHeader('Allow', methods.join(', '));
}

/** Sets the caller of a request and the headers that depend on the caller; excludes personal responses from caches. */
export function markCaller(context: Context, request: RestRequest, methods: readonly string[]): void {
  const { res } = request;
  const { caller } = context;
  request.context = context;
  const open = methods.includes('GET') ? ['GET'] : [];
  setAllow(res, caller.role === 'anonymous' ? open : methods);
  if (caller.login !== null) res.setHeader('Cache-Control', 'no-store, private');
}

/** The effective method: clients behind strict proxies send POST with a method override. */
export function methodOf({ req, query, body }: RestRequest): string {
  if (req.method !== 'POST') return req.method;
  const override =
    req.headers['x-http-method-override'] ??
    query.values._method ??
    (body.text === '' ? undefined : body.values._method);
  return typeof override === 'string' && override !== '' ? override.toUpperCase() : req.method;
}
