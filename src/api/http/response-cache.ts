import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { RECORD_KINDS } from '../../lib/kinds.ts';
import {
  CATEGORY_PAGES,
  EVENTS_PAGE,
  INDEX_PAGES,
  recordPages,
  TAG_PAGES,
} from '../../lib/page-addresses.ts';
import type { DataVersion } from '../../platform/cache/version.ts';
import { cacheHits, cacheMisses } from '../../platform/telemetry/counters.ts';
import type { Admit } from './admission.ts';
import type { Answer } from './answer.ts';

/** How much memory all responses may take, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
/** What an entry takes besides its key and its body, in bytes. */
const OVERHEAD = 500;
/** Responses with longer keys are not cached; in characters. */
const MAX_KEY = 1_000;
/** Nothing is cached for longer, in milliseconds: where triggers are switched off, no change is logged. */
const MAX_AGE_MS = 60_000;
const PAGES = [
  EVENTS_PAGE,
  CATEGORY_PAGES,
  TAG_PAGES,
  ...Object.values(INDEX_PAGES),
  ...RECORD_KINDS.map(recordPages),
];
/** At these addresses the type of a response depends on what the client accepts. */
const NEGOTIATED = new RegExp(`^(?:/graphql|${PAGES.join('|')})(?:[/?]|$)`);

interface CachedResponse {
  readonly answer: Answer;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A request whose response may be cached, and which others wait for. */
interface Pending {
  readonly key: string;
  /** The version of the data when it came. */
  readonly version: number;
  /** Resolves the waiting of the others; with null they compute it themselves. */
  readonly resolve: (cached: CachedResponse | null) => void;
}

/** By request, until it is clear whether its response is cached. */
const pendings = new WeakMap<IncomingMessage, Pending>();

/** The pending request, which then is none any more. */
function takePending(req: IncomingMessage): Pending | undefined {
  const pending = pendings.get(req);
  pendings.delete(req);
  return pending;
}

/** Whether the response to a request may be cached. */
export const isCacheable = (req: IncomingMessage): boolean => pendings.has(req);

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
  readonly res: ServerResponse;
  readonly response: Promise<CachedResponse | null>;
}

interface CacheOptions {
  readonly version: DataVersion;
  readonly clock: () => Date;
  /**
   * The address under which a request was sent, if anybody may send it.
   * @throws for all others, which are refused behind the cache
   */
  readonly admit: Admit;
}

/**
 * Caches responses to anonymous callers as bytes: to GET, in front of everything else, and to GraphQL queries that are
 * sent as bodies. A response is sent again while the version of the data is known and the same, and the clock has not
 * come to its expiry. Many requests for the same thing at the same time wait for one computation.
 */
export class ResponseCache {
  readonly #version: DataVersion;
  readonly #clock: () => Date;
  readonly #admit: Admit;
  readonly #entries = new LRUCache<string, CachedResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => answer.size + key.length * 2 + OVERHEAD,
  });
  readonly #computing = new Map<string, Computing>();

  constructor({ version, clock, admit }: CacheOptions) {
    this.#version = version;
    this.#clock = clock;
    this.#admit = admit;
    version.onAdvance(() => {
      if (this.#entries.size > 0) this.#entries.clear();
      // Requests that arrive from now on must not wait for what was computed before the change.
      this.#computing.clear();
    });
  }

  /** Puts this cache in front of the service, for requests without a body. */
  inFrontOf(app: RequestListener): RequestListener {
    return (req, res) => {
      const key = req.method === 'GET' ? this.#keyOf(req, req.url) : null;
      this.#serve(key, req, res, () => app(req, res));
    };
  }

  /**
   * Answers a GraphQL operation that was sent as a body.
   * @param body a hash of the body
   * @param compute computes the answer
   */
  serveBody(req: Request, res: ServerResponse, body: string, compute: () => void): void {
    const key = this.#keyOf(req, req.originalUrl);
    this.#serve(key && `${key}\n${req.headers['content-type']}\n${body}`, req, res, compute);
  }

  #serve(key: string | null, req: IncomingMessage, res: ServerResponse, compute: () => void): void {
    if (key === null || key.length > MAX_KEY || !this.#version.isKnown) {
      compute();
      return;
    }
    const entry = this.#entries.get(key);
    const computing = this.#computing.get(key);
    if (entry && this.#isFresh(entry)) this.#send(entry, req, res);
    else if (computing && !computing.res.headersSent)
      void computing.response.then((cached) => (cached ? this.#send(cached, req, res) : compute()));
    else this.#compute(key, req, res, compute);
  }

  #send({ answer }: CachedResponse, req: IncomingMessage, res: ServerResponse): void {
    cacheHits.add(answer.route);
    void answer.send(req, res);
  }

  #isFresh({ expiresAt }: CachedResponse): boolean {
    return this.#clock().getTime() < expiresAt;
  }

  #compute(key: string, req: IncomingMessage, res: ServerResponse, compute: () => void): void {
    cacheMisses.add();
    const { promise, resolve } = Promise.withResolvers<CachedResponse | null>();
    const computing = { res, response: promise };
    this.#computing.set(key, computing);
    const settle = (cached: CachedResponse | null): void => {
      if (this.#computing.get(key) === computing) this.#computing.delete(key);
      resolve(cached);
    };
    pendings.set(req, { key, version: this.#version.now, resolve: settle });
    res.once('close', () => settle(null));
    compute();
  }

  /**
   * Caches the response to a request, unless something was stored while it was computed.
   * @param validUntil milliseconds since 1970
   */
  set(req: IncomingMessage, answer: Answer, validUntil: number): void {
    const pending = takePending(req);
    if (!pending) return;
    const { key, version, resolve } = pending;
    const entry = { answer, expiresAt: Math.min(validUntil, this.#clock().getTime() + MAX_AGE_MS) };
    const isUsable = this.#version.isKnown && this.#version.now === version && this.#isFresh(entry);
    if (isUsable) this.#entries.set(key, entry);
    resolve(isUsable ? entry : null);
  }

  /** What the response to an anonymous request depends on, besides data and body; null for one that is not cached. */
  #keyOf(req: IncomingMessage, url = ''): string | null {
    const { headers } = req;
    if (headers.authorization !== undefined || !url.startsWith('/')) return null;
    let key: string;
    try {
      key = this.#admit(req) + url;
    } catch {
      return null;
    }
    if (headers.prefer !== undefined) key += `\nprefer ${headers.prefer}`;
    return NEGOTIATED.test(url) ? `${key}\naccept ${headers.accept}` : key;
  }
}
