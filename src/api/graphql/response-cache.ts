import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { CacheDependencies } from '../../platform/cache/cache-dependencies.ts';
import type { CacheInvalidator } from '../../platform/cache/cache-invalidator.ts';
import { cacheHits, cacheMisses } from '../../platform/telemetry/counters.ts';
import type { Admit } from '../http/admission.ts';

/** How much memory all responses may take, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
/** What an entry takes besides its key and its text, in bytes. */
const OVERHEAD = 1_000;
/** Responses with longer keys are not cached; in characters. Keys contain headers. */
const MAX_KEY = 1_000;
const ROUTE = '/graphql';

/** An answer to an operation, ready to be sent. */
export interface OperationAnswer {
  readonly status: number;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly text: string;
  /**
   * Until when it is right for everybody as long as nothing is stored, in milliseconds since 1970; null if it
   * is only right for this request.
   */
  readonly freshUntil: number | null;
  readonly dependencies: CacheDependencies;
}

interface CachedResponse {
  readonly answer: OperationAnswer;
  readonly freshUntil: number;
  readonly version: number;
}

/**
 * Caches responses to queries that anonymous callers send as bodies, by the rules of {@link ResponseCache}: until
 * something that they depend on changes, here or elsewhere, or the moment comes at which they may change by
 * themselves. The same queries at the same time wait for one computation.
 */
export class GraphqlResponseCache {
  readonly #invalidator: CacheInvalidator;
  readonly #clock: () => Date;
  readonly #admit: Admit;
  readonly #entries = new LRUCache<string, CachedResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => 2 * (answer.text.length + key.length) + OVERHEAD,
  });
  readonly #computing = new Map<string, Promise<OperationAnswer>>();

  constructor({
    invalidator,
    clock,
    admit,
  }: { invalidator: CacheInvalidator; clock: () => Date; admit: Admit }) {
    this.#invalidator = invalidator;
    this.#clock = clock;
    this.#admit = admit;
    invalidator.onInvalidate(({ changes }) => {
      if (changes === undefined && this.#entries.size > 0) this.#entries.clear();
      this.#computing.clear();
    });
  }

  /**
   * What the answer depends on, besides the data; null if it is only right for this request.
   * @param body a hash of the operation and its variables, as they were sent
   */
  keyOf(req: IncomingMessage, body: string | undefined): string | null {
    const { method, headers } = req;
    if ((method !== 'POST' && method !== 'QUERY') || body === undefined) return null;
    if (headers.authorization !== undefined) return null;
    try {
      const key = [this.#admit(req), headers.accept, headers['content-type'], body].join('\n');
      return key.length > MAX_KEY ? null : key;
    } catch {
      return null;
    }
  }

  #isFresh({ answer, freshUntil, version }: CachedResponse): boolean {
    return (
      this.#clock().getTime() < freshUntil && this.#invalidator.isUnchanged(version, answer.dependencies)
    );
  }

  #hit(answer: OperationAnswer): OperationAnswer {
    cacheHits.add(ROUTE);
    return answer;
  }

  /** The cached response of a key, or one that is being computed for others, or a new one. */
  async getOrCompute(key: string, compute: () => Promise<OperationAnswer>): Promise<OperationAnswer> {
    return this.#invalidator.canCache ? this.#shared(key, compute) : compute();
  }

  async #shared(key: string, compute: () => Promise<OperationAnswer>): Promise<OperationAnswer> {
    const cached = this.#entries.get(key);
    if (cached && this.#isFresh(cached)) return this.#hit(cached.answer);
    const shared = await this.#computing.get(key)?.catch(() => null);
    if (shared && shared.freshUntil !== null) return this.#hit(shared);
    cacheMisses.add();
    const { version } = this.#invalidator;
    const computing = compute();
    this.#computing.set(key, computing);
    try {
      const answer = await computing;
      const { freshUntil } = answer;
      const entry = freshUntil === null ? null : { answer, freshUntil, version };
      if (entry && this.#invalidator.canCache && this.#isFresh(entry)) this.#entries.set(key, entry);
      return answer;
    } finally {
      if (this.#computing.get(key) === computing) this.#computing.delete(key);
    }
  }
}
