import type { Express, Response } from 'express';
import type { Context } from '../context.ts';
import type { ResponseCache } from '../memory/answers.ts';
import { currentRoute } from '../telemetry/routes.ts';
import { Answer, type Headers } from './answer.ts';

/** Prefix of the headers that say how often a client may still ask. */
const LIMIT = 'ratelimit';
/** GraphQL answers with status 200 even if a part failed, and that part may work the next time. */
const FAILED = '{"errors"';

/** `YYYY-MM-DD HH:MM:SS` of UTC in milliseconds since 1970. */
const milliseconds = (utc: string): number => Date.parse(`${utc.replace(' ', 'T')}Z`);

/**
 * Sends a text, with the status and headers that are set. @param context of whom it answers; without one it is
 * a document, the same for everyone @param since of what clients may ask for by date, when it became what it
 * is, by its tag
 */
export interface Send {
  (res: Response, text: string, context?: Context | null, since?: (tag: string) => number): void;
  /** Says how caches may keep an answer for everyone, unless that has been said. */
  forEveryone(res: Response): void;
}

/**
 * How caches may keep what is for everyone. Browsers ask before each use, and so do shared caches unless they
 * may answer for a while. `stale-while-revalidate` is for CDNs alone (RFC 9213): browsers would heed it, too,
 * and `s-maxage` forbids it.
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
 * How all texts go out. Answers to GET and HEAD have a strong entity tag, are compared with what the client has
 * (304), encoded as it likes, and kept for others where the answer is for everyone.
 */
export function sender(cache: ResponseCache | null, sharedMaxAge = 0): Send {
  const cached = cacheHeaders(sharedMaxAge);
  const forEveryone = (res: Response): void => {
    if (!res.hasHeader('Cache-Control')) for (const [name, value] of cached) res.setHeader(name, value);
  };
  const send: (...answer: Parameters<Send>) => void = (res, text, context = null, since = undefined) => {
    const { req } = res;
    if (res.statusCode !== 200 || (req.method !== 'GET' && req.method !== 'HEAD')) {
      res.send(text);
      return;
    }
    const isForAll = context === null || context.caller.login === null;
    if (isForAll) forEveryone(res);
    res.vary('Accept-Encoding');
    res.vary('Authorization');
    const answer = new Answer(Buffer.from(text), takeHeaders(res), currentRoute(), since);
    if (context && isForAll && req.method === 'GET' && !text.startsWith(FAILED))
      cache?.keep(req, answer, milliseconds(context.freshUntil), context.reads);
    answer.send(req, res);
  };
  return Object.assign(send, { forEveryone });
}

/** Those of the answer, which sends them; its id, and how often it may still ask, are the request's own. */
function takeHeaders(res: Response): Headers {
  const headers: [name: string, value: string][] = [];
  for (const [name, value] of Object.entries(res.getHeaders())) {
    if (name.startsWith(LIMIT)) continue;
    res.removeHeader(name);
    if (value !== undefined && name !== 'x-request-id') headers.push([name, String(value)]);
  }
  return headers;
}

/**
 * Tells the cache of every answer that begins: files and errors are answers too, which nobody keeps, so nobody
 * has to wait for their end. On the prototype, because a method on each response keeps dead responses from
 * being collected until the next full collection.
 */
export function releaseAtHead(app: Express, cache: ResponseCache): void {
  const writeHead = app.response.writeHead;
  app.response.writeHead = function release(this: Response, ...head: unknown[]): Response {
    cache.release(this.req);
    Reflect.apply(writeHead, this, head);
    return this;
  };
}
