import type { Request } from 'express';
import type { Caller } from '../../domain/access/caller.ts';
import type { AccessServices } from '../../domain/access/services.ts';
import { type Context, createContext, type Settings, type SiteUrls } from '../../domain/context/context.ts';
import { ServiceError } from '../../lib/errors.ts';
import { clientKey } from '../../lib/network.ts';
import type { DataVersion } from '../../platform/cache/version.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type Db, kysely } from '../../platform/postgres/orm.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';
import type { RateLimit } from './rate-limit.ts';

/**
 * Authenticates the caller of a request, before its body is read.
 * @throws ServiceError 401 for wrong credentials
 */
export type Authenticate = (req: Request) => Promise<Caller>;

interface ContextsOptions {
  readonly settings: Settings;
  readonly database: Database;
  readonly version: DataVersion;
  readonly access: AccessServices;
  /**
   * @param address of the client
   * @throws ServiceError 401
   */
  readonly authenticate: (authorization: string | undefined, address: string | undefined) => Promise<Caller>;
  readonly limit: RateLimit | undefined;
  readonly clock: () => Date;
}

/**
 * The reason that stops work for a request after its response was sent or its client disconnected. One shared error:
 * Node's `req.signal` creates an exception for each request, which takes 10 MB and more.
 */
const REQUEST_ENDED = new ServiceError('client_closed_request');

/** Creates the context of each API request. */
export class Contexts {
  readonly #options: ContextsOptions;
  readonly #db: Db;
  readonly #callers = new WeakMap<Request, Caller>();

  constructor(options: ContextsOptions) {
    this.#options = options;
    this.#db = kysely(options.database.orm.em);
  }

  /**
   * Authenticates the caller and caches it for {@link forRequest}.
   * @throws ServiceError 401
   */
  async authenticate(req: Request): Promise<Caller> {
    const caller = await this.#options.authenticate(req.headers.authorization, req.ip);
    this.#callers.set(req, caller);
    return caller;
  }

  /** Creates a context for reading as a user without a request. */
  async forUser(caller: Caller, urls: SiteUrls): Promise<Context> {
    const { settings, database, version, access, clock } = this.#options;
    const { orm, slowReadSlots, writeSlots } = database;
    const now = clock();
    const db = this.#db;
    const client = clientKey(caller.login, undefined);
    return createContext({
      settings,
      urls,
      caller,
      now,
      db,
      orm,
      version,
      access,
      slowReadSlots,
      writeSlots,
      client,
    });
  }

  /** @throws ServiceError 401 */
  async forRequest(req: Request, urls: SiteUrls): Promise<Context> {
    const { limit } = this.#options;
    const { authorization } = req.headers;
    const caller = this.#callers.get(req) ?? (await this.#options.authenticate(authorization, req.ip));
    if (caller.login !== null) limit?.rememberCredentials(req);
    return this.forCaller(req, urls, caller);
  }

  /** Creates the context of a request whose caller is known from a session. */
  async forCaller(req: Request, urls: SiteUrls, caller: Caller): Promise<Context> {
    if (caller.login !== null) annotateRequest({ login: caller.login });
    const closed = new AbortController();
    const context = await this.#make(req, urls, caller, closed.signal);
    req.res?.once('close', () => closed.abort(REQUEST_ENDED));
    return context;
  }

  /**
   * Creates a new context for a later part of a streamed response, with the current rights of the caller.
   * @throws ServiceError 401 if the credentials are no longer valid
   */
  async renew(req: Request, { signal, urls }: Context): Promise<Context> {
    return this.#make(req, urls, await this.authenticate(req), signal);
  }

  async #make(
    req: Request,
    urls: SiteUrls,
    caller: Caller,
    signal: AbortSignal | undefined,
  ): Promise<Context> {
    const { settings, database, version, access, clock } = this.#options;
    const { orm, slowReadSlots, writeSlots } = database;
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
      slowReadSlots,
      writeSlots,
      client: clientKey(caller.login, req.ip),
      ...(signal && { signal }),
    });
  }
}
