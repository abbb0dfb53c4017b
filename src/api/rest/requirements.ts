import type { Request, RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Context, Settings, SiteUrls } from '../../domain/context/context.ts';
import type { IdempotentRequest, IdempotentResponse } from '../../domain/context/request.ts';
import type { PictureUpload } from '../../lib/pictures.ts';
import type { Contract } from '../contract/types.ts';
import type { OperationValidator } from '../graphql/operation-validator.ts';
import type { Runner } from '../graphql/runner.ts';
import type { Authenticate } from '../http/contexts.ts';
import type { Send } from '../http/send.ts';
import type { SiteOf } from '../http/site.ts';
import type { Samples } from './describe/openapi/samples.ts';

/** The image of an uploaded picture. @param isNew whether it did not exist */
export interface UploadedImage {
  readonly id: number;
  readonly url: string;
  readonly alt: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly isNew: boolean;
}

/** The dependencies of the REST API. */
export interface RestDeps {
  authenticate: Authenticate;
  contract: Contract;
  /** The public executable schema. */
  schema: GraphQLSchema;
  settings: Settings;
  clock: () => Date;
  /** Version of the service; the namespace contains the version of the API. */
  version: string;
  /** For the examples of the OpenAPI document. */
  samples: Samples;
  /** `calendar/events/v1`, and other names for the same API. */
  namespaces: readonly string[];
  /** BASE_URL; null: use the address of the request. */
  baseUrl: string | null;
  siteOf: SiteOf;
  send: Send;
  cors: RequestHandler;
  /** The validator of each operation, by coordinate: `Mutation.updateEvent`. */
  validators: ReadonlyMap<string, OperationValidator>;
  runner: Pick<Runner, 'run' | 'runUncompiled'>;
  /**
   * Runs a request once, even if it is sent again with the same key.
   * @throws ServiceError idempotency_key_reused 422, idempotency_answer_erased 410
   */
  once(
    context: Context,
    request: IdempotentRequest,
    run: (context: Context) => Promise<IdempotentResponse>,
  ): Promise<IdempotentResponse>;
  /**
   * Stores an uploaded picture.
   * @throws ServiceError payload_too_large 413, unsupported_media_type 415, rest_invalid_param 400
   */
  storePicture(context: Context, upload: PictureUpload): Promise<UploadedImage>;
  /** @throws ServiceError too_many_requests 429 */
  withinLimit?: ((req: Request) => void) | undefined;
  /** @throws ServiceError 401 for wrong credentials */
  createContext(req: Request, urls: SiteUrls): Promise<Context>;
  /**
   * Other formats of the list of an operation, as `Link` values.
   * @param query as sent
   */
  alternates(coordinate: string, site: string, query: string): readonly string[];
  /** Receives every internal error; the caller gets a 500 or 503 without details. */
  report(error: unknown): void;
}
