import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { CacheDependencies } from '../../platform/cache/cache-dependencies.ts';
import type { CacheInvalidator } from '../../platform/cache/cache-invalidator.ts';
import { cacheHits, cacheMisses } from '../../platform/telemetry/counters.ts';
import type { Admit } from '../http/admission.ts';

/** How much memory all answers may take, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
/** What an entry takes besides its key and its text, in bytes. */
const PLACE = 1_000;
/** Answers with longer keys are not kept; in characters. Keys contain headers. */
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
  /** What the answer was made of. */
  readonly dependencies: CacheDependencies;
}

interface Kept {
  readonly answer: OperationAnswer;
  readonly freshUntil: number;
  readonly version: number;
}

/**
 * Keeps answers to queries that anonymous callers send as bodies, by the rules of {@link ResponseCache}:
 * until something that they were made of changes, here or elsewhere, or the moment comes at which they may
 * change by themselves. The same queries at the same time wait for one computation.
 */
export class GraphqlResponseCache {
  readonly #invalidator: CacheInvalidator;
  readonly #clock: () => Date;
  readonly #admit: Admit;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => 2 * (answer.text.length + key.length) + PLACE,
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
    invalidator.onInvalidate((changed) => {
      if (changed === undefined && this.#kept.size > 0) this.#kept.clear();
      this.#computing.clear();
    });
  }

  /**
   * What the answer depends on, besides the data; null if it is only right for this request.
   * @param body a hash of the operation and its variables, as they were sent
   */
  keyOf(req: IncomingMessage, body: string | undefined): string | null {
    const { method, headers } = req;
    if (method !== 'POST' || body === undefined || headers.authorization !== undefined) return null;
    if (!this.#invalidator.canCache) return null;
    try {
      const key = [this.#admit(req), headers.accept, headers['content-type'], body].join('\n');
      return key.length > MAX_KEY ? null : key;
    } catch {
      return null;
    }
  }

  #isRight({ answer, freshUntil, version }: Kept): boolean {
    return (
      this.#clock().getTime() < freshUntil && this.#invalidator.isUnchanged(version, answer.dependencies)
    );
  }

  /** The answer that is kept under a key, or one that is being computed for others, or a new one. */
  async find(key: string, compute: () => Promise<OperationAnswer>): Promise<OperationAnswer> {
    const kept = this.#kept.get(key);
    if (kept && this.#isRight(kept)) {
      cacheHits.add(ROUTE);
      return kept.answer;
    }
    const others = await this.#computing.get(key)?.catch(() => null);
    if (others && others.freshUntil !== null) {
      cacheHits.add(ROUTE);
      return others;
    }
    cacheMisses.add();
    const { version } = this.#invalidator;
    const computing = compute();
    this.#computing.set(key, computing);
    try {
      const answer = await computing;
      const { freshUntil } = answer;
      const made = freshUntil === null ? null : { answer, freshUntil, version };
      if (made && this.#isRight(made)) this.#kept.set(key, made);
      return answer;
    } finally {
      if (this.#computing.get(key) === computing) this.#computing.delete(key);
    }
  }
}
