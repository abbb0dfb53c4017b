import type { EntityManager } from '@mikro-orm/postgresql';
import { Semaphore } from '../../lib/semaphore.ts';
import type { LoaderOf } from '../../platform/cache/loaders.ts';
import { DataVersion } from '../../platform/cache/version.ts';
import type { Db, Orm, ReadDb } from '../../platform/postgres/orm.ts';
import type { Caller } from '../access/caller.ts';
import { type AccessServices, PLAIN } from '../access/services.ts';
import { Clock } from './clock.ts';
import type { Settings, SiteUrls } from './request.ts';
import { RunningWrites } from './running-writes.ts';

export type { Settings, SiteUrls } from './request.ts';

/** See {@link LoaderOf}; `load` and `loadAll` of `platform/cache/loaders.ts` read by it. */
export type Loader<K, V> = LoaderOf<Context, K, V>;

/** What a request knows; the same for REST and GraphQL. It reads; `domain/transactions/` stores. */
export interface Context {
  readonly settings: Settings;
  readonly urls: SiteUrls;
  readonly caller: Caller;
  readonly access: AccessServices;
  readonly clock: Clock;
  readonly db: ReadDb;
  readonly writes: RunningWrites;
  /** What the request has loaded, by definition of the loader. */
  readonly loaders: Map<unknown, unknown>;
  readonly version: DataVersion;
  /** Places for slow reads; null inside a transaction and for tools. See {@link slowRead}. */
  readonly slowReads: Semaphore | null;
  /** Whose subscriptions are counted together; see `clientOf` in lib/network.ts. */
  readonly client: string;
  /** Aborted when the client has disconnected: then nothing more is begun, and nothing is stored. */
  readonly signal: AbortSignal | undefined;
  /** What the caller demands of the record that is written; checked once the record is locked. */
  readonly precondition: ((context: Context) => Promise<void>) | undefined;
  /** What transactions and entity managers are made of; nothing else uses it. */
  readonly primary: { readonly db: Db; readonly orm: Orm; readonly writePlaces: Semaphore };
  /** The transaction in which everything is read and stored, if there is one. */
  readonly transaction: Transaction | undefined;
}

/** What a {@link Context} is made of. */
interface ContextParts {
  readonly settings: Settings;
  readonly urls: SiteUrls;
  readonly caller: Caller;
  /** The moment of the request. */
  readonly now: Date;
  readonly db: Db;
  readonly orm: Orm;
  readonly access?: AccessServices;
  readonly version?: DataVersion;
  readonly slowReads?: Semaphore | null;
  /** Places for writes. */
  readonly writePlaces?: Semaphore;
  readonly client?: string;
  readonly signal?: AbortSignal;
}

/** Makes the context of a request. */
export function createContext({
  settings,
  urls,
  caller,
  now,
  db,
  orm,
  access = PLAIN,
  version = new DataVersion(),
  slowReads = null,
  writePlaces = new Semaphore(Number.POSITIVE_INFINITY),
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
    slowReads,
    client,
    signal,
    precondition: undefined,
    primary: { db, orm, writePlaces },
    transaction: undefined,
  };
}

/**
 * The same request, at the same moment, with nothing loaded.
 * @param signal aborted when nobody waits for the answer any more, unless that is so when the client has disconnected
 */
export const forkContext = (context: Context, signal = context.signal): Context => ({
  ...context,
  loaders: new Map(),
  signal,
});

/** The actor of a write, for the log of changes. */
export interface Actor {
  /** The unique name of the write. */
  readonly write: string;
  /** The id of the user; 0 for nobody. */
  readonly user: number;
}

/**
 * A transaction of a request: `em` for entities, `db` for statements, and what is loaded by its `context` see the
 * same uncommitted state. What stores something takes one as its argument, and only `runInTransaction` makes them.
 */
export class Transaction {
  /** The request as it reads inside the transaction. */
  readonly context: Context;
  readonly db: Db;
  readonly em: EntityManager;
  readonly actor: Actor;
  /** Whether an earlier attempt failed because of a parallel transaction: then locks have to be taken. */
  readonly isRetry: boolean;
  /**
   * @param outside the context of the request, or of the transaction that this one is a part of
   * @param em whose statements go through `db`
   */
  constructor(outside: Context, db: Db, em: EntityManager, actor: Actor, isRetry: boolean) {
    this.context = {
      ...outside,
      db,
      writes: new RunningWrites(),
      loaders: new Map(),
      slowReads: null,
      transaction: this,
    };
    this.db = db;
    this.em = em;
    this.actor = actor;
    this.isRetry = isRetry;
  }

  /**
   * Every write of an existing record has to call this once it has locked the record, so that what the caller
   * demands is still true when the write is stored.
   * @throws ServiceError precondition_failed 412
   */
  async assertPrecondition(): Promise<void> {
    // Uses a context of its own: what it loads would be out of date for the rest of the transaction.
    await this.context.precondition?.(forkContext(this.context));
  }
}
