import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { RECORD_KINDS } from '../../lib/kinds.ts';
import {
  CATEGORY_PAGES,
  EVENTS_PAGE,
  INDEX_PAGES,
  recordPages,
  TAG_PAGES,
} from '../../lib/page-addresses.ts';
import type { CacheDependencies } from '../../platform/cache/cache-dependencies.ts';
import type { CacheInvalidator } from '../../platform/cache/cache-invalidator.ts';
import { cacheHits, cacheMisses } from '../../platform/telemetry/counters.ts';
import type { Admit } from './admission.ts';
import type { Answer } from './answer.ts';

/** How much memory all responses may take, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Responses to longer addresses are not cached; in characters. */
const MAX_KEY = 1_000;
/** What an entry takes besides its key and its body, in bytes: mostly its dependencies. */
const OVERHEAD = 1_500;
const PAGES = [
  EVENTS_PAGE,
  CATEGORY_PAGES,
  TAG_PAGES,
  ...Object.values(INDEX_PAGES),
  ...RECORD_KINDS.map(recordPages),
];
/** At these addresses the type of a response depends on what the client accepts. */
const NEGOTIATED = new RegExp(`^(?:/graphql|${PAGES.join('|')})(?:[/?]|$)`);

/** A response that has been computed. */
interface ComputedResponse {
  readonly answer: Answer;
  readonly dependencies: CacheDependencies;
  /** Milliseconds since 1970. */
  readonly freshUntil: number;
}

interface CachedResponse extends ComputedResponse {
  /** The version of the data up to which nothing that it depends on has changed. */
  version: number;
}

/** A request whose response may be cached, and which others may wait for. */
interface Pending {
  key: string;
  version: number;
  /** Resolves what the others wait for; null if they have to compute it themselves. */
  resolve: (cached: CachedResponse | null) => void;
}

const NOTHING = (): void => {};

/** By request, until it is clear whether its response is cached. */
const pendings = new WeakMap<IncomingMessage, Pending>();

/** The pending request, which then is none any more. */
function takePending(req: IncomingMessage): Pending | undefined {
  const pending = pendings.get(req);
  pendings.delete(req);
  return pending;
}

/**
 * Says that a response is not cached, before it is sent: requests that wait for it are then computed one by one,
 * however slowly this client reads. A response for which it is not called holds them until it is closed.
 */
export function uncached<R extends ServerResponse>(res: R): R {
  takePending(res.req)?.resolve(null);
  return res;
}

/** The first of several requests for the same thing. */
interface Computing {
  res: ServerResponse;
  response: Promise<CachedResponse | null>;
}

interface CacheOptions {
  invalidator: CacheInvalidator;
  clock: () => Date;
  /**
   * The address under which a request was sent, if anybody may send it.
   * @throws for all others, which are refused behind the cache
   */
  admit: Admit;
}

/**
 * Caches responses to anonymous GET requests, as bytes, in front of everything else. A response is sent again as
 * long as nothing that it depends on has changed, here or elsewhere, and the moment has not come at which it may
 * change by itself. Many requests for the same thing at the same time wait for one computation. While changes
 * that are made elsewhere are not known, nothing is cached.
 */
export class ResponseCache {
  readonly #invalidator: CacheInvalidator;
  readonly #clock: () => Date;
  readonly #admit: Admit;
  readonly #entries = new LRUCache<string, CachedResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => answer.size + key.length * 2 + OVERHEAD,
  });
  readonly #computing = new Map<string, Computing>();

  constructor({ invalidator, clock, admit }: CacheOptions) {
    this.#invalidator = invalidator;
    this.#clock = clock;
    this.#admit = admit;
    invalidator.onInvalidate(({ changes }) => {
      if (changes === undefined && this.#entries.size > 0) this.#entries.clear();
      // Requests that arrive from now on must not wait for what was computed before the change.
      this.#computing.clear();
    });
  }

  /** Puts this cache in front of the service. */
  inFrontOf(app: RequestListener): RequestListener {
    return (req, res) => {
      const key = this.#keyOf(req);
      if (key === null) return app(req, res);
      const isCached = req.method === 'GET' && this.#invalidator.canCache;
      const entry = this.#entries.get(key);
      if (isCached && entry && this.#isFresh(entry)) return this.#send(entry, req, res);
      if (!isCached) {
        pendings.set(req, { key, version: this.#invalidator.version, resolve: NOTHING });
        return app(req, res);
      }
      const computing = this.#computing.get(key);
      if (computing && !computing.res.headersSent)
        void computing.response.then((cached) => (cached ? this.#send(cached, req, res) : app(req, res)));
      else this.#compute(key, req, res, app);
    };
  }

  #send({ answer }: ComputedResponse, req: IncomingMessage, res: ServerResponse): void {
    cacheHits.add(answer.route);
    void answer.send(req, res);
  }

  /** Whether only the clock may have made it outdated. */
  #isUnchanged(entry: CachedResponse): boolean {
    if (!this.#invalidator.isUnchanged(entry.version, entry.dependencies)) return false;
    entry.version = this.#invalidator.version;
    return true;
  }

  #isFresh(entry: CachedResponse): boolean {
    return this.#clock().getTime() < entry.freshUntil && this.#isUnchanged(entry);
  }

  #compute(key: string, req: IncomingMessage, res: ServerResponse, app: RequestListener): void {
    cacheMisses.add();
    const { promise, resolve } = Promise.withResolvers<CachedResponse | null>();
    const computing = { res, response: promise };
    this.#computing.set(key, computing);
    const settle = (cached: CachedResponse | null): void => {
      if (this.#computing.get(key) === computing) this.#computing.delete(key);
      resolve(cached);
    };
    pendings.set(req, { key, version: this.#invalidator.version, resolve: settle });
    res.once('close', () => settle(null));
    app(req, res);
  }

  /** Caches the response to a request, unless something that it depends on changed while it was computed. */
  set(req: IncomingMessage, response: ComputedResponse): void {
    const pending = takePending(req);
    if (!pending) return;
    const { key, version, resolve } = pending;
    const entry = { ...response, version };
    const isFresh = this.#invalidator.canCache && this.#isFresh(entry);
    if (isFresh) this.#entries.set(key, entry);
    resolve(isFresh ? entry : null);
  }

  /** What the response to a request depends on, besides the data; null if it is not cached. */
  #keyOf(req: IncomingMessage): string | null {
    const { method, url = '', headers } = req;
    if (
      (method !== 'GET' && method !== 'HEAD') ||
      headers.authorization !== undefined ||
      !url.startsWith('/')
    )
      return null;
    let key: string;
    try {
      key = this.#admit(req) + url;
    } catch {
      return null;
    }
    if (headers.prefer !== undefined) key += `\nprefer ${headers.prefer}`;
    if (NEGOTIATED.test(url)) key += `\naccept ${headers.accept}`;
    return key.length > MAX_KEY ? null : key;
  }
}
