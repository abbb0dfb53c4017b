import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import { Budget } from './budget.ts';
import type { Execute } from './execute.ts';

/**
 * What Apollo passes through a request. It copies this object, so the {@link Context} is one level down: that stays
 * one object, also for what is stored by it.
 */
export interface ApolloContext extends BaseContext {
  request: Context;
}

type Gateway = NonNullable<ApolloServerOptions<ApolloContext>['gateway']>;

const isApolloContext = (value: object): value is ApolloContext => 'request' in value;

/** A "gateway" of one service: the only way to make Apollo use our own execution. */
export function localGateway(schema: GraphQLSchema, execute: Execute): Gateway {
  return {
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => {};
    },
    load: async () => ({
      executor: async ({ document, request, context }) => {
        if (!isApolloContext(context)) throw new Error('Apollo lost the context of the request');
        return execute(document, request.variables ?? {}, context.request, {
          operationName: request.operationName,
          budget: new Budget(context.request.client),
        });
      },
    }),
    stop: async () => {},
  };
}
