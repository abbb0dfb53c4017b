import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Context } from '../context.ts';
import { note } from '../telemetry/current.ts';
import type { ApolloContext } from './gateway.ts';

const MOST_NAME = 100;

/**
 * `Query.events` when the operation asks for one root field; else `Query, several`: few enough to be a label
 * of metrics.
 */
function coordinate(schema: GraphQLSchema, { operation, selectionSet }: OperationDefinitionNode): string {
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

const reading = new WeakSet<Context>();

/** Whether what a request asks for is a query, which changes nothing. */
export const reads = (request: Context): boolean => reading.has(request);

/** Adds to the log and the metrics which operation was asked for. */
export const tellOperation = (schema: GraphQLSchema): ApolloServerPlugin<ApolloContext> => ({
  requestDidStart: async () => ({
    didResolveOperation: async ({ operation, operationName, contextValue }) => {
      if (operation?.operation === 'query') reading.add(contextValue.request);
      const name = !operationName ? {} : { operationName: operationName.slice(0, MOST_NAME) };
      if (operation) note({ operation: coordinate(schema, operation), ...name });
    },
  }),
});
