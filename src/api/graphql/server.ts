import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Context, Settings } from '../../domain/context/context.ts';
import { ServiceError } from '../../lib/errors.ts';
import { setErrorHeaders } from '../http/challenge.ts';
import type { Authenticate } from '../http/contexts.ts';
import { type ResponseCache, uncached } from '../http/response-cache.ts';
import type { Send } from '../http/send.ts';
import { documentCache, persistedQueryCache } from './apollo-caches.ts';
import { errorFormatter, type Reporter, requestError } from './errors.ts';
import { eventStream, type StreamDeps, wantsStream } from './event-stream.ts';
import type { Execute } from './execute.ts';
import { type ApolloContext, localGateway } from './gateway.ts';
import { allowHeader, graphqlErrorHandler, methodAndType, persistedHash } from './http.ts';
import { MAX_TOKENS } from './limits.ts';
import { operationLog } from './operation-log.ts';
import { readOperation } from './request-body.ts';
import { handleOperation, serveFromCache } from './request-handler.ts';
import { requestErrors, unavailableStatus } from './response-status.ts';
import type { Schemas } from './schema.ts';
import { requireTrusted, type TrustedDocuments } from './trusted-documents.ts';
import { validation } from './validation.ts';

interface GraphQLDeps extends Schemas {
  authenticate: Authenticate;
  execute: Execute;
  settings: Settings;
  /** @throws ServiceError too_many_requests 429 */
  withinLimit?: ((req: Request) => void) | undefined;
  createContext(req: Request): Promise<Context>;
  /** The only documents to run; without it any. */
  trusted?: TrustedDocuments | undefined;
  /** The dependencies of subscriptions; without them there are none. */
  subscriptions?: Pick<StreamDeps, 'recordChanges' | 'refreshContext'> | undefined;
  sendGraphiQL(req: Request, res: Response): void;
  /** Adds the CORS headers for pages of other sites. */
  cors: RequestHandler;
  report: Reporter;
  send: Send;
  /** Null when responses are not cached. */
  cache: ResponseCache | null;
}

const JSON_TYPES = ['application/json', 'application/graphql-response+json'];

const OTHER_TYPES = [...JSON_TYPES, 'text/html'];

/** Whether a browser requests the page (rules#graphql). */
const prefersGraphiql = (req: Request): boolean => req.accepts(OTHER_TYPES) === 'text/html';

async function apollo(deps: GraphQLDeps): Promise<ApolloServer<ApolloContext>> {
  const formatError = errorFormatter(deps.report);
  const server = new ApolloServer<ApolloContext>({
    gateway: localGateway(deps, deps.execute),
    introspection: true,
    // methodAndType refuses forms of other sites, and GET runs only queries.
    csrfPrevention: false,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: MAX_TOKENS },
    // The plugin below validates.
    dangerouslyDisableValidation: true,
    documentStore: documentCache(),
    persistedQueries: { cache: persistedQueryCache() },
    formatError,
    plugins: [
      operationLog(deps.schema),
      validation({ ...deps, formatError }),
      unavailableStatus,
      requestErrors,
      ApolloServerPluginLandingPageDisabled(),
      // If configured by the environment, these would send reports to Apollo; cache control would wrap every
      // resolver.
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginCacheControlDisabled(),
    ],
  });
  await server.start();
  return server;
}

/** `/graphql`: GraphiQL for browsers, queries by GET and POST, mutations by POST. */
export async function graphqlRouter(deps: GraphQLDeps): Promise<Router> {
  const server = await apollo(deps);
  const context = async (req: Request, res: Response): Promise<ApolloContext> => {
    try {
      const request = await deps.createContext(req);
      return { request, method: req.method };
    } catch (error) {
      const shown = requestError(error, deps.report);
      if (shown.originalError instanceof ServiceError) setErrorHeaders(req, res, shown.originalError);
      throw shown;
    }
  };
  const { subscriptions } = deps;
  const subscribe =
    subscriptions && eventStream({ ...deps, ...subscriptions, formatError: errorFormatter(deps.report) });
  const router = Router({ strict: false });
  router.use(allowHeader, deps.cors, (req, _res, next) => {
    deps.withinLimit?.(req);
    next();
  });
  // HEAD must not subscribe; it is handled as GET from here on.
  router.head('/', (req, res, next) => {
    if (wantsStream(req, OTHER_TYPES)) uncached(res).status(200).end();
    else next();
  });
  router.get('/', (req, res, next) => {
    res.vary('Accept');
    if (prefersGraphiql(req)) deps.sendGraphiQL(req, res);
    else next();
  });
  router.use(
    methodAndType,
    readOperation(deps.authenticate),
    deps.trusted ? requireTrusted(deps.trusted) : persistedHash,
    (req, res, next) => (subscribe && wantsStream(req, OTHER_TYPES) ? subscribe(req, res, next) : next()),
    serveFromCache(deps.cache),
    handleOperation({ server, context, send: deps.send }),
  );
  router.use(graphqlErrorHandler(deps.report));
  return router;
}
