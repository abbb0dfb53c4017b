import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What is told of a request when it is over; rooms add what they learn of it. Labels of metrics come from
 * here, so none holds a caller's own words.
 */
export interface RequestFacts {
  /** As it came in `X-Request-Id`, or made here. */
  readonly id: string;
  /** The address as it was asked for; routers change that of the request. */
  readonly url: string;
  /** Template of the address, `/events/{id}`; never the address itself. */
  route?: string;
  /** Coordinate of what was run: `Query.events`. */
  operation?: string;
  /** The name that the caller gave a GraphQL operation. */
  operationName?: string;
  /** Code of the error it was answered with; the first one, in GraphQL. */
  code?: string;
  login?: string;
  /** The service is not ready to answer, or no longer: what it refuses then is no failure. */
  phase?: 'starting' | 'leaving';
}

const storage = new AsyncLocalStorage<RequestFacts>();

/**
 * The request that is being answered; undefined outside of one. Every room below may ask, and so may the log.
 */
export const currentRequest = (): RequestFacts | undefined => storage.getStore();

/**
 * Runs what answers a request, so that {@link currentRequest} knows it, here and in everything that is
 * awaited.
 */
export const asRequest = (facts: RequestFacts, answer: () => void): void => storage.run(facts, answer);

/** Adds to what is known of the request. A code that is known already stays. */
export function note(learned: Partial<Omit<RequestFacts, 'id' | 'url'>>): void {
  const request = currentRequest();
  if (!request) return;
  const { code } = request;
  Object.assign(request, learned);
  if (code !== undefined) request.code = code;
}
