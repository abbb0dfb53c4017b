import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';
import type { ApolloContext } from './gateway.ts';

const MAX_NAME_LENGTH = 100;

/** `Query.events` for an operation with one root field, else `Query, several`: keeps the labels of metrics few. */
export function coordinate(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
): string {
  const root = schema.getRootType(operation);
  if (!root) return operation;
  const [first, ...others] = selectionSet.selections;
  if (
    first?.kind === 'Field' &&
    others.length === 0 &&
    (first.name.value.startsWith('__') || root.getFields()[first.name.value])
  )
    return `${root.name}.${first.name.value}`;
  return `${root.name}, several`;
}

const queries = new WeakSet<Context>();

export const isQuery = (request: Context): boolean => queries.has(request);

/** Adds the operation to the log and the metrics. */
export const operationLog = (schema: GraphQLSchema): ApolloServerPlugin<ApolloContext> => ({
  requestDidStart: async () => ({
    didResolveOperation: async ({ operation, operationName, contextValue }) => {
      if (operation?.operation === 'query') queries.add(contextValue.request);
      const name = !operationName ? {} : { operationName: operationName.slice(0, MAX_NAME_LENGTH) };
      if (operation) annotateRequest({ operation: coordinate(schema, operation), ...name });
    },
  }),
});
