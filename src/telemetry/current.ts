import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What is told of a request when it is over; rooms add what they learn of it. Labels of metrics come from
 * here, so none holds a caller's own words.
 */
export interface RequestFacts {
  /** The id that came in `X-Request-Id`, or one that was made here. */
  readonly id: string;
  /** The address of the request; routers change that of the request object. */
  readonly url: string;
  /** Template of the address, `/events/{id}`; never the address itself. */
  route?: string;
  /** Coordinate of the operation: `Query.events`. */
  operation?: string;
  /** The name that the caller gave a GraphQL operation. */
  operationName?: string;
  /** Code of the error in the answer; in GraphQL, of the first one. */
  code?: string;
  login?: string;
  /** Set while the service is starting or leaving: what it refuses then is no failure. */
  phase?: 'starting' | 'leaving';
}

const storage = new AsyncLocalStorage<RequestFacts>();

/** The request that is being answered, for every room and the log; undefined outside of requests. */
export const currentRequest = (): RequestFacts | undefined => storage.getStore();

/**
 * Runs the function that answers a request, so that {@link currentRequest} finds it there and in everything
 * that is awaited.
 */
export const asRequest = <Given extends readonly unknown[]>(
  facts: RequestFacts,
  answer: (...given: Given) => void,
  ...given: Given
): void => storage.run(facts, answer, ...given);

/** Adds to what is known of the request. The first code stays. */
export function note(learned: Partial<Omit<RequestFacts, 'id' | 'url'>>): void {
  const request = currentRequest();
  if (!request) return;
  const { code } = request;
  Object.assign(request, learned);
  if (code !== undefined) request.code = code;
}
