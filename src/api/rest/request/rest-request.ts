import type { Request, Response } from 'express';
import type { Context, SiteUrls } from '../../../domain/context/context.ts';
import type { Send } from '../../http/send.ts';
import type { SiteOf } from '../../http/site.ts';
import { allow } from '../allow.ts';
import { EMPTY_FORM, type Form, parseForm } from './form.ts';
import { type Mount, urlsOf } from './urls.ts';

/** A request on its way to its answer. */
export interface RestRequest {
  readonly req: Request;
  readonly res: Response;
  readonly mount: Mount;
  readonly urls: SiteUrls;
  readonly query: Form;
  readonly send: Send;
  body: Form;
  /** The context in which it is answered; null for answers that are the same for everybody. */
  context: Context | null;
}

/** Reads what every request has, and sets the headers that every answer has, including errors. */
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

/** Marks answers for one caller, so that they are not cached for others. */
export function markCaller(context: Context, request: RestRequest, methods: readonly string[]): void {
  const { res } = request;
  const { caller } = context;
  request.context = context;
  const open = methods.includes('GET') ? ['GET'] : [];
  allow(res, caller.role === 'anonymous' ? open : methods);
  if (caller.login !== null) res.setHeader('Cache-Control', 'no-store, private');
}

/** The method that the caller means: clients behind strict proxies send POST and name another method. */
export function methodOf({ req, query, body }: RestRequest): string {
  if (req.method !== 'POST') return req.method;
  const named =
    req.headers['x-http-method-override'] ??
    query.values._method ??
    (body.text === '' ? undefined : body.values._method);
  return typeof named === 'string' && named !== '' ? named.toUpperCase() : req.method;
}
