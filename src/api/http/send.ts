import type { Response } from 'express';
import type { Context } from '../../domain/context/context.ts';
import { releaseUnlessLarge } from '../../domain/context/large-answer.ts';
import { Answer, type Headers, headersOf } from './answer.ts';
import { currentRoute } from './page-routes.ts';
import { isCacheable, type ResponseCache, uncached } from './response-cache.ts';

/** GraphQL answers with status 200 even if a part failed, and that part may work the next time. */
const FAILED = '{"errors"';

/** Methods whose answers clients may compare with what they have (RFC 9110, 13.1.2; RFC 10008). */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);

/** For how many seconds caches may give older answers while they get none from the service. */
const STALE_IF_ERROR = 60;
const OTHERWISE = `stale-if-error=${STALE_IF_ERROR}`;

/** What shared caches may do. */
interface SharedCaching {
  /** How old an answer from a shared cache may be, in milliseconds. */
  readonly sharedMaxAge: number;
}

/** `YYYY-MM-DD HH:MM:SS` of UTC in milliseconds since 1970. */
const milliseconds = (utc: string): number => Date.parse(`${utc.replace(' ', 'T')}Z`);

/**
 * Sends a text, with the status and headers that are set. @param context of whom it answers; without one it is
 * a document, the same for everyone @param since the moment since which an answer with this tag is unchanged, where
 * clients may ask by date
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
function cacheHeaders({ sharedMaxAge }: SharedCaching): Headers {
  const seconds = Math.floor(sharedMaxAge / 1_000);
  if (seconds === 0) return [['Cache-Control', `public, max-age=0, ${OTHERWISE}`]];
  const fresh = Math.ceil(seconds / 2);
  const cdn = `public, max-age=${fresh}, stale-while-revalidate=${seconds - fresh}`;
  return [
    ['Cache-Control', `public, max-age=0, s-maxage=${seconds}, ${OTHERWISE}`],
    ['CDN-Cache-Control', `${cdn}, ${OTHERWISE}`],
  ];
}

/**
 * Sends all texts. Answers to GET, HEAD and QUERY have a strong entity tag, are compared with what the client has
 * (304), encoded as it prefers, and cached if they are for everybody.
 */
export function sender(cache: ResponseCache | null, caching: SharedCaching = { sharedMaxAge: 0 }): Send {
  const cached = cacheHeaders(caching);
  const forEveryone = (res: Response, alwaysAsks?: string): void => {
    if (res.hasHeader('Cache-Control')) return;
    if (alwaysAsks !== undefined && caching.sharedMaxAge < 1_000) res.setHeader('Cache-Control', alwaysAsks);
    else for (const [name, value] of cached) res.setHeader(name, value);
  };
  const send: (...answer: Parameters<Send>) => void = (res, text, context = null, since = undefined) => {
    const { req } = res;
    if (context) releaseUnlessLarge(context, text.length);
    const isReading = READING.has(req.method);
    if (res.statusCode !== 200 || !(isReading || isCacheable(req))) {
      uncached(res).send(text);
      return;
    }
    const isForAll = context === null || context.caller.login === null;
    if (isReading) {
      if (isForAll) forEveryone(res);
      res.vary('Accept-Encoding, Authorization');
    }
    const answer = new Answer(Buffer.from(text), cache ? headersOf(res) : [], currentRoute(), since);
    if (context && isForAll && !text.startsWith(FAILED))
      cache?.set(req, answer, milliseconds(context.clock.validUntil));
    else uncached(res);
    void answer.send(req, res, []);
  };
  return Object.assign(send, { forEveryone });
}
