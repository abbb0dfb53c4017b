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
import { refusalHeaders } from '../http/challenge.ts';
import type { Authenticate } from '../http/contexts.ts';
import { type ResponseCache, uncached } from '../http/response-cache.ts';
import type { Send } from '../http/send.ts';
import { documentStore, persistedStore } from './apollo-caches.ts';
import { errorFormatter, type Reporter, requestError } from './errors.ts';
import { eventStream, type StreamDeps, wantsStream } from './event-stream.ts';
import type { Execute } from './execute.ts';
import { type ApolloContext, localGateway } from './gateway.ts';
import { allowHeader, graphqlErrorHandler, methodAndType, persistedHash } from './http.ts';
import { MAX_TOKENS } from './limits.ts';
import { operationLog } from './operation-log.ts';
import { readOperation } from './request-body.ts';
import { requestErrors } from './request-errors.ts';
import { answerOperation, fromCache } from './request-handler.ts';
import type { Schemas } from './schema.ts';
import { onlyTrusted, type TrustedDocuments } from './trusted-documents.ts';
import { unavailableStatus } from './unavailable-status.ts';
import { validation } from './validation.ts';

interface GraphQLDeps extends Schemas {
  authenticate: Authenticate;
  execute: Execute;
  settings: Settings;
  /** @throws ServiceError too_many_requests 429 */
  withinLimit?: ((req: Request) => void) | undefined;
  createContext(req: Request): Promise<Context>;
  /** All documents that are run; without it any. */
  trusted?: TrustedDocuments | undefined;
  /** What subscriptions need; without it there are none. */
  subscriptions?: Pick<StreamDeps, 'recordChanges' | 'contextAgain'> | undefined;
  /** Sends GraphiQL. */
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
    // Forms of other sites are refused by methodAndType, and GET runs only queries.
    csrfPrevention: false,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: MAX_TOKENS },
    // The plugin below validates.
    dangerouslyDisableValidation: true,
    documentStore: documentStore(),
    persistedQueries: { cache: persistedStore() },
    formatError,
    plugins: [
      operationLog(deps.schema),
      validation({ ...deps, formatError }),
      unavailableStatus,
      requestErrors,
      ApolloServerPluginLandingPageDisabled(),
      // These would send reports to others if the environment said so; cache control would wrap every
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
      if (shown.originalError instanceof ServiceError) refusalHeaders(req, res, shown.originalError);
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
  // Nothing is subscribed to by HEAD, which would be a GET from here on.
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
    deps.trusted ? onlyTrusted(deps.trusted) : persistedHash,
    (req, res, next) => (subscribe && wantsStream(req, OTHER_TYPES) ? subscribe(req, res, next) : next()),
    fromCache(deps.cache),
    answerOperation({ server, context, send: deps.send }),
  );
  router.use(graphqlErrorHandler(deps.report));
  return router;
}
