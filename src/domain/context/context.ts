import type { EntityManager } from '@mikro-orm/postgresql';
import { Semaphore } from '../../lib/semaphore.ts';
import type { LoaderOf } from '../../platform/cache/loaders.ts';
import { DataVersion } from '../../platform/cache/version.ts';
import type { Db, Orm, ReadDb } from '../../platform/postgres/orm.ts';
import type { Caller } from '../access/caller.ts';
import { type AccessServices, DEFAULT_ACCESS_SERVICES } from '../access/services.ts';
import { Clock } from './clock.ts';
import type { Settings, SiteUrls } from './request.ts';

export type { Settings, SiteUrls } from './request.ts';

/** A {@link LoaderOf} of requests; read it with `load` and `loadAll` of `platform/cache/loaders.ts`. */
export type Loader<K, V> = LoaderOf<Context, K, V>;

/** The state of a request, for REST and GraphQL alike. It only reads; `domain/transactions/` stores. */
export interface Context {
  readonly settings: Settings;
  readonly urls: SiteUrls;
  readonly caller: Caller;
  readonly access: AccessServices;
  readonly clock: Clock;
  readonly db: ReadDb;
  readonly writes: RunningWrites;
  /** Values that the request has loaded, by loader definition. */
  readonly loaders: Map<unknown, unknown>;
  readonly version: DataVersion;
  /** Limits slow reads; null inside a transaction and for tools. See {@link slowRead}. */
  readonly slowReadSlots: Semaphore | null;
  /** The client whose subscriptions are counted; see `clientOf` in lib/network.ts. */
  readonly client: string;
  /** Aborted when the client disconnects: no further work starts, and nothing is stored. */
  readonly signal: AbortSignal | undefined;
  /** The caller's condition on the record to be written; checked once the record is locked. */
  readonly precondition: ((context: Context) => Promise<void>) | undefined;
  /** Used only to create transactions and entity managers. */
  readonly primary: { readonly db: Db; readonly orm: Orm; readonly writeSlots: Semaphore };
  /** The transaction of all reads and writes, if one is open. */
  readonly transaction: Transaction | undefined;
}

/** Counts the running transactions of a request: while one runs, all reads go through it. */
class RunningWrites {
  #count = 0;

  /** @throws Error while a transaction runs */
  assertNone(): void {
    if (this.#count > 0) throw new Error('inside a transaction everything is read through the transaction');
  }

  async track<T>(written: Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await written;
    } finally {
      this.#count -= 1;
    }
  }
}

interface ContextParts {
  readonly settings: Settings;
  readonly urls: SiteUrls;
  readonly caller: Caller;
  readonly now: Date;
  readonly db: Db;
  readonly orm: Orm;
  readonly access?: AccessServices;
  readonly version?: DataVersion;
  readonly slowReadSlots?: Semaphore | null;
  /** Limits concurrent writes. */
  readonly writeSlots?: Semaphore;
  readonly client?: string;
  readonly signal?: AbortSignal;
}

export function createContext({
  settings,
  urls,
  caller,
  now,
  db,
  orm,
  access = DEFAULT_ACCESS_SERVICES,
  version = new DataVersion(),
  slowReadSlots = null,
  writeSlots = new Semaphore(Number.POSITIVE_INFINITY),
  client = '',
  signal,
}: ContextParts): Context {
  return {
    settings,
    urls,
    caller,
    access,
    clock: new Clock(now, settings.timezone),
    db,
    writes: new RunningWrites(),
    loaders: new Map(),
    version,
    slowReadSlots,
    client,
    signal,
    precondition: undefined,
    primary: { db, orm, writeSlots },
    transaction: undefined,
  };
}

/**
 * The same request at the same time, with nothing loaded.
 * @param signal aborted when no client waits for the response any more; by default when the client of the request
 * disconnects
 */
export const forkContext = (context: Context, signal = context.signal): Context => ({
  ...context,
  loaders: new Map(),
  signal,
});

/** The actor of a write, for the change log. */
export interface Actor {
  /** A unique name for the write. */
  readonly write: string;
  /** The id of the user; 0 for anonymous callers and jobs. */
  readonly user: number;
}

/**
 * A transaction of a request. `em` for entities, `db` for statements and the loaders of `context` see the same
 * uncommitted state. Functions that store something take one as an argument; only `runInTransaction` creates them.
 */
export class Transaction {
  /** The request, reading inside the transaction. */
  readonly context: Context;
  readonly db: Db;
  readonly em: EntityManager;
  readonly actor: Actor;
  /** True if a concurrent transaction made an earlier attempt fail: now the work has to take locks. */
  readonly isRetry: boolean;
  /**
   * @param outside the context of the request, or of the enclosing transaction
   * @param em sends its statements through `db`
   */
  constructor(outside: Context, db: Db, em: EntityManager, actor: Actor, isRetry: boolean) {
    this.context = {
      ...outside,
      db,
      writes: new RunningWrites(),
      loaders: new Map(),
      slowReadSlots: null,
      transaction: this,
    };
    this.db = db;
    this.em = em;
    this.actor = actor;
    this.isRetry = isRetry;
  }

  /**
   * Checks the caller's condition. Every write of an existing record must call this after locking the record, so that
   * the condition still holds when the write is stored.
   * @throws ServiceError precondition_failed 412
   */
  async assertPrecondition(): Promise<void> {
    // Uses a separate context: values loaded here would be outdated for the rest of the transaction.
    await this.context.precondition?.(forkContext(this.context));
  }
}
