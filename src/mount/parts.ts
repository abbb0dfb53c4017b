import type { Request, RequestHandler } from 'express';
import { auditTo } from '../access/audit.ts';
import { createAuthenticator } from '../access/authenticate.ts';
import type { Caller } from '../access/caller.ts';
import { createGuessing } from '../access/guessing.ts';
import { PasswordKeys } from '../access/password-keys.ts';
import { logRefusedTokens } from '../access/token-refusal.ts';
import type { Config } from '../config.ts';
import type { Settings, SiteUrls } from '../context.ts';
import type { Database } from '../database/database.ts';
import { CompiledQueries } from '../graphql/compiled.ts';
import type { Reporter } from '../graphql/errors.ts';
import { createExecutor, type Execute } from '../graphql/execute.ts';
import type { Schemas } from '../graphql/schema.ts';
import { type Admit, createAdmission } from '../http/admission.ts';
import { Bodies } from '../http/bodies.ts';
import { Contexts } from '../http/contexts.ts';
import { crossOrigin } from '../http/cors.ts';
import type { Lifecycle } from '../http/probes.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { type Send, sender } from '../http/send.ts';
import { NAMESPACE } from '../kernel/namespace.ts';
import type { Logger } from '../log.ts';
import type { ResponseCache } from '../memory/answers.ts';
import type { Changes } from '../memory/changes.ts';
import { PageFiles } from '../pages/pages.ts';
import { urlsOf } from '../rest/index.ts';
import { reportTo } from '../telemetry/failures.ts';
import { dampedLogins } from '../telemetry/tally.ts';
import { projectVersion } from './project-file.ts';
import { schemasOf } from './schemas.ts';

export interface AppDeps {
  config: Config;
  database: Database;
  changes: Changes;
  log: Logger;
  /** Keeps answers for others; null when it is switched off. */
  cache: ResponseCache | null;
  limit?: RateLimit | undefined;
  clock?: () => Date;
  lifecycle: Readonly<Lifecycle>;
}

/** Everything that is mounted is made of these: one of each for the whole service. */
export interface Parts extends Schemas {
  deps: AppDeps;
  clock: () => Date;
  settings: Settings;
  /** Version of the service. */
  version: string;
  report: Reporter;
  queries: CompiledQueries;
  execute: Execute;
  contexts: Contexts;
  authenticate(req: Request): Promise<Caller>;
  bodies: Bodies;
  /** @throws ServiceError for requests from where nobody may send them */
  admit: Admit;
  urls(req: Request): SiteUrls;
  send: Send;
  /** @throws ServiceError for clients that send too many requests; undefined without a limit */
  withinLimit: ((req: Request) => void) | undefined;
  /** All names of the REST API. */
  namespaces: readonly string[];
  cors(methods: string[], credentials: boolean): RequestHandler;
  files: PageFiles;
}

const noCors: RequestHandler = (_req, _res, next) => next();

/** The contexts of requests, with what identifies callers. */
function contextsOf(deps: AppDeps, settings: Settings, clock: () => Date, report: Reporter): Contexts {
  const { config, database, changes, log, limit } = deps;
  const access = { keys: new PasswordKeys(config.secretKey), audit: auditTo(log) };
  const authenticate = createAuthenticator({
    em: database.logins,
    keys: access.keys,
    allowAnonymousWrites: config.allowAnonymousWrites,
    oidc: config.oidc,
    audit: access.audit,
    refusedToken: logRefusedTokens(log),
    wrong: createGuessing({ delayMs: config.guessDelay, log, onDamped: () => dampedLogins.add() }),
    clock,
    onError: report,
  });
  return new Contexts({ settings, database, changes, access, authenticate, limit, clock });
}

/** Makes all parts. @throws Error when the contract is not consistent */
export async function makeParts(deps: AppDeps): Promise<Parts> {
  const { config, cache, limit, log, clock = () => new Date() } = deps;
  const { settings } = config;
  const report = reportTo(log);
  const schemas = schemasOf(settings);
  const queries = new CompiledQueries(schemas.schema);
  const contexts = contextsOf(deps, settings, clock, report);
  const admit = createAdmission(config);
  return {
    ...schemas,
    deps,
    clock,
    settings,
    version: projectVersion(),
    report,
    queries,
    execute: createExecutor(schemas, queries),
    contexts,
    authenticate: contexts.authenticate.bind(contexts),
    bodies: new Bodies(config.bodyMemory),
    admit,
    urls: (req) => urlsOf(req, { prefix: '', namespace: NAMESPACE }, admit),
    send: sender(cache, config.sharedMaxAge),
    withinLimit: limit && ((req) => limit.admit(req)),
    namespaces: [NAMESPACE, ...config.namespaceAliases.filter((alias) => alias !== NAMESPACE)],
    // If everybody may write, pages of other sites may not even read.
    cors: config.allowAnonymousWrites ? () => noCors : crossOrigin,
    files: await PageFiles.open(),
  };
}
