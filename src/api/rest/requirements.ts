import type { Request, RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Context, Settings, SiteUrls } from '../../domain/context/context.ts';
import type { OnceAnswer, OnceRequest } from '../../domain/context/request.ts';
import type { Contract } from '../contract/types.ts';
import type { OperationValidator } from '../graphql/operation-validator.ts';
import type { Runner } from '../graphql/runner.ts';
import type { Authenticate } from '../http/contexts.ts';
import type { Send } from '../http/send.ts';
import type { SiteOf } from '../http/site.ts';
import type { Samples } from './describe/openapi/samples.ts';

/** Everything that the REST interface needs from the rest of the service. */
export interface RestDeps {
  authenticate: Authenticate;
  contract: Contract;
  /** The public executable schema. */
  schema: GraphQLSchema;
  settings: Settings;
  /** The clock of requests. */
  clock: () => Date;
  /** Version of the service; that of the API stands in its namespace. */
  version: string;
  /** For the examples of the OpenAPI document. */
  samples: Samples;
  /** `calendar/events/v1`, and other names for the same API. */
  namespaces: readonly string[];
  /** BASE_URL; without it the address is taken from the request. */
  baseUrl: string | null;
  /** The address under which a request was sent. */
  siteOf: SiteOf;
  send: Send;
  /** Adds the CORS headers for pages of other sites. */
  cors: RequestHandler;
  /** The validator of each operation, by coordinate: `Mutation.updateEvent`. */
  validators: ReadonlyMap<string, OperationValidator>;
  /** Runs validated operations. */
  runner: Pick<Runner, 'run' | 'runOnce'>;
  /**
   * Answers a request that may be sent twice and is carried out once. @throws ServiceError
   * idempotency_key_reused 422, idempotency_answer_erased 410
   */
  once(
    context: Context,
    request: OnceRequest,
    answer: (context: Context) => Promise<OnceAnswer>,
  ): Promise<OnceAnswer>;
  /** @throws ServiceError too_many_requests 429 */
  withinLimit?: ((req: Request) => void) | undefined;
  /** @throws ServiceError 401 for wrong credentials */
  createContext(req: Request, urls: SiteUrls): Promise<Context>;
  /** Other forms of what an operation lists, as values of `Link`. @param query as it was sent */
  alternates(coordinate: string, site: string, query: string): readonly string[];
  /** Called with every error that is not meant for the caller, who gets a 500 or 503 without details. */
  report(error: unknown): void;
}
