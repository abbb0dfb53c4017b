import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What the log and the metrics say about a request; rooms add to it by {@link annotateRequest}. Labels of metrics
 * are taken from here, but never `operationName`, which the caller chooses.
 */
export interface RequestFacts {
  /** The id that came in `X-Request-Id`, or one that was made here. */
  readonly id: string;
  /** The address of the request; routers change the one in the request object. */
  readonly url: string;
  /** The template of the address, `/events/{id}`; never the address itself. */
  route?: string;
  /** Coordinate of the operation: `Query.events`. */
  operation?: string;
  /** The name that the caller gave a GraphQL operation. */
  operationName?: string;
  /** Code of the error in the answer; in GraphQL, of the first one. */
  code?: string;
  /** Why it failed by our fault; for the log alone. */
  reason?: string;
  login?: string;
  /** Set while the service is starting or leaving: what it refuses then is no failure. */
  phase?: 'starting' | 'leaving';
}

const storage = new AsyncLocalStorage<RequestFacts>();

/** The request that is being answered; undefined outside of requests. */
export const currentRequest = storage.getStore.bind(storage);

/**
 * Runs the function that answers a request, so that {@link currentRequest} finds the request there and in
 * everything that is awaited.
 */
export const asRequest = storage.run.bind(storage);

/** Adds to the facts about the request that is being answered. A second code does not replace the first. */
export function annotateRequest(details: Partial<Omit<RequestFacts, 'id' | 'url'>>): void {
  const request = currentRequest();
  if (!request) return;
  const { code } = request;
  Object.assign(request, details);
  if (code !== undefined) request.code = code;
}
