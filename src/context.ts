import type { Caller } from './access/caller.ts';
import { type AccessServices, PLAIN } from './access/services.ts';
import { type ReadTurns, UNLIMITED } from './database/lanes.ts';
import type { ReadDb } from './database/orm.ts';
import { hungUp } from './database/turns.ts';
import { toUtc } from './kernel/civil.ts';
import { type Changes, UNREMEMBERED } from './memory/changes.ts';
import { type LoaderOf, Loaders } from './memory/loaders.ts';
import { Reads } from './memory/reads.ts';
import type { Publication } from './records/publication.ts';
import type { ContextParts, Settings, SiteUrls } from './request.ts';

export type { ContextParts, Settings, SiteUrls } from './request.ts';

/** See {@link LoaderOf}; {@link Context.load} reads by it. */
export type Loader<K, V> = LoaderOf<Context, K, V>;

const outside = (): Error => new Error('inside a transaction everything is read through the transaction');

/** What a request knows, and reads; the same for REST and GraphQL. `writing/` stores. */
export class Context {
  readonly settings: Settings;
  readonly urls: SiteUrls;
  readonly caller: Caller;
  /** The moment of the request: one clock for everything it does. */
  readonly now: Date;
  /** {@link now} as `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly nowUtc: string;
  /** What counts as published at {@link now}. */
  published: Publication;
  /** What the answer is made of, and until when it stays right. */
  readonly reads: Reads;
  /** A condition that the caller has set for the record to be written; checked once it is locked. */
  precondition: ((context: Context) => Promise<void>) | null = null;
  /** Awaited by a long operation so that others get their turn; null for others. */
  pause: (() => Promise<unknown> | undefined) | null = null;
  /** When statements run that may take long. */
  turns: ReadTurns;
  readonly changes: Changes;
  readonly access: AccessServices;
  /** Aborted when the client has disconnected: then nothing more is begun, and nothing is stored. */
  readonly signal: AbortSignal | undefined;
  /** For making another context of the same request. */
  readonly parts: ContextParts;
  #loaders: Loaders<Context> | undefined;
  /** How many writes are being made. */
  #writing = 0;

  constructor(parts: ContextParts) {
    this.settings = parts.settings;
    this.urls = parts.urls;
    this.caller = parts.caller;
    this.now = parts.now;
    this.nowUtc = toUtc(parts.now);
    this.published = parts.published ?? { by: this.nowUtc };
    this.reads = parts.reads ?? new Reads();
    if (!parts.reads) this.reads.until = this.published.until ?? this.nowUtc;
    this.turns = parts.lanes ?? UNLIMITED;
    this.changes = parts.changes ?? UNREMEMBERED;
    this.access = parts.access ?? PLAIN;
    this.signal = parts.signal;
    this.parts = parts;
  }

  /** For reading by statements that do not note what they read: the answer then depends on anything. */
  get db(): ReadDb {
    this.reads.isAnything = true;
    return this.noted;
  }

  /** Like {@link db}, for statements that have noted in {@link reads} what they read. */
  get noted(): ReadDb {
    if (this.#writing > 0) throw outside();
    return this.parts.reading?.db ?? this.parts.db;
  }

  /** @throws ServiceError client_closed_request once the client has disconnected */
  assertWaitedFor(): void {
    if (this.signal?.aborted) throw hungUp();
  }

  /**
   * The same request, at the same moment, with nothing loaded: for answers that are made piece after piece, so
   * that their memory does not grow with them.
   */
  anew(): Context {
    return new Context({ ...this.parts, published: this.published, reads: this.reads });
  }

  /**
   * Reads one value, or takes the remembered one. All values that are asked for in the same tick are read
   * together.
   */
  load<K extends NonNullable<unknown>, V>(loader: Loader<K, V>, key: K): Promise<V> {
    if (this.#writing > 0) throw outside();
    const { shared } = loader;
    if (shared && 'of' in shared && typeof key === 'number') this.reads.record(shared.of, key);
    else this.reads.isAnything = true;
    const known = shared && this.changes.memory(loader, shared)?.get(key);
    // Only promises of this loader are there; remembering them avoids making one for each use.
    if (known !== undefined) return known as Promise<V>;
    this.#loaders ??= new Loaders(this);
    return this.#loaders.load(loader, key);
  }

  /** Reads several values, in order. */
  loadAll<V>(loader: Loader<number, V>, keys: readonly number[]): Promise<V[]> {
    const values: Promise<V>[] = [];
    for (const key of keys) values.push(this.load(loader, key));
    return Promise.all(values);
  }

  /** Forgets what was read, after a write has changed it, and what counts as published. */
  forget(): void {
    this.#loaders = undefined;
    this.published = { by: this.nowUtc };
  }

  /** Waits for a write. Until it ends, only its transaction reads, not this context. */
  async until<T>(written: Promise<T>): Promise<T> {
    this.#writing += 1;
    try {
      return await written;
    } finally {
      this.#writing -= 1;
    }
  }
}
