import { readFileSync } from 'node:fs';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { auditTo } from './access/audit.ts';
import { createAuthenticator } from './access/authenticate.ts';
import type { Caller } from './access/caller.ts';
import { createGuessing } from './access/guessing.ts';
import { PasswordKeys } from './access/password-keys.ts';
import type { Config } from './config.ts';
import type { Settings, SiteUrls } from './context.ts';
import { pathOf } from './contract/paths.ts';
import type { Database } from './database/database.ts';
import type { ServiceError } from './errors.ts';
import { feedsRouter } from './feeds/index.ts';
import { CompiledQueries } from './graphql/compiled.ts';
import { createExecutor } from './graphql/execute.ts';
import { httpError, sendGraphQLError } from './graphql/http.ts';
import { Runner } from './graphql/runner.ts';
import { buildSchemas } from './graphql/schema.ts';
import { graphqlRouter } from './graphql/server.ts';
import { type Admit, createAdmission } from './http/admission.ts';
import { Bodies } from './http/bodies.ts';
import { refusalHeaders } from './http/challenge.ts';
import { Contexts } from './http/contexts.ts';
import { crossOrigin } from './http/cors.ts';
import { type Phase, probesRouter } from './http/probes.ts';
import type { RateLimit } from './http/rate-limit.ts';
import { securityHeaders } from './http/security-headers.ts';
import { releaseAtHead, type Send, sender } from './http/send.ts';
import { once } from './idempotency/once.ts';
import { NAMESPACE } from './kernel/namespace.ts';
import type { Logger } from './log.ts';
import type { ResponseCache } from './memory/answers.ts';
import type { Changes } from './memory/changes.ts';
import { KeptOperations } from './memory/operations.ts';
import {
  docsRouter,
  faviconRouter,
  graphiqlPage,
  graphiqlRouter,
  type Page,
  PageFiles,
  publicRouter,
  sendFailure,
} from './pages/pages.ts';
import { permalinkRouter } from './pages/permalinks.ts';
import { RECORD_KINDS } from './records/kinds.ts';
import * as resources from './resources.ts';
import { apiLink, noSuchRoute, type RestDeps, restRouter, urlsOf } from './rest/index.ts';
import { errorBody } from './rest/respond/error-body.ts';
import { note } from './telemetry/current.ts';
import { reportTo } from './telemetry/failures.ts';
import { dampedLogins } from './telemetry/tally.ts';

export interface AppDeps {
  config: Config;
  database: Database;
  changes: Changes;
  log: Logger;
  /** Keeps answers for others; null when it is switched off. */
  cache: ResponseCache | null;
  limit?: RateLimit | undefined;
  clock?: () => Date;
  phase: () => Phase;
}

type Report = ReturnType<typeof reportTo>;

const READING = ['GET', 'HEAD'];
const noCors: RequestHandler = (_req, _res, next) => next();
const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const versionOf = (json: { version?: unknown }): string => String(json.version ?? '');
/** Version of the service. */
const VERSION = versionOf(JSON.parse(read('package.json')));

const sendPage = (send: Send, res: Response, { html, csp }: Page): void => {
  res
    .set({ 'Content-Security-Policy': csp, 'Cache-Control': 'no-cache', 'Referrer-Policy': 'same-origin' })
    .type('html');
  send(res, html);
};

function announce(res: Response, error: ServiceError): void {
  note({ code: error.code });
  refusalHeaders(res.req, res, error);
}

/** An error outside the API, where there is no better form for it than REST's. */
function sendError(res: Response, error: ServiceError): void {
  announce(res, error);
  res.status(error.status).set('Cache-Control', 'no-store').json(errorBody(error));
}

/** Express, with what every answer has. */
function bareApp(config: Config): Express {
  const headers = new Map(securityHeaders(config));
  return express()
    .disable('x-powered-by')
    .disable('etag')
    .set('trust proxy', config.trustProxy)
    .set('case sensitive routing', true)
    .use((_req, res, next) => {
      res.setHeaders(headers);
      next();
    });
}

/** Who asks from where nobody may is refused, in the words of what was asked. */
const refuseStrangers =
  (admit: Admit, report: Report): RequestHandler =>
  (req, res, next) => {
    try {
      admit(req);
    } catch (error) {
      const refusal = httpError(error, report);
      return /^\/graphql\/?$/.test(req.path) ? sendGraphQLError(res, refusal) : sendError(res, refusal);
    }
    next();
  };

/** Counts what is asked for outside the API; REST and GraphQL count for themselves, and refuse in their own words. */
function countOutside(namespaces: readonly string[], withinLimit: (req: Request) => void): RequestHandler {
  const faces = ['/graphql', '/wp-json', ...namespaces.map((namespace) => `/${namespace}`)];
  return (req, _res, next) => {
    if (!faces.some((face) => `${req.path}/`.startsWith(`${face}/`))) withinLimit(req);
    next();
  };
}

/** What nobody has answered until here. */
function answerTheRest(app: Express, urls: (req: Request) => SiteUrls, report: Report): void {
  const answer = (req: Request, res: Response, error: ServiceError): void => {
    res.vary('Accept');
    const wantsPage = READING.includes(req.method) && req.accepts(['json', 'html']) === 'html';
    if (wantsPage) {
      announce(res, error);
      sendFailure(res, urls(req), error);
    } else sendError(res, error);
  };
  const refused: ErrorRequestHandler = (error, req, res, next) =>
    res.headersSent ? next(error) : answer(req, res, httpError(error, report));
  app.use((req, res) => answer(req, res, noSuchRoute(urls(req).rest)));
  app.use(refused);
}

/** The contexts of requests, with all that finds out who asks. */
function contextsOf(deps: AppDeps, settings: Settings, clock: () => Date, report: Report): Contexts {
  const { config, database, changes, log, limit } = deps;
  const access = { keys: new PasswordKeys(config.secretKey), audit: auditTo(log) };
  const authenticate = createAuthenticator({
    em: database.logins,
    keys: access.keys,
    allowAnonymousWrites: config.allowAnonymousWrites,
    oidc: config.oidc,
    audit: access.audit,
    wrong: createGuessing({ delayMs: config.guessDelay, log, onDamped: () => dampedLogins.add() }),
    clock,
    onError: report,
  });
  return new Contexts({ settings, database, changes, access, authenticate, limit, clock });
}

/** The whole service as one request handler, mounted in reading order. It never listens; see server.ts. */
export async function createApp(deps: AppDeps): Promise<Express> {
  const { config, database, changes, log, cache, limit, phase, clock = () => new Date() } = deps;
  const { revision, timezone, perPage, maxPerPage, currency, baseUrl = null } = config;
  const settings: Settings = { revision, timezone, perPage, maxPerPage, currency };
  const report = reportTo(log);
  const schemas = buildSchemas(read('schema.graphql'), revision, Object.values(resources));
  const { schema, inner, sdl, contract, gates } = schemas;
  const queries = new CompiledQueries(schema);
  const execute = createExecutor(schemas, queries);
  const contexts = contextsOf(deps, settings, clock, report);
  const authenticate = (req: Request): Promise<Caller> => contexts.authenticate(req);
  const bodies = new Bodies(config.bodyMemory);
  const admit = createAdmission(config);
  const urls = (req: Request): SiteUrls => urlsOf(req, { prefix: '', namespace: NAMESPACE }, admit);
  const restRoot = (req: Request): string => urls(req).rest;

  const app = bareApp(config);
  if (cache) releaseAtHead(app, cache);
  const send = sender(cache);
  app.use(probesRouter({ phase, probe: () => database.probe(), sendError }));

  app.use(refuseStrangers(admit, report));
  const withinLimit = limit && ((req: Request): void => limit.admit(req));
  const namespaces = [NAMESPACE, ...config.namespaceAliases.filter((alias) => alias !== NAMESPACE)];
  if (withinLimit) app.use(countOutside(namespaces, withinLimit));

  // Where everybody may write, pages of other sites may not even read.
  const cors = config.allowAnonymousWrites ? () => noCors : crossOrigin;
  const files = await PageFiles.open();
  app.use(
    faviconRouter(send),
    docsRouter({ documentUrl: `${NAMESPACE}/doc`, files, send }),
    graphiqlRouter(files),
  );
  // As text, so that a browser shows it.
  app.get('/schema.graphql', cors(READING, false), (_req, res) => send(res.type('text/plain'), sdl));
  app.use(
    '/graphql',
    await graphqlRouter({
      schema,
      execute,
      settings,
      cors: cors([...READING, 'POST', 'OPTIONS'], false),
      report,
      authenticate,
      bodies,
      withinLimit,
      send,
      kept: cache && new KeptOperations({ changes, clock, admit }),
      createContext: (req) => contexts.of(req, urls(req)),
      // The page's addresses are relative to /graphql.
      sendGraphiQL: (req, res) => {
        if (/\/(\?|$)/.test(req.originalUrl)) res.redirect(301, '../graphql');
        else sendPage(send, res, graphiqlPage(files));
      },
    }),
  );
  const rest: RestDeps = {
    contract,
    schema,
    settings,
    version: VERSION,
    samples: JSON.parse(read('samples.json')),
    namespaces,
    baseUrl,
    siteOf: admit,
    cors: cors([...READING, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], true),
    send,
    runner: new Runner(inner),
    gates,
    once,
    authenticate,
    bodies,
    withinLimit,
    createContext: (exchange) => contexts.of(exchange.req, exchange.urls),
    report,
  };
  app.use(restRouter(rest), feedsRouter({ ...rest, cors: cors(READING, false) }));
  app.use(
    publicRouter({
      schema,
      revision,
      own: (document) => queries.own(document),
      execute,
      about: { version: VERSION, revision, timezone },
      urls,
      contextOf: (req) => contexts.of(req, urls(req)),
      send,
      apiLink,
      errorOf(res, cause) {
        const error = httpError(cause, report);
        announce(res, error);
        return error;
      },
    }),
    permalinkRouter({ kinds: RECORD_KINDS, pathOf: (kind, by) => pathOf(contract, kind, by), restRoot }),
  );
  answerTheRest(app, urls, report);
  return app;
}
