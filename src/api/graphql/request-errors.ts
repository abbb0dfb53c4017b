import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import { ERRORS } from '../../lib/errors.ts';
import type { ApolloContext } from './gateway.ts';

/** Of operations that cannot run: the document, the name of the operation, or a variable is wrong. */
const STATUS = ERRORS.rest_invalid_param[0];
const NOT_BY_QUERY = ERRORS.rest_method_not_allowed[0];
/** The code of requests that have no operation, or none that may come by their method. */
const BAD_REQUEST = 'BAD_REQUEST';
const LEGACY_TYPE = 'application/json';

const failed = new WeakSet<Context>();

/**
 * The status of an answer. By `application/json` a failed operation is answered with 200, because its clients
 * cannot tell an answer with another status from one of a proxy; `application/graphql-response+json` is never taken
 * for another (GraphQL over HTTP, 6.4.1; decisions/0070).
 */
export function answerStatus(status: number, type: string | undefined, request: Context | null): number {
  const isLegacy = type?.startsWith(LEGACY_TYPE) === true;
  return isLegacy && request !== null && failed.has(request) ? 200 : status;
}

/** Remembers which operations could not run at all, and refuses mutations by QUERY, as Apollo does by GET. */
export const requestErrors: ApolloServerPlugin<ApolloContext> = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ operation, contextValue: { method }, response: { http } }) => {
      if (method !== 'QUERY' || operation === undefined || operation.operation === 'query') return;
      http.headers.set('allow', 'POST');
      const message = `QUERY requests only support queries, and this is a ${operation.operation}.`;
      throw new GraphQLError(message, { extensions: { code: BAD_REQUEST, http: { status: NOT_BY_QUERY } } });
    },
    willSendResponse: async ({ response: { body, http }, contextValue }) => {
      if (http.status !== STATUS || body.kind !== 'single') return;
      const { data, errors = [] } = body.singleResult;
      if (data === undefined && errors.every(({ extensions }) => extensions?.code !== BAD_REQUEST))
        failed.add(contextValue.request);
    },
  }),
};
