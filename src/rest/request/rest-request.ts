import type { Request, Response } from 'express';
import type { Context, Links } from '../../context.ts';
import type { SiteOf } from '../../http/site.ts';
import { allow, standardHeaders } from '../respond/headers.ts';
import { isForm } from './body.ts';
import { EMPTY_FORM, type Form, parseForm } from './form.ts';
import { linksOf, type Mount } from './links.ts';

/** A request on its way to its answer. */
export interface RestRequest {
  readonly req: Request;
  readonly res: Response;
  readonly mount: Mount;
  readonly links: Links;
  readonly query: Form;
  body: Form;
}

/** Reads what every request has, and sets the headers that every answer has. */
export function openRequest(req: Request, res: Response, mount: Mount, siteOf: SiteOf): RestRequest {
  const links = linksOf(req, mount, siteOf);
  standardHeaders(res, links.site);
  const at = req.originalUrl.indexOf('?');
  return {
    req,
    res,
    mount,
    links,
    query: at < 0 ? EMPTY_FORM : parseForm(req.originalUrl.slice(at + 1)),
    body: EMPTY_FORM,
  };
}

/** Answers for somebody in particular are nobody else's. */
export function markCaller({ res }: RestRequest, context: Context, methods: readonly string[]): void {
  const { caller } = context;
  res.locals.context = context;
  allow(res, caller.role === 'anonymous' ? methods.filter((method) => method === 'GET') : methods);
  if (caller.login !== null) res.setHeader('Cache-Control', 'no-store, private');
}

/** The method that the caller means: clients behind strict proxies send POST and name another one. */
export function methodOf({ req, query, body }: RestRequest): string {
  if (req.method !== 'POST') return req.method;
  const named =
    req.headers['x-http-method-override'] ??
    query.values._method ??
    (isForm(req) ? body.values._method : undefined);
  return typeof named === 'string' && named !== '' ? named.toUpperCase() : req.method;
}
