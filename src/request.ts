import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from './access/caller.ts';
import type { AccessServices } from './access/services.ts';
import type { Context } from './context.ts';
import type { Lanes } from './database/lanes.ts';
import type { Db, Orm } from './database/orm.ts';
import type { SiteCurrency } from './kernel/cost.ts';
import type { Changes, Topic } from './memory/changes.ts';
import type { Stretch } from './memory/stretch.ts';

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

/**
 * One way to read many values of one kind with one statement. Define it once per module; {@link Context.load}
 * batches.
 */
export interface Loader<K, V> {
  batch(context: Context, keys: readonly K[]): Promise<readonly V[]>;
  /** What makes two keys the same, for keys that are objects. */
  cacheKey?(key: K): string;
  /**
   * The values depend on the key alone, not on the caller or the clock: they are remembered for other
   * requests until one of these changes.
   */
  shared?: readonly Topic[];
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

/** What a {@link Context} is made of. */
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
  /** Shares of the connections; unlimited waiting unless given. */
  lanes?: Lanes;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
}
