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
import type { PreparedResponse } from './prepared-response.ts';

/** Maximum memory of all responses, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Memory of an entry besides its key and response, in bytes. */
const ENTRY_OVERHEAD_BYTES = 500;
/** Responses with longer keys are not cached; in characters. */
const MAX_KEY = 1_000;
/** Maximum age in milliseconds: while triggers are disabled, the change log misses changes. */
const MAX_AGE_MS = 60_000;
const PAGES = [
  EVENTS_PAGE,
  CATEGORY_PAGES,
  TAG_PAGES,
  ...Object.values(INDEX_PAGES),
  ...RECORD_KINDS.map(recordPages),
];
/** Addresses with a content type that depends on the Accept header. */
const NEGOTIATED = new RegExp(`^(?:/graphql|${PAGES.join('|')})(?:[/?]|$)`);

interface CachedResponse {
  readonly prepared: PreparedResponse;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A request whose response may be cached; other requests wait for it. */
interface Pending {
  readonly key: string;
  /** The data version when the request arrived. */
  readonly version: number;
  /** Resumes the waiting requests; with null each computes its own response. */
  readonly resolve: (cached: CachedResponse | null) => void;
}

/** Requests for which it is still open whether their response is cached. */
const pendings = new WeakMap<IncomingMessage, Pending>();

/** Returns a pending request and removes it. */
function takePending(req: IncomingMessage): Pending | undefined {
  const pending = pendings.get(req);
  pendings.delete(req);
  return pending;
}

/** Whether the response to a request may be cached. */
export const isCacheable = (req: IncomingMessage): boolean => pendings.has(req);

/**
 * Excludes a response from the cache; call it before sending. Waiting requests then compute their own responses,
 * however slowly this client reads. Without the call they wait until the response is closed.
 */
export function uncached<R extends ServerResponse>(res: R): R {
  takePending(res.req)?.resolve(null);
  return res;
}

/** The first of several requests with the same key. */
interface Computing {
  readonly res: ServerResponse;
  readonly response: Promise<CachedResponse | null>;
}

interface CacheOptions {
  readonly version: DataVersion;
  readonly clock: () => Date;
  /**
   * Returns the address of the service as the client addressed it.
   * @throws ServiceError for a refused request; the handler behind the cache reports it
   */
  readonly admit: Admit;
}

/**
 * Caches responses to anonymous callers as bytes: to GET, in front of all other handlers, and to GraphQL queries in
 * bodies. A response is reused until it expires, as long as the data version is known and unchanged. Concurrent
 * requests with the same key wait for one computation.
 */
export class ResponseCache {
  readonly #version: DataVersion;
  readonly #clock: () => Date;
  readonly #admit: Admit;
  readonly #entries = new LRUCache<string, CachedResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ prepared }, key) => prepared.size + key.length * 2 + ENTRY_OVERHEAD_BYTES,
  });
  readonly #computing = new Map<string, Computing>();

  constructor({ version, clock, admit }: CacheOptions) {
    this.#version = version;
    this.#clock = clock;
    this.#admit = admit;
    version.onAdvance(() => {
      if (this.#entries.size > 0) this.#entries.clear();
      // Later requests must not wait for a response computed before the change.
      this.#computing.clear();
    });
  }

  /** Puts the cache in front of the service, for GET requests. */
  wrap(app: RequestListener): RequestListener {
    return (req, res) => {
      const key = req.method === 'GET' ? this.#keyOf(req, req.url) : null;
      this.#serve(key, req, res, () => app(req, res));
    };
  }

  /**
   * Responds to a GraphQL operation that was sent as a body.
   * @param body hash of the body
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

  #send({ prepared }: CachedResponse, req: IncomingMessage, res: ServerResponse): void {
    cacheHits.add(prepared.route);
    void prepared.send(req, res);
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
    pendings.set(req, { key, version: this.#version.current, resolve: settle });
    res.once('close', () => settle(null));
    compute();
  }

  /**
   * Caches the response to a request, unless data changed during the computation.
   * @param validUntil milliseconds since 1970
   */
  set(req: IncomingMessage, prepared: PreparedResponse, validUntil: number): void {
    const pending = takePending(req);
    if (!pending) return;
    const { key, version, resolve } = pending;
    const entry = { prepared, expiresAt: Math.min(validUntil, this.#clock().getTime() + MAX_AGE_MS) };
    const isUsable = this.#version.isKnown && this.#version.current === version && this.#isFresh(entry);
    if (isUsable) this.#entries.set(key, entry);
    resolve(isUsable ? entry : null);
  }

  /** The cache key of a request without its body; null if the request is not cacheable. */
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
