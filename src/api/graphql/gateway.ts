import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import { type ExecutionResult, getOperationAST } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import type { Execute } from './execute.ts';
import { runMutationOnce } from './idempotency.ts';
import type { Schemas } from './schema.ts';

/**
 * The object that Apollo passes through a request. Apollo copies it, so the {@link Context} is one level down: that
 * stays one object, with everything stored by it.
 */
export interface ApolloContext extends BaseContext {
  request: Context;
  /** The HTTP method; GET for HEAD. */
  method: string;
}

type Gateway = NonNullable<ApolloServerOptions<ApolloContext>['gateway']>;

const isApolloContext = (value: object): value is ApolloContext => 'request' in value;

/** A "gateway" of one service: the only way to make Apollo use a custom executor. */
export function localGateway(schemas: Schemas, execute: Execute): Gateway {
  return {
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: schemas.schema, coreSupergraphSdl: '' });
      return () => {};
    },
    load: async () => ({
      executor: async ({ document, request, response, context }) => {
        if (!isApolloContext(context)) throw new Error('Apollo lost the context of the request');
        const { variables = {}, operationName } = request;
        const run = (within: Context): Promise<ExecutionResult> =>
          execute(document, variables, within, { operationName });
        const key = request.http?.headers.get('idempotency-key') ?? null;
        if (key === null || getOperationAST(document, operationName)?.operation !== 'mutation')
          return run(context.request);
        const mutation = { key, document, operationName, variables, context: context.request };
        const { result, isRepeated } = await runMutationOnce(schemas, mutation, run);
        if (isRepeated) response?.http?.headers.set('idempotent-replayed', 'true');
        return result;
      },
    }),
    stop: async () => {},
  };
}
