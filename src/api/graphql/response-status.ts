import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import type { ErrorCode } from '../../domain/generated/schema.ts';
import { ERRORS, RETRY_SECONDS } from '../../lib/errors.ts';
import type { ApolloContext } from './gateway.ts';

/** The status of operations that cannot run because of the document, the operation name, or a variable. */
const STATUS = ERRORS.rest_invalid_param[0];
const METHOD_NOT_ALLOWED = ERRORS.rest_method_not_allowed[0];
/** The code of requests without an operation, or with one that their method does not allow. */
const BAD_REQUEST = 'BAD_REQUEST';
const LEGACY_TYPE = 'application/json';

const failedRequests = new WeakSet<Context>();

/**
 * The status of a response. With `application/json`, failed operations get 200, because its clients cannot
 * distinguish other statuses from a proxy's response; `application/graphql-response+json` is unambiguous (GraphQL
 * over HTTP, 6.4.1; decisions/0070).
 */
export function responseStatus(status: number, type: string | undefined, request: Context | null): number {
  const isLegacy = type?.startsWith(LEGACY_TYPE) === true;
  return isLegacy && request !== null && failedRequests.has(request) ? 200 : status;
}

/** Marks requests whose operation could not run at all, and refuses mutations by QUERY, as Apollo does by GET. */
export const requestErrors: ApolloServerPlugin<ApolloContext> = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ operation, contextValue: { method }, response: { http } }) => {
      if (method !== 'QUERY' || operation === undefined || operation.operation === 'query') return;
      http.headers.set('allow', 'POST');
      const message = `QUERY requests only support queries, and this is a ${operation.operation}.`;
      throw new GraphQLError(message, {
        extensions: { code: BAD_REQUEST, http: { status: METHOD_NOT_ALLOWED } },
      });
    },
    willSendResponse: async ({ response: { body, http }, contextValue }) => {
      if (http.status !== STATUS || body.kind !== 'single') return;
      const { data, errors = [] } = body.singleResult;
      if (data === undefined && errors.every(({ extensions }) => extensions?.code !== BAD_REQUEST))
        failedRequests.add(contextValue.request);
    },
  }),
};

const UNAVAILABLE = 'UNAVAILABLE' satisfies ErrorCode;
const isUnavailable = ({ extensions }: GraphQLFormattedError): boolean => extensions?.code === UNAVAILABLE;
const isEmptyData = (data: object | null | undefined): boolean =>
  Object.values(data ?? {}).every((value) => value === null);

/**
 * Sets an error status for responses that failed completely because the database is unavailable, so that proxies
 * and clients know when to retry.
 */
export const unavailableStatus: ApolloServerPlugin<ApolloContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { body, http } }) => {
      if (body.kind !== 'single') return;
      const { data, errors = [] } = body.singleResult;
      if (!isEmptyData(data) || !errors.some(isUnavailable)) return;
      http.status = ERRORS.service_unavailable[0];
      http.headers.set('retry-after', String(RETRY_SECONDS));
    },
  }),
};
