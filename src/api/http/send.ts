import type { Response } from 'express';
import type { Context } from '../../domain/context/context.ts';
import { releaseUnlessLarge } from '../../domain/context/large-response.ts';
import { currentRoute } from './page-routes.ts';
import { type Headers, PreparedResponse, reusableHeaders } from './prepared-response.ts';
import { isCacheable, type ResponseCache, uncached } from './response-cache.ts';

/** A GraphQL response with errors has status 200, but must not be cached: the next attempt may succeed. */
const ERRORS_PREFIX = '{"errors"';

/** Methods with conditional requests (RFC 9110, 13.1.2; RFC 10008). */
const CONDITIONAL_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);

/** Seconds for which caches may serve stale responses while the service fails. */
const STALE_IF_ERROR_SECONDS = 60;
const STALE_DIRECTIVE = `stale-if-error=${STALE_IF_ERROR_SECONDS}`;

interface SharedCaching {
  /** Maximum age of a response from a shared cache, in milliseconds. */
  readonly sharedMaxAge: number;
}

/** Converts `YYYY-MM-DD HH:MM:SS` in UTC to milliseconds since 1970. */
const milliseconds = (utc: string): number => Date.parse(`${utc.replace(' ', 'T')}Z`);

/**
 * Sends a text with the status and headers that are set.
 * @param context of the caller; without it the text is a public document
 * @param since returns the instant since which a response with this tag is unchanged; enables If-Modified-Since
 */
export interface Send {
  (res: Response, text: string, context?: Context | null, since?: (tag: string) => number): void;
  /**
   * Sets the cache headers of a public response, unless Cache-Control is set.
   * @param revalidating Cache-Control for when shared caches must revalidate before each use, instead of an age of zero
   */
  setPublicCaching(res: Response, revalidating?: string): void;
}

/**
 * The cache headers of public responses. Browsers revalidate before each use; shared caches too, unless `sharedMaxAge`
 * allows reuse or the service fails (RFC 5861). `stale-while-revalidate` is only for CDNs (RFC 9213): browsers would
 * obey it too, and `s-maxage` forbids it.
 */
function publicCacheHeaders({ sharedMaxAge }: SharedCaching): Headers {
  const seconds = Math.floor(sharedMaxAge / 1_000);
  if (seconds === 0) return [['Cache-Control', `public, max-age=0, ${STALE_DIRECTIVE}`]];
  const fresh = Math.ceil(seconds / 2);
  const cdn = `public, max-age=${fresh}, stale-while-revalidate=${seconds - fresh}`;
  return [
    ['Cache-Control', `public, max-age=0, s-maxage=${seconds}, ${STALE_DIRECTIVE}`],
    ['CDN-Cache-Control', `${cdn}, ${STALE_DIRECTIVE}`],
  ];
}

/**
 * Creates the function that sends all texts. Responses to GET, HEAD and QUERY have a strong entity tag, may be 304, are
 * encoded as the client prefers, and cached if they are public.
 */
export function sender(cache: ResponseCache | null, caching: SharedCaching = { sharedMaxAge: 0 }): Send {
  const cached = publicCacheHeaders(caching);
  const setPublicCaching = (res: Response, revalidating?: string): void => {
    if (res.hasHeader('Cache-Control')) return;
    if (revalidating !== undefined && caching.sharedMaxAge < 1_000)
      res.setHeader('Cache-Control', revalidating);
    else for (const [name, value] of cached) res.setHeader(name, value);
  };
  const send: (...args: Parameters<Send>) => void = (res, text, context = null, since = undefined) => {
    const { req } = res;
    if (context) releaseUnlessLarge(context, text.length);
    const isConditional = CONDITIONAL_METHODS.has(req.method);
    if (res.statusCode !== 200 || !(isConditional || isCacheable(req))) {
      uncached(res).send(text);
      return;
    }
    const isPublic = context === null || context.caller.login === null;
    if (isConditional) {
      if (isPublic) setPublicCaching(res);
      res.vary('Accept-Encoding, Authorization');
    }
    const prepared = new PreparedResponse(
      Buffer.from(text),
      cache ? reusableHeaders(res) : [],
      currentRoute(),
      since,
    );
    if (context && isPublic && !text.startsWith(ERRORS_PREFIX))
      cache?.set(req, prepared, milliseconds(context.clock.validUntil));
    else uncached(res);
    void prepared.send(req, res, []);
  };
  return Object.assign(send, { setPublicCaching });
}
