import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Facts about a request for the log and the metrics; modules add to them by {@link annotateRequest}. Metrics use them
 * as labels, except `operationName`, which the caller chooses.
 */
export interface RequestFacts {
  /** The id from `X-Request-Id`, or a generated one. */
  readonly id: string;
  /** The original address of the request; routers change the one in the request object. */
  readonly url: string;
  /** The template of the address, such as `/events/{id}`; never the address itself. */
  route?: string;
  /** Coordinate of the operation: `Query.events`. */
  operation?: string;
  /** The caller's name of a GraphQL operation. */
  operationName?: string;
  /** Code of the error in the response; in GraphQL, of the first error. */
  code?: string;
  /** Reason of a server error; only for the log. */
  reason?: string;
  login?: string;
  /** Set while the service starts or shuts down; requests refused then are not failures. */
  phase?: 'starting' | 'stopping';
}

const storage = new AsyncLocalStorage<RequestFacts>();

/** The current request; undefined outside of requests. */
export const currentRequest = storage.getStore.bind(storage);

/** Runs the handler of a request, so that {@link currentRequest} returns the request, also in asynchronous code. */
export const runAsRequest = storage.run.bind(storage);

/** Adds facts about the current request. A second code does not replace the first. */
export function annotateRequest(details: Partial<Omit<RequestFacts, 'id' | 'url'>>): void {
  const request = currentRequest();
  if (!request) return;
  const { code } = request;
  Object.assign(request, details);
  if (code !== undefined) request.code = code;
}
