import { type DocumentNode, type ExecutionResult, execute, GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { CompiledQueries } from './compiled.ts';
import { readVariables, type Variables } from './variables.ts';

/** Runs a validated document. Never rejects: what goes wrong is in `errors`, each with its `originalError`. */
export type Execute = (
  document: DocumentNode,
  variables: Readonly<Variables>,
  context: Context,
  operationName?: string | null,
) => Promise<ExecutionResult>;

/** graphql-js validates subscriptions against nothing when there are none. */
const NO_SUCH_ROOT = 'There are no subscriptions here; ask with a query.';

/** graphql-jit makes errors of its own kind, without `extensions`, which not everybody survives. */
function asGraphQLError(error: GraphQLError): GraphQLError {
  const { message, path, originalError, locations } = error;
  return Object.defineProperty(new GraphQLError(message, { path, originalError }), 'locations', { value: locations, enumerable: true });
}

/** The one execution for GraphQL and REST: frequent queries as compiled functions, everything else by graphql-js. */
export function createExecutor(schema: GraphQLSchema): Execute {
  const queries = new CompiledQueries(schema);
  return async (document, given, context, operationName) => {
    const operation = getOperationAST(document, operationName);
    // Then graphql-js says what is wrong with the name.
    if (!operation) return execute({ schema, document, contextValue: context, operationName });
    if (!schema.getRootType(operation.operation))
      return { errors: [new GraphQLError(NO_SUCH_ROOT, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })] };
    try {
      const variables = readVariables(schema, operation, given);
      const compiled = queries.find(document);
      if (!compiled) return await execute({ schema, document, contextValue: context, variableValues: variables, operationName });
      const result = await compiled(undefined, context, variables);
      return result.errors ? { ...result, errors: result.errors.map(asGraphQLError) } : result;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { errors: [new GraphQLError(error.message, { originalError: error })] };
    }
  };
}
