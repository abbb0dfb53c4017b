import type DataLoader from 'dataloader';
import { nextSecond, toUtc } from '../../lib/date-time.ts';
import { clientClosed, type Semaphore } from '../../lib/semaphore.ts';
import { CacheDependencies } from '../../platform/cache/cache-dependencies.ts';
import { type DataCache, UNCACHED } from '../../platform/cache/data-cache.ts';
import { type LoaderOf, newLoader } from '../../platform/cache/loaders.ts';
import {
  type ConcurrencyLimits,
  NO_READ_LIMITS,
  type ReadLimiter,
  UNLIMITED,
} from '../../platform/postgres/concurrency-limits.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import type { Publication } from './publication.ts';

const outside = (): Error => new Error('inside a transaction everything is read through the transaction');

/** Where a request reads, and what it knows of that already. */
export interface ReadingParts {
  /** The moment of the request. */
  now: Date;
  db: ReadDb;
  /** Where it reads, unless that is `db`; asked for each statement. */
  reading?: { readonly db: ReadDb } | undefined;
  cache?: DataCache;
  /** What counts as published; looked up no further unless given. */
  published?: Publication;
  /** Notes what is read; its own unless given. */
  dependencies?: CacheDependencies;
  /** Limits of what runs at once; unlimited waiting unless given. */
  concurrency?: ConcurrencyLimits;
  /** Whose share of them it uses; see `clientOf` in lib/network.ts. */
  client?: string;
  /** Aborted when the client has disconnected. */
  signal?: AbortSignal | undefined;
}

/** How a request reads. What its answer depends on is collected on the way. */
export abstract class ReadingRequest {
  /**
   * The moment of the request, for what stays right longer than this second, or says so by
   * {@link CacheDependencies.expireAt}; all others use {@link now}.
   */
  readonly steadyNow: Date;
  /** {@link steadyNow} as `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly steadyNowUtc: string;
  /** What counts as published at the moment of the request. */
  published: Publication;
  /** What the answer is made of, and until when it stays right. */
  readonly dependencies: CacheDependencies;
  readonly cache: DataCache;
  /** Runs statements that may take long. An operation of GraphQL has a limiter of its own. */
  readLimiter: ReadLimiter;
  /** Aborted when the client has disconnected: then nothing more is begun, and nothing is stored. */
  readonly signal: AbortSignal | undefined;
  /** How many records of lists an operation may have, if it asks for several lists. */
  expected = 0;
  /** Whose share of the limits it uses. */
  readonly client: string;
  readonly #from: { readonly db: ReadDb };
  readonly #concurrency: ConcurrencyLimits;
  /** How many places in memory it has of which semaphore, or waits for. */
  readonly #reserved = new Map<
    Semaphore,
    { readonly weight: number; readonly place: Promise<void> | undefined }
  >();
  readonly #loaders = new Map<unknown, unknown>();
  /** How many writes are being made. */
  #writing = 0;

  constructor(parts: ReadingParts) {
    this.steadyNow = parts.now;
    this.steadyNowUtc = toUtc(parts.now);
    this.#from = parts.reading ?? parts;
    this.published = parts.published ?? { by: this.steadyNowUtc };
    this.dependencies = parts.dependencies ?? new CacheDependencies();
    if (!parts.dependencies) this.dependencies.freshUntil = this.published.until ?? this.steadyNowUtc;
    this.cache = parts.cache ?? UNCACHED;
    this.client = parts.client ?? '';
    this.#concurrency = parts.concurrency ?? UNLIMITED;
    this.readLimiter = this.#concurrency.forClient(this.client);
    this.signal = parts.signal;
  }

  /** The moment of the request: one clock for everything it does. The answer then expires with this second. */
  get now(): Date {
    this.#expireWithSecond();
    return this.steadyNow;
  }

  /** {@link now} as `YYYY-MM-DD HH:MM:SS` in UTC. The answer then expires with this second. */
  get nowUtc(): string {
    this.#expireWithSecond();
    return this.steadyNowUtc;
  }

  #expireWithSecond(): void {
    this.dependencies.expireAt(nextSecond(this.steadyNow));
  }

  /**
   * For statements that do not say what they read: the answer then depends on everything, and on the clock, which
   * they may read as well.
   */
  get db(): ReadDb {
    this.dependencies.dependsOnEverything = true;
    this.#expireWithSecond();
    return this.trackedDb;
  }

  /** Like {@link db}, for statements whose tables and times are in {@link dependencies}. */
  get trackedDb(): ReadDb {
    if (this.#writing > 0) throw outside();
    return this.#from.db;
  }

  /**
   * Reads one value, or takes the cached one. All values that are asked for in the same tick are read
   * together.
   */
  load<K extends NonNullable<unknown>, V>(loader: LoaderOf<this, K, V>, key: K): Promise<V> {
    if (this.#writing > 0) throw outside();
    const { shared } = loader;
    if (shared && 'of' in shared && typeof key === 'number') this.dependencies.addRecord(shared.of, key);
    else this.dependencies.dependsOnEverything = true;
    const cached = shared && this.cache.valuesOf(loader, shared)?.get(key);
    // Only values of this loader are there.
    if (cached !== undefined) return cached as Promise<V>;
    // For each definition the map has the loader that was made of it here, so the types agree.
    const begun = this.#loaders.get(loader) as DataLoader<K, V, string | K> | undefined;
    if (begun) return begun.load(key);
    const begins = newLoader(loader, this);
    this.#loaders.set(loader, begins);
    return begins.load(key);
  }

  /** Reads several values, in order. */
  loadAll<V>(loader: LoaderOf<this, number, V>, keys: readonly number[]): Promise<V[]> {
    const values: Promise<V>[] = [];
    for (const key of keys) values.push(this.load(loader, key));
    return Promise.all(values);
  }

  /** @throws ServiceError client_closed_request once the client has disconnected */
  throwIfAborted(): void {
    if (this.signal?.aborted) throw clientClosed();
  }

  /**
   * Waits until there is memory for the records of an answer that is about to be made. Once it has any, a
   * request does not wait again: it would hold what others wait for. {@link release} has to be called. Inside a
   * transaction nothing waits.
   * @param records of the first list, or that a single record is linked to; what {@link expected} says counts if
   * it is more
   * @throws ServiceError service_unavailable 503 when too many wait or it takes too long
   */
  reserve(records: number): Promise<void> | undefined {
    return this.#acquireOnce(this.#concurrency.records, Math.max(records, this.expected));
  }

  /**
   * The same, after {@link reserve}, for what the records of a list are linked to.
   * @param records each counts once, however many are linked to it
   * @throws ServiceError service_unavailable 503
   */
  reserveLinked(records: number): Promise<void> | undefined {
    return records === 0 ? undefined : this.#acquireOnce(this.#concurrency.linked, records);
  }

  /**
   * The same, after both, for writing an answer, which repeats the texts of linked records.
   * @throws ServiceError service_unavailable 503
   */
  reserveCharacters(characters: number): Promise<void> | undefined {
    return this.#acquireOnce(this.#concurrency.characters, characters);
  }

  #acquireOnce(semaphore: Semaphore, weight: number): Promise<void> | undefined {
    if (this.readLimiter === NO_READ_LIMITS) return undefined;
    const held = this.#reserved.get(semaphore);
    if (held) return held.place;
    const { client, signal } = this;
    const place = semaphore.acquire({ client, signal, weight });
    this.#reserved.set(semaphore, { weight, place });
    place?.catch(() => void this.#reserved.delete(semaphore));
    return place;
  }

  /** Gives back what was reserved: the answer has been made, or nobody wants it any more. */
  release(): void {
    const { client } = this;
    for (const [semaphore, { weight, place }] of this.#reserved) {
      const free = (): void => semaphore.release({ client, weight });
      // What still waits is refused by its signal.
      if (place) place.then(free, () => {});
      else free();
    }
    this.#reserved.clear();
  }

  /** Waits for a write. Until it ends, only its transaction reads, not this request. */
  async duringWrite<T>(written: Promise<T>): Promise<T> {
    this.#writing += 1;
    try {
      return await written;
    } finally {
      this.#writing -= 1;
    }
  }

  /** Drops what was read, after a write has changed it. @param published what counts as published now */
  clearLoaded(published: Publication): void {
    this.#loaders.clear();
    this.published = published;
  }
}
