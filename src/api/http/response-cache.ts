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

/** How much memory all answers may take, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Answers to longer addresses are not kept; in characters. */
const MAX_KEY = 1_000;
/**
 * What an entry takes besides its key and its body, in bytes: mostly the note of what the answer was made of.
 */
const PLACE = 1_500;
const PAGES = [
  EVENTS_PAGE,
  CATEGORY_PAGES,
  TAG_PAGES,
  ...Object.values(INDEX_PAGES),
  ...RECORD_KINDS.map(recordPages),
];
/** At these addresses the type of an answer depends on what the client accepts. */
const NEGOTIATED = new RegExp(`^(?:/graphql|${PAGES.join('|')})(?:[/?]|$)`);

interface KeptAnswer {
  answer: Answer;
  /** The version of the data up to which nothing that it was made of has changed. */
  version: number;
  reads: CacheDependencies;
  /** Milliseconds since 1970. */
  freshUntil: number;
}

/** A request whose answer may be kept. */
interface Pending {
  key: string;
  version: number;
  settle: (answer: Answer | null) => void;
}

function give(answer: Answer, req: IncomingMessage, res: ServerResponse): void {
  cacheHits.add(answer.route);
  void answer.send(req, res);
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
 * Keeps answers to anonymous GET requests, as bytes, in front of everything else. An answer is sent again as
 * long as nothing that it was made of has changed since, here or elsewhere, and the moment has not come at
 * which it may change by itself. Many requests for the same thing at the same time wait for one computation.
 * While changes that are made elsewhere are not known, nothing is kept.
 */
export class ResponseCache {
  readonly #invalidator: CacheInvalidator;
  readonly #clock: () => Date;
  readonly #admit: Admit;
  readonly #entries = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => answer.size + key.length * 2 + PLACE,
  });
  readonly #computing = new Map<string, Promise<Answer | null>>();
  readonly #pending = new WeakMap<IncomingMessage, Pending>();

  constructor({ invalidator, clock, admit }: CacheOptions) {
    this.#invalidator = invalidator;
    this.#clock = clock;
    this.#admit = admit;
    invalidator.onInvalidate((changed) => {
      if (changed === undefined && this.#entries.size > 0) this.#entries.clear();
      // Requests that arrive from now on must not wait for what was computed before the change.
      this.#computing.clear();
    });
  }

  /** Puts this cache in front of the service. */
  inFrontOf(app: RequestListener): RequestListener {
    return (req, res) => {
      const key = this.#keyOf(req);
      if (key === null) return app(req, res);
      const entry = this.#entries.get(key);
      if (entry && this.#isRight(entry)) return give(entry.answer, req, res);
      const computing = this.#computing.get(key);
      if (computing) void computing.then((answer) => (answer ? give(answer, req, res) : app(req, res)));
      else this.#compute(key, req, res, app);
    };
  }

  #isRight(entry: KeptAnswer): boolean {
    if (
      this.#clock().getTime() >= entry.freshUntil ||
      !this.#invalidator.isUnchanged(entry.version, entry.reads)
    )
      return false;
    entry.version = this.#invalidator.version;
    return true;
  }

  #compute(key: string, req: IncomingMessage, res: ServerResponse, app: RequestListener): void {
    cacheMisses.add();
    const { promise, resolve } = Promise.withResolvers<Answer | null>();
    this.#computing.set(key, promise);
    const settle = (answer: Answer | null): void => {
      if (this.#computing.get(key) === promise) this.#computing.delete(key);
      resolve(answer);
    };
    this.#pending.set(req, { key, version: this.#invalidator.version, settle });
    res.once('close', () => settle(null));
    app(req, res);
  }

  /**
   * Called when the answer to a request is sent and not kept. Requests that wait for it are then computed one
   * by one, without waiting until this client has read its answer.
   */
  release(req: IncomingMessage): void {
    const pending = this.#pending.get(req);
    if (!pending) return;
    this.#pending.delete(req);
    pending.settle(null);
  }

  /**
   * Keeps the answer to a request, unless something that it was made of changed while it was computed.
   * @param freshUntil in milliseconds since 1970
   */
  keep(req: IncomingMessage, answer: Answer, freshUntil: number, reads: CacheDependencies): void {
    const pending = this.#pending.get(req);
    if (!pending) return;
    this.#pending.delete(req);
    const { key, version, settle } = pending;
    const entry = { answer, version, reads, freshUntil };
    const isCurrent = this.#isRight(entry);
    if (isCurrent) this.#entries.set(key, entry);
    settle(isCurrent ? answer : null);
  }

  /** What the answer to a request depends on, besides the data; null if it is not kept. */
  #keyOf(req: IncomingMessage): string | null {
    const { method, url = '', headers } = req;
    if (
      method !== 'GET' ||
      headers.authorization !== undefined ||
      !url.startsWith('/') ||
      !this.#invalidator.canCache
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
