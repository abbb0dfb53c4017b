import type { LoaderOf } from '../../platform/cache/loaders.ts';
import type { Db, Orm } from '../../platform/postgres/orm.ts';
import type { Caller } from '../access/caller.ts';
import { type AccessServices, PLAIN } from '../access/services.ts';
import { type ReadingParts, ReadingRequest } from './reading-request.ts';
import type { Settings, SiteUrls } from './request.ts';

export type { Settings, SiteUrls } from './request.ts';

/** See {@link LoaderOf}; {@link Context.load} reads by it. */
export type Loader<K, V> = LoaderOf<Context, K, V>;

/** What a {@link Context} is made of. */
interface ContextParts extends ReadingParts {
  settings: Settings;
  urls: SiteUrls;
  caller: Caller;
  db: Db;
  orm: Orm;
  access?: AccessServices;
  /** A condition that the caller has set for the record to be written; checked once it is locked. */
  precondition?: ((context: Context) => Promise<void>) | undefined;
}

/**
 * What a request knows; the same for REST and GraphQL. It reads as {@link ReadingRequest} says, and
 * `domain/transactions/` stores.
 */
export class Context extends ReadingRequest {
  readonly settings: Settings;
  readonly urls: SiteUrls;
  readonly caller: Caller;
  readonly access: AccessServices;
  /** For making another context of the same request. */
  readonly parts: ContextParts;

  constructor(parts: ContextParts) {
    super(parts);
    this.settings = parts.settings;
    this.urls = parts.urls;
    this.caller = parts.caller;
    this.access = parts.access ?? PLAIN;
    this.parts = parts;
  }

  /**
   * The same request, at the same moment, with nothing loaded.
   * @param parts what it knows besides
   */
  fork(parts: Partial<ContextParts> = {}): Context {
    return new Context({
      ...this.parts,
      published: this.published,
      dependencies: this.dependencies,
      ...parts,
    });
  }
}
