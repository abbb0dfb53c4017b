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
import { Context, type Links, type Settings } from './context.ts';
import type { Database } from './database/database.ts';
import { kysely } from './database/orm.ts';
import type { ServiceError } from './errors.ts';
import { CompiledQueries } from './graphql/compiled.ts';
import { createExecutor } from './graphql/execute.ts';
import { httpError, sendGraphQLError } from './graphql/http.ts';
import { buildSchemas } from './graphql/schema.ts';
import { graphqlRouter } from './graphql/server.ts';
import { createAdmission } from './http/admission.ts';
import { Bodies } from './http/bodies.ts';
import { crossOrigin } from './http/cors.ts';
import { goneSignal } from './http/gone.ts';
import { type Phase, probesRouter } from './http/probes.ts';
import type { RateLimit } from './http/rate-limit.ts';
import { securityHeaders } from './http/security-headers.ts';
import { releaseAtHead, type Send, sender } from './http/send.ts';
import { toUtc } from './kernel/dates.ts';
import type { Logger } from './log.ts';
import type { ResponseCache } from './memory/answers.ts';
import type { Changes } from './memory/changes.ts';
import { KeptOperations } from './memory/operations.ts';
import {
  docsRouter,
  faviconRouter,
  graphiqlPage,
  graphiqlRouter,
  homePage,
  type Page,
  PageFiles,
} from './pages/pages.ts';
import { permalinkRouter } from './pages/permalinks.ts';
import { RECORD_KINDS } from './records/kinds.ts';
import { Publications } from './records/publication.ts';
import * as resources from './resources.ts';
import { apiLink, hostOf, noSuchRoute, restRouter } from './rest/index.ts';
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

const NAMESPACE = 'calendar/events/v1';
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

/** The whole service as one request handler, mounted in reading order. It never listens; see server.ts. */
export async function createApp({
  config,
  database,
  changes,
  log,
  cache,
  limit,
  phase,
  clock = () => new Date(),
}: AppDeps): Promise<Express> {
  const { revision, timezone, perPage, maxPerPage, currency, baseUrl = null } = config;
  const settings: Settings = { revision, timezone, perPage, maxPerPage, currency };
  const { orm, lanes } = database;
  const db = kysely(orm.em);
  const report = reportTo(log);
  const schemas = buildSchemas(read('schema.graphql'), revision, Object.values(resources));
  const { schema, sdl, contract, gates } = schemas;
  const queries = new CompiledQueries(schema);
  const execute = createExecutor(schemas, queries);
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

  const publications = new Publications(changes);
  const bodies = new Bodies(config.bodyMemory);
  const callers = new WeakMap<Request, Caller>();
  /** Before a body is read; what comes after it need not ask again. */
  const authenticateFirst = async (req: Request): Promise<Caller> => {
    const caller = await authenticate(req.headers.authorization, req.ip);
    callers.set(req, caller);
    return caller;
  };
  const createContext = async ({ req, links }: { req: Request; links: Links }): Promise<Context> => {
    const now = clock();
    const caller = callers.get(req) ?? (await authenticate(req.headers.authorization, req.ip));
    if (caller.login !== null) {
      note({ login: caller.login });
      limit?.recognise(req);
    }
    const signal = req.res && goneSignal(req.res);
    const published = await publications.at(db, toUtc(now));
    return new Context({ settings, links, caller, now, db, orm, changes, access, published, lanes, signal });
  };
  const admit = createAdmission(config);
  const linksOf = (req: Request): Links => {
    const site = admit(req);
    return { site, host: hostOf(site), rest: `${site}/${NAMESPACE}` };
  };
  const sendError = (res: Response, error: ServiceError): void => {
    note({ code: error.code });
    if (error.status === 503) res.set('Retry-After', '5');
    res.status(error.status).set('Cache-Control', 'no-store').json(errorBody(error));
  };

  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .set('trust proxy', config.trustProxy)
    .set('case sensitive routing', true);
  if (cache) releaseAtHead(app, cache);
  const send = sender(cache);
  const headers = new Map(securityHeaders(config));
  app.use((_req, res, next) => {
    res.setHeaders(headers);
    next();
  });
  app.use(probesRouter({ phase, probe: () => database.probe(), sendError }));

  app.use((req, res, next) => {
    try {
      admit(req);
    } catch (error) {
      const refusal = httpError(error, report);
      return /^\/graphql\/?$/.test(req.path) ? sendGraphQLError(res, refusal) : sendError(res, refusal);
    }
    next();
  });
  const withinLimit = limit && ((req: Request): void => limit.admit(req));
  const namespaces = [NAMESPACE, ...config.namespaceAliases.filter((alias) => alias !== NAMESPACE)];
  // REST and GraphQL refuse in their own words.
  const faces = ['/graphql', '/wp-json', ...namespaces.map((namespace) => `/${namespace}`)];
  if (withinLimit) {
    app.use((req, _res, next) => {
      if (!faces.some((face) => `${req.path}/`.startsWith(`${face}/`))) withinLimit(req);
      next();
    });
  }

  app.get('/', (req, res) => {
    const { site, rest } = linksOf(req);
    res.setHeader('Link', apiLink(site));
    sendPage(
      send,
      res,
      homePage({
        restRoot: rest,
        graphqlUrl: `${site}/graphql`,
        docsUrl: `${site}/docs`,
        version: VERSION,
        revision,
      }),
    );
  });
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
      authenticate: authenticateFirst,
      bodies,
      withinLimit,
      send,
      kept: cache && new KeptOperations({ changes, clock, admit }),
      createContext: (req) => createContext({ req, links: linksOf(req) }),
      // The page's addresses are relative to /graphql.
      sendGraphiQL: (req, res) => {
        if (/\/(\?|$)/.test(req.originalUrl)) res.redirect(301, '../graphql');
        else sendPage(send, res, graphiqlPage(files));
      },
    }),
  );
  app.use(
    restRouter({
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
      own: (document) => queries.own(document),
      execute,
      gates,
      authenticate: authenticateFirst,
      bodies,
      withinLimit,
      createContext,
      report,
    }),
  );
  app.use(permalinkRouter(RECORD_KINDS, (req) => linksOf(req).rest));

  app.use((req, res) => sendError(res, noSuchRoute(linksOf(req).rest)));
  const refused: ErrorRequestHandler = (error, _req, res, next) =>
    res.headersSent ? next(error) : sendError(res, httpError(error, report));
  app.use(refused);
  return app;
}
