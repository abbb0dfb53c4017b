import type { Request, RequestHandler } from 'express';
import type { Reporter } from '../api/graphql/errors.ts';
import { createExecutor, type Execute } from '../api/graphql/execute.ts';
import type { Schemas } from '../api/graphql/schema.ts';
import { type Admit, createAdmission } from '../api/http/admission.ts';
import { Contexts } from '../api/http/contexts.ts';
import { crossOrigin } from '../api/http/cors.ts';
import type { Lifecycle } from '../api/http/probes.ts';
import type { RateLimit } from '../api/http/rate-limit.ts';
import type { ResponseCache } from '../api/http/response-cache.ts';
import { sender } from '../api/http/send.ts';
import { type SiteIdentity, siteClock } from '../api/pages/pages.ts';
import { type RestDeps, urlsOf } from '../api/rest/index.ts';
import { auditTo } from '../domain/access/audit.ts';
import { PasswordKeys } from '../domain/access/password-keys.ts';
import { createAuthenticator, createSignIn, type SignIn } from '../domain/authentication/authenticate.ts';
import { createLoginThrottle } from '../domain/authentication/login-throttle.ts';
import { OidcIssuer } from '../domain/authentication/oidc-issuer.ts';
import { OidcSignIn } from '../domain/authentication/oidc-sign-in.ts';
import { Sessions } from '../domain/authentication/sessions.ts';
import type { ChangeFeed } from '../domain/change-feed/feed.ts';
import type { Settings, SiteUrls } from '../domain/context/context.ts';
import type { RecordChanges } from '../domain/subscriptions/record-changes.ts';
import { logRefusedTokens } from '../domain/users/token-refusal.ts';
import { NAMESPACE } from '../lib/namespace.ts';
import type { DataVersion } from '../platform/cache/version.ts';
import type { Database } from '../platform/postgres/database.ts';
import { projectVersion } from '../platform/project-file.ts';
import { throttledLogins } from '../platform/telemetry/counters.ts';
import type { Logger } from '../platform/telemetry/log.ts';
import { reportTo } from '../platform/telemetry/log.ts';
import type { Config } from './config.ts';
import { schemasOf } from './schemas.ts';

export interface AppDeps {
  config: Config;
  database: Database;
  dataVersion: DataVersion;
  changes: ChangeFeed;
  recordChanges: RecordChanges;
  log: Logger;
  /** null if the response cache is disabled. */
  cache: ResponseCache | null;
  limit?: RateLimit | undefined;
  clock?: () => Date;
  lifecycle: Readonly<Lifecycle>;
}

/** The ways to sign in with a browser, and what a sign-in starts. */
interface SignInServices {
  sessions: Sessions;
  /** Checks a login and an application password. */
  signIn: SignIn;
  /** Undefined without OIDC_CLIENT_ID. */
  oidcSignIn: OidcSignIn | undefined;
}

/** The services that the routers share, one instance of each per process. */
export interface Services
  extends Schemas,
    SignInServices,
    Pick<
      RestDeps,
      'authenticate' | 'settings' | 'version' | 'report' | 'send' | 'withinLimit' | 'namespaces'
    > {
  deps: AppDeps;
  clock: () => Date;
  /** Executes the service's own documents, such as those of pages. */
  execute: Execute;
  contexts: Contexts;
  /** @throws ServiceError for requests from a host or origin that is not allowed */
  admit: Admit;
  urls(req: Request): SiteUrls;
  cors: typeof crossOrigin;
  /** Name, description and clock of the site, for pages. */
  identity: SiteIdentity;
}

const noCors: RequestHandler = (_req, _res, next) => next();

/** Creates the contexts of requests, with authentication, and the services for signing in. */
function authenticationOf(
  deps: AppDeps,
  settings: Settings,
  clock: () => Date,
  report: Reporter,
): SignInServices & { contexts: Contexts } {
  const { config, database, dataVersion: version, log, limit } = deps;
  const { logins: em } = database;
  const access = { keys: new PasswordKeys(config.secretKey), audit: auditTo(log) };
  const issuer = config.oidc && new OidcIssuer(config.oidc, { em, clock, audit: access.audit });
  const client = config.oidc?.client;
  const options = {
    em,
    keys: access.keys,
    clock,
    allowAnonymousWrites: config.allowAnonymousWrites,
    oidc: issuer,
    onRefusedToken: logRefusedTokens(log),
    throttle: createLoginThrottle({
      delayMs: config.limits.failedLoginDelay,
      log,
      onThrottled: () => throttledLogins.add(),
    }),
    onError: report,
  };
  const signIn = createSignIn(options);
  const authenticate = createAuthenticator(options, signIn);
  return {
    contexts: new Contexts({ settings, database, version, access, authenticate, limit, clock }),
    sessions: new Sessions({ em, clock }),
    signIn,
    oidcSignIn: issuer && client && new OidcSignIn({ ...options, issuer, client }),
  };
}

/** @throws Error if the contract is not consistent */
export function createServices(deps: AppDeps): Services {
  const { config, cache, limit, log, clock = () => new Date() } = deps;
  const { settings } = config;
  const pageClock = siteClock(settings);
  const report = reportTo(log);
  const schemas = schemasOf(settings);
  const authentication = authenticationOf(deps, settings, clock, report);
  const { contexts } = authentication;
  const admit = createAdmission(config);
  return {
    ...schemas,
    deps,
    clock,
    settings,
    version: projectVersion(),
    report,
    execute: createExecutor({ ...schemas, schema: schemas.pagesSchema }),
    ...authentication,
    authenticate: contexts.authenticate.bind(contexts),
    admit,
    urls: (req) => urlsOf(req, { prefix: '', namespace: NAMESPACE }, admit),
    send: sender(cache, config),
    withinLimit: limit && ((req) => limit.assertWithinLimit(req)),
    namespaces: [NAMESPACE, ...config.namespaceAliases.filter((alias) => alias !== NAMESPACE)],
    // If anonymous callers may write, pages of other sites may not even read.
    cors: config.allowAnonymousWrites ? () => noCors : crossOrigin,
    identity: {
      ...config.site,
      name: config.site.name ?? pageClock.words.text('page.calendar'),
      clock: pageClock,
    },
  };
}
