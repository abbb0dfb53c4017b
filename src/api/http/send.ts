import type { Response } from 'express';
import type { Context } from '../../domain/context/context.ts';
import { Answer, type Headers, headersOf } from './answer.ts';
import { currentRoute } from './page-routes.ts';
import { type ResponseCache, uncached } from './response-cache.ts';
import { computedAsOf, markComputed, staleHeaders } from './stale.ts';

/** GraphQL answers with status 200 even if a part failed, and that part may work the next time. */
const FAILED = '{"errors"';

/** Methods whose answers clients may compare with what they have (RFC 9110, 13.1.2; RFC 10008). */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);

/** What shared caches may do. */
export interface SharedCaching {
  /** How old an answer from a shared cache may be, in milliseconds. */
  readonly sharedMaxAge: number;
  /** For how long it may give older ones while it gets none from us, in milliseconds. */
  readonly staleIfError: number;
}

/** `YYYY-MM-DD HH:MM:SS` of UTC in milliseconds since 1970. */
const milliseconds = (utc: string): number => Date.parse(`${utc.replace(' ', 'T')}Z`);

/**
 * Sends a text, with the status and headers that are set. @param context of whom it answers; without one it is
 * a document, the same for everyone @param since of what clients may ask for by date, when it became what it
 * is, by its tag
 */
export interface Send {
  (res: Response, text: string, context?: Context | null, since?: (tag: string) => number): void;
  /**
   * Sets how caches may keep an answer for everybody, unless that is set already.
   * @param alwaysAsks what it says where they have to ask before each use, in place of an age of zero
   */
  forEveryone(res: Response, alwaysAsks?: string): void;
}

/**
 * How caches may keep answers for everybody. Browsers ask before each use, and so do shared caches unless
 * they may answer for a while, or get no answer themselves (RFC 5861). `stale-while-revalidate` is only for CDNs
 * (RFC 9213): browsers would obey it too, and `s-maxage` forbids it.
 */
function cacheHeaders({ sharedMaxAge, staleIfError }: SharedCaching): Headers {
  const seconds = Math.floor(sharedMaxAge / 1_000);
  const stale = Math.floor(staleIfError / 1_000);
  // `must-revalidate` would forbid it (RFC 9111, 4.2.4).
  const otherwise = stale > 0 ? `stale-if-error=${stale}` : 'must-revalidate';
  if (seconds === 0) return [['Cache-Control', `public, max-age=0, ${otherwise}`]];
  const fresh = Math.ceil(seconds / 2);
  const cdn = `public, max-age=${fresh}, stale-while-revalidate=${seconds - fresh}`;
  return [
    ['Cache-Control', `public, max-age=0, s-maxage=${seconds}, ${otherwise}`],
    ['CDN-Cache-Control', stale > 0 ? `${cdn}, ${otherwise}` : cdn],
  ];
}

/**
 * Sends all texts. Answers to GET, HEAD and QUERY have a strong entity tag, are compared with what the client has
 * (304), encoded as it prefers, and cached if they are for everybody.
 */
export function sender(
  cache: ResponseCache | null,
  caching: SharedCaching = { sharedMaxAge: 0, staleIfError: 0 },
): Send {
  const cached = cacheHeaders(caching);
  const forEveryone = (res: Response, alwaysAsks?: string): void => {
    if (res.hasHeader('Cache-Control')) return;
    if (alwaysAsks !== undefined && caching.sharedMaxAge < 1_000) res.setHeader('Cache-Control', alwaysAsks);
    else for (const [name, value] of cached) res.setHeader(name, value);
  };
  const send: (...answer: Parameters<Send>) => void = (res, text, context = null, since = undefined) => {
    const { req } = res;
    if (res.statusCode !== 200 || !READING.has(req.method)) {
      if (context && res.statusCode === 200 && !text.startsWith(FAILED)) markComputed(res, context);
      uncached(res).send(text);
      context?.limits.release();
      return;
    }
    const isForAll = context === null || context.caller.login === null;
    if (isForAll) forEveryone(res);
    res.vary('Accept-Encoding, Authorization');
    const answer = new Answer(Buffer.from(text), cache ? headersOf(res) : [], currentRoute(), since);
    const asOf = context && computedAsOf(context);
    if (context && isForAll && req.method === 'GET' && !text.startsWith(FAILED)) {
      const freshUntil = milliseconds(context.dependencies.freshUntil);
      cache?.set(req, { answer, freshUntil, dependencies: context.dependencies, asOf });
    } else uncached(res);
    const encoding = answer.send(req, res, staleHeaders(asOf, 'computed'), []);
    if (encoding) void encoding.then(() => context?.limits.release());
    else context?.limits.release();
  };
  return Object.assign(send, { forEveryone });
}
