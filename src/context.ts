import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from './access/caller.ts';
import { type AccessServices, PLAIN } from './access/services.ts';
import { isTaken, untilStored } from './database/attempts.ts';
import { type Lanes, lanesOf, OwnTurns } from './database/lanes.ts';
import { type Db, kysely } from './database/orm.ts';
import { inSavepoint } from './database/savepoint.ts';
import { hungUp } from './database/turns.ts';
import { toUtc } from './kernel/dates.ts';
import { type Changes, type OwnWrite, UNREMEMBERED } from './memory/changes.ts';
import { type LoaderOf, Loaders } from './memory/loaders.ts';
import type { Change } from './memory/log.ts';
import { Reads } from './memory/reads.ts';
import type { By } from './memory/transaction.ts';
import { runAlone, transact } from './memory/writer.ts';
import { areSteady, type Publication } from './records/publication.ts';
import type { ContextParts, Settings, SiteUrls, WriteOptions } from './request.ts';

export type { ContextParts, Settings, SiteUrls, WriteOptions } from './request.ts';

/** See {@link LoaderOf}; {@link Context.load} reads by it. */
export type Loader<K, V> = LoaderOf<Context, K, V>;

const NO_LANES = lanesOf(10, { wait: 0, statement: 0 });

const outside = (): Error => new Error('inside a transaction everything is read through the transaction');

/** Everything a request has; the same for REST and GraphQL. */
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
  /** Until when the answer stays right as long as nothing is stored, in UTC; see {@link answerEndsAt}. */
  freshUntil: string;
  /** What the answer is made of: while none of it changes, the answer does not. */
  readonly reads: Reads;
  /** A condition of the caller's on the record to be written: see {@link Transaction.assertPrecondition}. */
  precondition: ((context: Context) => Promise<void>) | null = null;
  /** What a long operation waits for while others have their turn; undefined when it does not. */
  pause: (() => Promise<unknown> | undefined) | null = null;
  readonly changes: Changes;
  readonly access: AccessServices;
  /** Aborted when nobody waits for the answer any more: then nothing more is begun, and nothing is stored. */
  readonly signal: AbortSignal | undefined;
  readonly #parts: ContextParts & { lanes: Lanes; changes: Changes };
  #loaders: Loaders<Context> | undefined;
  /** Values by loader and key; see {@link know}. */
  #known: Map<unknown, Map<unknown, Promise<unknown>>> | undefined;
  #turns: OwnTurns | undefined;
  /** Writes that are under way. */
  #writing = 0;

  constructor(parts: ContextParts) {
    this.settings = parts.settings;
    this.urls = parts.urls;
    this.caller = parts.caller;
    this.now = parts.now;
    this.nowUtc = toUtc(parts.now);
    this.published = parts.published ?? { by: this.nowUtc };
    this.freshUntil = this.published.until ?? this.nowUtc;
    this.reads = parts.reads ?? new Reads();
    this.changes = parts.changes ?? UNREMEMBERED;
    this.access = parts.access ?? PLAIN;
    this.signal = parts.signal;
    this.#parts = { lanes: NO_LANES, ...parts, changes: this.changes };
  }

  /**
   * For reading. Writes go through {@link write}, whose `db` is another connection of the pool. Do not wait
   * for it while holding one: once every request does, all wait for ever (docs/decisions/0016).
   */
  get db(): Db {
    this.reads.isAnything = true;
    return this.noted;
  }

  /** As {@link db}, for those who have noted in {@link reads} what they read by it. */
  get noted(): Db {
    if (this.#writing > 0) throw outside();
    return this.#parts.db;
  }

  /**
   * Runs a statement that may take long once it is its turn, so that such statements leave connections to
   * others.
   * @param lane of lists; of counts, which others may wait for too and which are not given up with the request
   * @throws ServiceError service_unavailable 503 when too many wait or it takes too long
   */
  inTurn<T>(lane: 'lists' | 'counts', work: () => Promise<T>): Promise<T> {
    const { lists, counts } = this.#parts.lanes;
    if (this.#turns) return this.#turns.take(lane, work);
    return lane === 'lists' ? lists.take(work, this.signal) : counts.take(() => lists.take(work));
  }

  /** For requests that may ask for many lists: only some of them run at once, so that others get theirs. */
  limitTurns(): void {
    this.#turns ??= new OwnTurns(this.#parts.lanes, this.signal);
  }

  /** @throws ServiceError client_closed_request once nobody waits for the answer */
  assertWaitedFor(): void {
    if (this.signal?.aborted) throw hungUp();
  }

  /** The answer may be another one from this moment on, in UTC; from the next second on unless given. */
  answerEndsAt(utc: string = toUtc(new Date(this.now.getTime() + 1_000))): void {
    if (utc < this.freshUntil) this.freshUntil = utc;
  }

  /**
   * The same request, at the same moment, with nothing loaded: for answers that are made piece after piece, so
   * that their memory does not grow with them.
   */
  anew(): Context {
    return new Context({ ...this.#parts, published: this.published, reads: this.reads });
  }

  /** Reads one value, or takes what is remembered; together with all others that are asked for in the same tick. */
  load<K extends NonNullable<unknown>, V>(loader: Loader<K, V>, key: K): Promise<V> {
    if (this.#writing > 0) throw outside();
    const { shared } = loader;
    if (shared && 'of' in shared && typeof key === 'number') this.reads.record(shared.of, key);
    else this.reads.isAnything = true;
    const known =
      this.#known?.get(loader)?.get(key) ?? (shared && this.changes.memory(loader, shared)?.get(key));
    // Only values of this loader are there: promises, so that a value read often is not one each time.
    return known === undefined ? this.#read.load(loader, key) : (known as Promise<V>);
  }

  /** Reads several values, in order. */
  loadAll<V>(loader: Loader<number, V>, keys: readonly number[]): Promise<V[]> {
    const values: Promise<V>[] = [];
    for (const key of keys) values.push(this.load(loader, key));
    return Promise.all(values);
  }

  /** Remembers the result of a write for the rest of this request, so that it is not read again. */
  know<K, V>(loader: Loader<K, V>, key: K, value: V): void {
    this.#known ??= new Map();
    const values = this.#known.get(loader) ?? new Map<unknown, Promise<unknown>>();
    this.#known.set(loader, values.set(key, Promise.resolve(value)));
  }

  /** Forgets what was read, after a write changed it; also what counts as published. */
  forget(): void {
    this.#loaders = undefined;
    this.#known = undefined;
    this.published = { by: this.nowUtc };
  }

  /** What it has read. */
  get #read(): Loaders<Context> {
    this.#loaders ??= new Loaders(this);
    return this.#loaders;
  }

  /**
   * Runs all of `work` in one transaction: it is stored whole, or not at all. It runs again when PostgreSQL broke
   * a deadlock, or somebody else has just taken a unique value. Until it has ended, this context reads nothing.
   */
  async write<T>(
    work: (transaction: Transaction) => Promise<T>,
    { keep, isSteady }: WriteOptions<T> = {},
  ): Promise<T> {
    const { published, nowUtc } = this;
    const parts = { ...this.#parts, published, changes: UNREMEMBERED };
    const attempt = (em: EntityManager, again: boolean): Promise<T> => {
      const transaction = new Transaction(parts, em, again);
      transaction.precondition = this.precondition;
      return work(transaction);
    };
    const { result, changes } = await this.#until(transact(this.#parts, nowUtc, attempt, isSteady));
    if (!keep) this.forget();
    if (areSteady(changes) || isSteady?.(result)) this.published = published;
    return result;
  }

  /**
   * {@link write} for a new event that is stored by one statement, and so needs no transaction around it.
   * @param statement see {@link runAlone}
   */
  async writeOne<T>(
    statement: (db: Db, by: By | null, signal?: AbortSignal) => Promise<T>,
    { changed, publishedUtc }: { changed: (result: T) => readonly Change[] } & Pick<OwnWrite, 'publishedUtc'>,
  ): Promise<T> {
    const { scheduled } = this.published;
    const { nowUtc } = this;
    const writing = runAlone(this.#parts, { nowUtc, publishedUtc }, statement, changed);
    const result = await this.#until(writing);
    this.forget();
    if (scheduled && (publishedUtc === null || (publishedUtc !== undefined && publishedUtc <= nowUtc)))
      this.published = { by: nowUtc, scheduled };
    return result;
  }

  /** Nothing is read until a write has ended. */
  async #until<T>(writing: Promise<T>): Promise<T> {
    this.#writing += 1;
    try {
      return await writing;
    } finally {
      this.#writing -= 1;
    }
  }
}

/**
 * The request inside a transaction: `em` for entities, `db` for statements, and everything that is loaded see
 * the same uncommitted state. Nothing that it reads is remembered for others.
 */
export class Transaction extends Context {
  readonly em: EntityManager;
  /**
   * Whether an earlier attempt failed because of a parallel transaction: then take locks instead of hoping.
   */
  readonly again: boolean;
  readonly #parts: Omit<ContextParts, 'db'>;

  constructor(parts: Omit<ContextParts, 'db'>, em: EntityManager, again = false) {
    super({ ...parts, db: kysely(em) });
    this.em = em;
    this.again = again;
    this.#parts = parts;
  }

  /**
   * To be called by every write of a record that exists, once it has locked it: what the caller demands then
   * still holds when the write is stored.
   * @throws ServiceError precondition_failed 412
   */
  async assertPrecondition(): Promise<void> {
    // Uses a context of its own: what it loads would be out of date for the rest of the transaction.
    await this.precondition?.(new Transaction(this.#parts, this.em));
  }

  /**
   * No turn is needed: the transaction has its connection, and waiting for a turn while holding one could
   * deadlock.
   */
  override inTurn<T>(_lane: 'lists' | 'counts', work: () => Promise<T>): Promise<T> {
    return work();
  }

  /** A part of this transaction, which is stored with it, or undone alone when it fails. */
  override async write<T>(
    work: (transaction: Transaction) => Promise<T>,
    { keep }: WriteOptions<T> = {},
  ): Promise<T> {
    const part = async (again: boolean): Promise<T> => {
      // What an attempt that failed has begun must not be stored with the next.
      const em = this.em.fork({ keepTransactionContext: true });
      const result = await work(new Transaction(this.#parts, em, again || this.again));
      await em.flush();
      return result;
    };
    const result = await untilStored((again) => inSavepoint(this.db, () => part(again)), isTaken);
    if (!keep) this.forget();
    return result;
  }

  override async writeOne<T>(
    statement: (db: Db, by: By | null, signal?: AbortSignal) => Promise<T>,
  ): Promise<T> {
    // The transaction says who writes.
    const result = await inSavepoint(this.db, () => statement(this.db, null, this.signal));
    this.forget();
    return result;
  }
}
