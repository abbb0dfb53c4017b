import type { Request } from 'express';
import type { Caller } from '../../domain/access/caller.ts';
import type { AccessServices } from '../../domain/access/services.ts';
import { type Context, createContext, type Settings, type SiteUrls } from '../../domain/context/context.ts';
import { ServiceError } from '../../lib/errors.ts';
import { clientOf } from '../../lib/network.ts';
import type { DataVersion } from '../../platform/cache/version.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type Db, kysely } from '../../platform/postgres/orm.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';
import type { RateLimit } from './rate-limit.ts';

/**
 * Identifies the caller of a request, before its body is read.
 * @throws ServiceError 401 for wrong credentials
 */
export type Authenticate = (req: Request) => Promise<Caller>;

interface ContextsOptions {
  readonly settings: Settings;
  readonly database: Database;
  readonly version: DataVersion;
  readonly access: AccessServices;
  /**
   * The caller with these credentials, from this address.
   * @throws ServiceError 401
   */
  readonly authenticate: (authorization: string | undefined, address: string | undefined) => Promise<Caller>;
  readonly limit: RateLimit | undefined;
  readonly clock: () => Date;
}

/**
 * Why nothing more is done for a request that has ended, whether it was answered or its client disconnected.
 * The same for all: Node's own `req.signal` makes an exception for each, which takes 10 MB and more.
 */
const CLOSED = new ServiceError('client_closed_request');

/** Makes the context of each request to the API. */
export class Contexts {
  readonly #options: ContextsOptions;
  readonly #db: Db;
  readonly #callers = new WeakMap<Request, Caller>();

  constructor(options: ContextsOptions) {
    this.#options = options;
    this.#db = kysely(options.database.orm.em);
  }

  /**
   * Identifies the caller before the body is read; {@link of} does not do it again.
   * @throws ServiceError 401
   */
  async authenticate(req: Request): Promise<Caller> {
    const caller = await this.#options.authenticate(req.headers.authorization, req.ip);
    this.#callers.set(req, caller);
    return caller;
  }

  /** The context in which a user reads without a request: with what is stored now. */
  async ofUser(caller: Caller, urls: SiteUrls): Promise<Context> {
    const { settings, database, version, access, clock } = this.#options;
    const { orm, slowReads, writePlaces } = database;
    const now = clock();
    const db = this.#db;
    const client = clientOf(caller.login, undefined);
    return createContext({
      settings,
      urls,
      caller,
      now,
      db,
      orm,
      version,
      access,
      slowReads,
      writePlaces,
      client,
    });
  }

  /** @throws ServiceError 401 */
  async of(req: Request, urls: SiteUrls): Promise<Context> {
    const { limit } = this.#options;
    const { authorization } = req.headers;
    const caller = this.#callers.get(req) ?? (await this.#options.authenticate(authorization, req.ip));
    if (caller.login !== null) {
      annotateRequest({ login: caller.login });
      limit?.recognise(req);
    }
    const gone = new AbortController();
    const context = await this.#make(req, urls, caller, gone.signal);
    req.res?.once('close', () => gone.abort(CLOSED));
    return context;
  }

  /**
   * A context of its own for something that is told later in the answer to a request, with the rights that the caller
   * has then.
   * @throws ServiceError 401 when the credentials are no longer right
   */
  async again(req: Request, { signal, urls }: Context): Promise<Context> {
    return this.#make(req, urls, await this.authenticate(req), signal);
  }

  async #make(
    req: Request,
    urls: SiteUrls,
    caller: Caller,
    signal: AbortSignal | undefined,
  ): Promise<Context> {
    const { settings, database, version, access, clock } = this.#options;
    const { orm, slowReads, writePlaces } = database;
    const now = clock();
    const db = this.#db;
    return createContext({
      settings,
      urls,
      caller,
      now,
      db,
      orm,
      version,
      access,
      slowReads,
      writePlaces,
      client: clientOf(caller.login, req.ip),
      ...(signal && { signal }),
    });
  }
}
