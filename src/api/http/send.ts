import type { Response } from 'express';
import type { Context } from '../../domain/context/context.ts';
import { Answer, type Headers } from './answer.ts';
import { currentRoute } from './page-routes.ts';
import { type ResponseCache, uncached } from './response-cache.ts';

/** Prefix of the headers that say how many requests a client may still send. */
const LIMIT = 'ratelimit';
/** GraphQL answers with status 200 even if a part failed, and that part may work the next time. */
const FAILED = '{"errors"';

/** Methods whose answers clients may compare with what they have (RFC 9110, 13.1.2; RFC 10008). */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);

/** `YYYY-MM-DD HH:MM:SS` of UTC in milliseconds since 1970. */
const milliseconds = (utc: string): number => Date.parse(`${utc.replace(' ', 'T')}Z`);

/**
 * Sends a text, with the status and headers that are set. @param context of whom it answers; without one it is
 * a document, the same for everyone @param since of what clients may ask for by date, when it became what it
 * is, by its tag
 */
export interface Send {
  (res: Response, text: string, context?: Context | null, since?: (tag: string) => number): void;
  /** Sets how caches may keep an answer for everybody, unless that is set already. */
  forEveryone(res: Response): void;
}

/**
 * How caches may keep answers for everybody. Browsers ask before each use, and so do shared caches unless
 * they may answer for a while. `stale-while-revalidate` is only for CDNs (RFC 9213): browsers would obey it
 * too, and `s-maxage` forbids it.
 * @param sharedMaxAge how old an answer from a shared cache may be, in milliseconds
 */
function cacheHeaders(sharedMaxAge: number): Headers {
  const seconds = Math.floor(sharedMaxAge / 1_000);
  if (seconds === 0) return [['Cache-Control', 'public, max-age=0, must-revalidate']];
  const fresh = Math.ceil(seconds / 2);
  return [
    ['Cache-Control', `public, max-age=0, s-maxage=${seconds}, must-revalidate`],
    ['CDN-Cache-Control', `public, max-age=${fresh}, stale-while-revalidate=${seconds - fresh}`],
  ];
}

/**
 * Sends all texts. Answers to GET, HEAD and QUERY have a strong entity tag, are compared with what the client has
 * (304), encoded as it prefers, and cached if they are for everybody.
 */
export function sender(cache: ResponseCache | null, sharedMaxAge = 0): Send {
  const cached = cacheHeaders(sharedMaxAge);
  const forEveryone = (res: Response): void => {
    if (!res.hasHeader('Cache-Control')) for (const [name, value] of cached) res.setHeader(name, value);
  };
  const send: (...answer: Parameters<Send>) => void = (res, text, context = null, since = undefined) => {
    const { req } = res;
    if (res.statusCode !== 200 || !READING.has(req.method)) {
      uncached(res).send(text);
      context?.limits.release();
      return;
    }
    const isForAll = context === null || context.caller.login === null;
    if (isForAll) forEveryone(res);
    res.vary('Accept-Encoding');
    res.vary('Authorization');
    const answer = new Answer(Buffer.from(text), takeHeaders(res), currentRoute(), since);
    if (context && isForAll && req.method === 'GET' && !text.startsWith(FAILED))
      cache?.set(req, answer, milliseconds(context.dependencies.freshUntil), context.dependencies);
    else uncached(res);
    const encoding = answer.send(req, res);
    if (encoding) void encoding.then(() => context?.limits.release());
    else context?.limits.release();
  };
  return Object.assign(send, { forEveryone });
}

/** The headers of the answer. Its id, and how many requests are left, belong to the request. */
function takeHeaders(res: Response): Headers {
  const headers: [name: string, value: string][] = [];
  for (const [name, value] of Object.entries(res.getHeaders())) {
    if (name.startsWith(LIMIT)) continue;
    res.removeHeader(name);
    if (value !== undefined && name !== 'x-request-id') headers.push([name, String(value)]);
  }
  return headers;
}
