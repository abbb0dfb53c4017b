import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import type { Caller } from './access/caller.ts';
import { type AccessServices, PLAIN } from './access/services.ts';
import { Changes, type OwnWrite, type Stretch, type Topic, UNREMEMBERED } from './db/changes.ts';
import { type Db, kysely, type Orm } from './db/orm.ts';
import type { Carried } from './db/totals.ts';
import { invalidParams, type Problems, ServiceError } from './errors.ts';
import type { SiteCurrency } from './kernel/cost.ts';
import { toUtc } from './kernel/dates.ts';

/** What of the configuration a request can depend on. */
export interface Settings {
  readonly revision: 'A' | 'B';
  /** IANA name or fixed offset: the clock of the site. */
  readonly timezone: string;
  readonly perPage: number;
  readonly maxPerPage: number;
  /** What plain numbers in a cost are in. */
  readonly currency: SiteCurrency;
}

/** Where the service was asked, so that links in answers lead back the same way. No trailing slashes. */
export interface Links {
  /** `https://cal.example.net` */
  readonly site: string;
  /** `cal.example.net`: the host without scheme and port, as in global ids. */
  readonly host: string;
  /** `https://cal.example.net/wp-json/calendar/events/v1`: the namespace's root as it was asked for. */
  readonly rest: string;
}

/** One way to read many values of one kind with one statement. Define it once per module; {@link Context.load} batches. */
export interface Loader<K, V> {
  batch(context: Context, keys: readonly K[]): Promise<readonly V[]>;
  /** What makes two keys the same, for keys that are objects. */
  cacheKey?(key: K): string;
  /** The values depend on the key alone, not on the caller or the clock: they are remembered for other requests until one of these changes. */
  shared?: readonly Topic[];
}

/**
 * The request inside a transaction: `em` for entities, `db` for statements, and everything that is loaded see the same uncommitted state. Nothing
 * that it reads is remembered for others.
 */
export interface Transaction extends Context {
  readonly em: EntityManager;
  /** Whether it was tried before and lost to a parallel one: then waiting is better than hoping. */
  readonly again: boolean;
  /**
   * To be called by every write of a record that exists, once it has locked it: what the caller demands then still holds when the write is stored.
   * @throws ServiceError precondition_failed 412
   */
  assertPrecondition(): Promise<void>;
}

/** How {@link Context.write} runs. */
export interface WriteOptions {
  /** Whether values read before stay known, for answers about what the transaction erases. */
  keep?: boolean | undefined;
  /** What it changes; everything unless given. */
  topics?: readonly Topic[] | undefined;
  /** The event that is all it changes. */
  event?: number | undefined;
  /** See {@link Transaction.again}. */
  again?: boolean | undefined;
}

const ATTEMPTS = 5;
/** `deadlock_detected` and `serialization_failure`: nothing was stored, and another try may well succeed. */
const isTransient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');

export interface ContextParts {
  settings: Settings;
  links: Links;
  caller: Caller;
  now: Date;
  db: Db;
  orm: Orm;
  changes?: Changes;
  /** Of `changes.published`: what counts as published, and until when. */
  published?: Stretch | undefined;
  access?: AccessServices;
}

/** Everything a request has; the same for REST and GraphQL. */
export class Context {
  readonly settings: Settings;
  readonly links: Links;
  readonly caller: Caller;
  /** The moment of the request: one clock for everything it does. */
  readonly now: Date;
  /** {@link now} as `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly nowUtc: string;
  /** A condition of the caller's on the record to be written, checked by {@link Transaction.assertPrecondition}. */
  precondition: ((context: Context) => Promise<void>) | null = null;
  /**
   * Failing parameters that the rim has found already. The operation still runs its own checks, so that one answer can name
   * all; whoever collects them (see db/checks.ts) adds these, and {@link write} refuses to start while there are any.
   */
  problems: Problems = {};
  /** What counts as published at {@link now}, as a moment that stays the same until that changes; see db/changes.ts. */
  publishedBy: string;
  /** Terms of events that are scheduled after {@link publishedBy}, with their number; undefined when that was not looked up. */
  scheduled: ReadonlyMap<number, number> | undefined;
  readonly changes: Changes;
  readonly access: AccessServices;
  #freshUntil: string;
  #publishedUntil: string | undefined;
  /** Writes under way. */
  #writing = 0;
  readonly #parts: ContextParts;
  readonly #loaders = new Map<unknown, unknown>();

  constructor(parts: ContextParts) {
    this.settings = parts.settings;
    this.links = parts.links;
    this.caller = parts.caller;
    this.now = parts.now;
    this.nowUtc = toUtc(parts.now);
    this.#parts = parts;
    this.changes = parts.changes ?? new Changes();
    this.access = parts.access ?? PLAIN;
    this.scheduled = parts.published?.scheduled;
    this.publishedBy = parts.published?.from ?? this.nowUtc;
    this.#publishedUntil = parts.published?.until;
    this.#freshUntil = parts.published?.until ?? this.nowUtc;
  }

  /**
   * For reading. Writes go through {@link write}, which has a `db` of its own: another connection of the pool, waited for by those who hold one
   * already, is waited for for ever once all of them do (docs/decisions/0016).
   */
  get db(): Db {
    this.#assertOutside();
    return this.#parts.db;
  }

  #assertOutside(): void {
    if (this.#writing > 0) throw new Error('inside a transaction everything is read through the transaction');
  }

  /** Names the time in which the same records count as published as by {@link publishedBy}. */
  get stretch(): string {
    return this.#publishedUntil === undefined ? `at ${this.publishedBy}` : `until ${this.#publishedUntil}`;
  }

  /** Until when the answer stays right as long as nothing is stored, in UTC: the next scheduled publication, or what {@link staleAt} says. */
  get freshUntil(): string {
    return this.#freshUntil;
  }

  /** Says that the answer depends on the clock: at this moment in UTC it may be another one. Without a moment: with the next second. */
  staleAt(utc: string = toUtc(new Date(this.now.getTime() + 1_000))): void {
    if (utc < this.#freshUntil) this.#freshUntil = utc;
  }

  /** Reads one value, together with all others of its kind that are asked for in the same tick. At once, when it is remembered. */
  load<K extends NonNullable<unknown>, V>(loader: Loader<K, V>, key: K): V | Promise<V> {
    this.#assertOutside();
    const known = loader.shared && this.changes.memory(loader, loader.shared)?.get(key);
    // Only what this loader has read is in its memory.
    return known === undefined ? this.#loader(loader).load(key) : (known as V);
  }

  /** Reads several values in order, leaving out those that do not exist. At once, when all are remembered. */
  loadAll<V>(loader: Loader<number, V | null>, keys: readonly number[]): V[] | Promise<V[]> {
    const values = keys.map((key) => this.load(loader, key));
    const found: V[] = [];
    for (const value of values) {
      if (value instanceof Promise) return Promise.all(values).then((all) => all.filter((one) => one !== null));
      if (value !== null) found.push(value);
    }
    return found;
  }

  /** Forgets what was read, after a write changed it; also what counts as published, which the write may have changed. */
  forget(): void {
    this.#loaders.clear();
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
   * Runs all of `work` in one transaction: it is stored whole, or not at all. Tried again when PostgreSQL broke a deadlock. Until it has ended, this
   * context reads nothing.
   */
  async write<T>(work: (transaction: Transaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const { keep, topics, event, again } = options;
    const carried = event === undefined ? undefined : this.changes.totals.carry(this.nowUtc);
    const own = carried && this.changes.announce({ nowUtc: this.nowUtc, publishedUtc: undefined, carries: true });
    const transact = (em: EntityManager): Promise<T> => {
      const transaction = this.#within(em, again);
      return carried && own && event !== undefined ? this.#carrying(carried, own, event, transaction, work) : work(transaction);
    };
    const result = await this.#attempt(() => this.#parts.orm.em.fork().transactional(transact), carried);
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
   * @param statement sets `calendar.write` to the name it is given, because everyone here knows of the write as soon as it is acknowledged
   */
  async writeOne<T extends { record: { id: number } }>(
    statement: (db: Db, name: string) => Promise<T>,
    options: { topics: readonly Topic[]; publishedUtc: OwnWrite['publishedUtc'] },
  ): Promise<T> {
    const { publishedUtc, topics } = options;
    const { scheduled, nowUtc } = this;
    const carried = this.changes.totals.carry(nowUtc);
    const own = this.changes.announce({ nowUtc, publishedUtc, carries: carried !== undefined });
    const store = async (db: Db): Promise<T> => {
      const stored = await statement(db, own.name);
      await carried?.after(db, stored.record.id);
      return stored;
    };
    const attempt = (): Promise<T> => (carried ? this.#parts.db.transaction().execute(store) : store(this.#parts.db));
    const result = await this.#attempt(() => this.changes.writers.take(attempt), carried);
    await this.changes.acknowledge(topics, own, carried);
    this.forget();
    if (publishedUtc === null || (publishedUtc !== undefined && publishedUtc <= nowUtc)) this.scheduled = scheduled;
    return result;
  }

  /** Makes known what a write has answered, so that nobody has to ask. */
  know<K, V>(loader: Loader<K, V>, key: K, value: V): void {
    this.#loader(loader).prime(key, value);
  }

  async #attempt<T>(write: () => Promise<T>, carried?: Carried): Promise<T> {
    if (Object.keys(this.problems).length > 0) throw invalidParams(this.problems);
    this.#writing += 1;
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await write();
        } catch (error) {
          // It may be stored all the same, when only the answer was lost.
          if (carried && !(error instanceof ServiceError)) this.changes.totals.changed();
          if (attempt === ATTEMPTS || !isTransient(error)) throw error;
        }
      }
    } finally {
      this.#writing -= 1;
    }
  }

  #loader<K, V>(definition: Loader<K, V>): DataLoader<K, V, string | K> {
    // The map holds for each definition the loader made from it here, so the types agree.
    const known = this.#loaders.get(definition) as DataLoader<K, V, string | K> | undefined;
    if (known) return known;
    const cacheKeyFn = definition.cacheKey ? { cacheKeyFn: definition.cacheKey } : {};
    const made = new DataLoader<K, V, string | K>((keys) => this.#read(definition, keys), cacheKeyFn);
    this.#loaders.set(definition, made);
    return made;
  }

  /** Runs a loader, and remembers what it read unless the data has changed meanwhile. */
  async #read<K, V>(definition: Loader<K, V>, keys: readonly K[]): Promise<V[]> {
    const { version } = this.changes;
    const values = [...(await definition.batch(this, keys))];
    const memory = definition.shared && version === this.changes.version ? this.changes.memory(definition, definition.shared) : undefined;
    for (const [at, key] of keys.entries()) {
      const value = values[at];
      if (key !== null && key !== undefined && value !== null && value !== undefined) memory?.set(key, value);
    }
    return values;
  }
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

  override write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return work(this);
  }
}
