import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from './access/caller.ts';
import { type AccessServices, PLAIN } from './access/services.ts';
import { untilStored } from './database/attempts.ts';
import { type Lanes, lanesOf } from './database/lanes.ts';
import { type Db, kysely } from './database/orm.ts';
import { hungUp, Turns } from './database/turns.ts';
import { ServiceError } from './errors.ts';
import { toUtc } from './kernel/dates.ts';
import { Changes, type Topic, UNREMEMBERED } from './memory/changes.ts';
import { type LoaderOf, Loaders } from './memory/loaders.ts';
import type { OwnWrite } from './memory/stretch.ts';
import type { Carried } from './memory/totals.ts';
import type { ContextParts, Links, Settings, WriteOptions } from './request.ts';

export type { ContextParts, Links, Settings, WriteOptions } from './request.ts';

/** See {@link LoaderOf}; {@link Context.load} reads by it. */
export type Loader<K, V> = LoaderOf<Context, K, V>;

/** Lists of one request at once, and one count: others get theirs in between. */
const MOST_LISTS = 2;
const NO_LANES = lanesOf(10, { wait: 0, statement: 0 });

/** Everything a request has; the same for REST and GraphQL. */
export class Context {
  readonly settings: Settings;
  readonly links: Links;
  readonly caller: Caller;
  /** The moment of the request: one clock for everything it does. */
  readonly now: Date;
  /** {@link now} as `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly nowUtc: string;
  /**
   * A condition of the caller's on the record to be written, checked by {@link
   * Transaction.assertPrecondition}.
   */
  precondition: ((context: Context) => Promise<void>) | null = null;
  /**
   * What counts as published at {@link now}, as a moment that stays the same until that changes; see
   * memory/changes.ts.
   */
  publishedBy: string;
  /**
   * Terms of events that are scheduled after {@link publishedBy}, with their number; undefined when that was
   * not looked up.
   */
  scheduled: ReadonlyMap<number, number> | undefined;
  /** What a long operation waits for while others have their turn; undefined when it does not. */
  pause: (() => Promise<unknown> | undefined) | null = null;
  readonly changes: Changes;
  readonly access: AccessServices;
  /** Aborted when nobody waits for the answer any more: then nothing more is begun, and nothing is stored. */
  readonly signal: AbortSignal | undefined;
  #freshUntil: string;
  #publishedUntil: string | undefined;
  /** Writes under way. */
  #writing = 0;
  readonly #parts: ContextParts;
  readonly #loaders = new Loaders<Context>(this);
  readonly #lanes: Lanes;
  #ownLists: Turns | undefined;
  #ownCounts: Turns | undefined;

  constructor(parts: ContextParts) {
    this.settings = parts.settings;
    this.links = parts.links;
    this.caller = parts.caller;
    this.now = parts.now;
    this.nowUtc = toUtc(parts.now);
    this.#parts = parts;
    this.changes = parts.changes ?? new Changes();
    this.access = parts.access ?? PLAIN;
    this.signal = parts.signal;
    this.#lanes = parts.lanes ?? NO_LANES;
    this.scheduled = parts.published?.scheduled;
    this.publishedBy = parts.published?.from ?? this.nowUtc;
    this.#publishedUntil = parts.published?.until;
    this.#freshUntil = parts.published?.until ?? this.nowUtc;
  }

  /**
   * For reading. Writes go through {@link write}, which has a `db` of its own: another connection of the
   * pool, waited for by those who hold one already, is waited for for ever once all of them do
   * (docs/decisions/0016).
   */
  get db(): Db {
    this.#assertOutside();
    return this.#parts.db;
  }

  /**
   * Runs a statement that may take long once it is its turn, so that such statements leave connections to
   * others.
   * @param lane of lists that one request asks for; of counts, which others may wait for too and which are
   * not given up with the request
   * @throws ServiceError service_unavailable 503 when too many wait or it takes too long
   */
  inTurn<T>(lane: 'lists' | 'counts', work: () => Promise<T>): Promise<T> {
    const { lists, counts } = this.#lanes;
    if (lane === 'lists') {
      this.#ownLists ??= new Turns(MOST_LISTS);
      return this.#ownLists.take(() => lists.take(work, this.signal), this.signal);
    }
    this.#ownCounts ??= new Turns(1);
    return this.#ownCounts.take(() => counts.take(() => lists.take(work)));
  }

  /** @throws ServiceError client_closed_request once nobody waits for the answer */
  assertWaitedFor(): void {
    if (this.signal?.aborted) throw hungUp();
  }

  #assertOutside(): void {
    if (this.#writing > 0) throw new Error('inside a transaction everything is read through the transaction');
  }

  /** Names the time in which the same records count as published as by {@link publishedBy}. */
  get stretch(): string {
    return this.#publishedUntil === undefined ? `at ${this.publishedBy}` : `until ${this.#publishedUntil}`;
  }

  /**
   * Until when the answer stays right as long as nothing is stored, in UTC: the next scheduled publication,
   * or what {@link staleAt} says.
   */
  get freshUntil(): string {
    return this.#freshUntil;
  }

  /**
   * Says that the answer depends on the clock: at this moment in UTC it may be another one. Without a moment:
   * with the next second.
   */
  staleAt(utc: string = toUtc(new Date(this.now.getTime() + 1_000))): void {
    if (utc < this.#freshUntil) this.#freshUntil = utc;
  }

  /**
   * Reads one value, together with all others of its kind that are asked for in the same tick. At once, when
   * it is remembered.
   */
  load<K extends NonNullable<unknown>, V>(loader: Loader<K, V>, key: K): V | Promise<V> {
    this.#assertOutside();
    return this.#loaders.load(loader, key);
  }

  /** Reads several values in order, leaving out those that do not exist. At once, when all are remembered. */
  loadAll<V>(loader: Loader<number, V | null>, keys: readonly number[]): V[] | Promise<V[]> {
    this.#assertOutside();
    return this.#loaders.loadAll(loader, keys);
  }

  /**
   * Forgets what was read, after a write changed it; also what counts as published, which the write may have
   * changed.
   */
  forget(): void {
    this.#loaders.forget();
    this.publishedBy = this.nowUtc;
    this.#publishedUntil = undefined;
    this.scheduled = undefined;
  }

  /** This request as a part of a transaction. */
  #within(em: EntityManager, again = false): Transaction {
    const { publishedBy: from, scheduled } = this;
    const until = this.#publishedUntil;
    const published = until === undefined || scheduled === undefined ? undefined : { from, until, scheduled };
    const within = new Writing({ ...this.#parts, published, changes: UNREMEMBERED }, em, again);
    within.precondition = this.precondition;
    return within;
  }

  /**
   * Runs all of `work` in one transaction: it is stored whole, or not at all. Tried again when PostgreSQL
   * broke a deadlock. Until it has ended, this context reads nothing.
   */
  async write<T>(work: (transaction: Transaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const { keep, topics, event, again } = options;
    const carried = event === undefined ? undefined : this.changes.totals.carry(this.nowUtc);
    const own =
      carried && this.changes.announce({ nowUtc: this.nowUtc, publishedUtc: undefined, carries: true });
    const transact = async (em: EntityManager): Promise<T> => {
      // It may have waited for its connection, and what it does for locks.
      this.assertWaitedFor();
      const transaction = this.#within(em, again);
      const done =
        carried && own && event !== undefined
          ? this.#carrying(carried, own, event, transaction, work)
          : work(transaction);
      const result = await done;
      await em.flush();
      this.assertWaitedFor();
      return result;
    };
    const attempt = (): Promise<T> => this.#parts.orm.em.fork().transactional(transact);
    const result = await this.#attempt(() => this.#lanes.writes.take(attempt, this.signal), carried);
    await this.changes.acknowledge(topics, own, carried);
    if (!keep) this.forget();
    return result;
  }

  async #carrying<T>(
    carried: Carried,
    own: OwnWrite,
    event: number,
    transaction: Transaction,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    await carried.before(transaction.db, event, own.name);
    const result = await work(transaction);
    await transaction.em.flush();
    await carried.after(transaction.db, event);
    return result;
  }

  /**
   * {@link write} for a new event that is stored by one statement, and so needs no transaction around it.
   * @param statement sets `calendar.write` to the name it is given, because everyone here knows of the write
   * as soon as it is acknowledged; ended by the signal
   */
  async writeOne<T extends { record: { id: number } }>(
    statement: (db: Db, name: string, signal?: AbortSignal) => Promise<T>,
    options: { topics: readonly Topic[]; publishedUtc: OwnWrite['publishedUtc'] },
  ): Promise<T> {
    const { publishedUtc, topics } = options;
    const { scheduled, nowUtc } = this;
    const carried = this.changes.totals.carry(nowUtc);
    const own = this.changes.announce({ nowUtc, publishedUtc, carries: carried !== undefined });
    const store = async (db: Db): Promise<T> => {
      const stored = await statement(db, own.name, this.signal);
      await carried?.after(db, stored.record.id);
      return stored;
    };
    const attempt = (): Promise<T> =>
      carried ? this.#parts.db.transaction().execute(store) : store(this.#parts.db);
    const inTurn = (): Promise<T> =>
      this.changes.writers.take(() => this.#lanes.writes.take(attempt, this.signal), this.signal);
    const result = await this.#attempt(inTurn, carried);
    await this.changes.acknowledge(topics, own, carried);
    this.forget();
    if (publishedUtc === null || (publishedUtc !== undefined && publishedUtc <= nowUtc))
      this.scheduled = scheduled;
    return result;
  }

  /** Makes known what a write has answered, so that nobody has to ask. */
  know<K, V>(loader: Loader<K, V>, key: K, value: V): void {
    this.#loaders.know(loader, key, value);
  }

  async #attempt<T>(write: () => Promise<T>, carried?: Carried): Promise<T> {
    this.#writing += 1;
    try {
      return await untilStored(write, (error) => {
        // It may be stored all the same, when only the answer was lost.
        if (carried && !(error instanceof ServiceError)) this.changes.totals.changed();
      });
    } finally {
      this.#writing -= 1;
    }
  }
}

/**
 * The request inside a transaction: `em` for entities, `db` for statements, and everything that is loaded see
 * the same uncommitted state. Nothing that it reads is remembered for others.
 */
export interface Transaction extends Context {
  readonly em: EntityManager;
  /** Whether it was tried before and lost to a parallel one: then waiting is better than hoping. */
  readonly again: boolean;
  /**
   * To be called by every write of a record that exists, once it has locked it: what the caller demands then
   * still holds when the write is stored.
   * @throws ServiceError precondition_failed 412
   */
  assertPrecondition(): Promise<void>;
}

/** See {@link Transaction}. What it writes is a part of the transaction. */
export class Writing extends Context implements Transaction {
  readonly em: EntityManager;
  readonly again: boolean;
  readonly #parts: Omit<ContextParts, 'db'>;

  constructor(parts: Omit<ContextParts, 'db'>, em: EntityManager, again = false) {
    super({ ...parts, db: kysely(em) });
    this.em = em;
    this.again = again;
    this.#parts = parts;
  }

  async assertPrecondition(): Promise<void> {
    // In a context of its own: what it loads would be too old for the rest of the transaction.
    await this.precondition?.(new Writing(this.#parts, this.em));
  }

  /** It has its connection: whoever waited here for a turn could wait for those who wait for a connection. */
  override inTurn<T>(_lane: 'lists' | 'counts', work: () => Promise<T>): Promise<T> {
    return work();
  }

  override write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return work(this);
  }
}
