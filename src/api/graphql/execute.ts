import { type DocumentNode, type ExecutionResult, execute, GraphQLError, getOperationAST } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import { ServiceError } from '../../lib/errors.ts';
import { refusals } from './authorization-errors.ts';
import { budgetOf } from './budget.ts';
import { CompiledQueries } from './compiled-queries.ts';
import type { Schemas } from './schema.ts';
import { readVariables, type Variables } from './variables.ts';

/**
 * Runs a validated document. Never rejects: what goes wrong is in `errors`, each with its `originalError`.
 * @param given variables as they were sent
 */
export type Execute = (
  document: DocumentNode,
  given: Readonly<Variables>,
  context: Context,
  operationName?: string | null,
) => Promise<ExecutionResult>;

/** There are no subscriptions, so graphql-js does not validate them. */
const NO_SUCH_ROOT = 'There are no subscriptions here; ask with a query.';
/** Whether a document may ask of what the schema says, which is counted by none of our fields. */
const ASKS_OF_SCHEMA = /__(?:schema|type)\b/;
/** How many errors an answer names: every record of a list may have failed. */
const MAX_ERRORS = 20;

/** graphql-jit makes errors of its own kind, without `extensions`, on which some code relies. */
function asGraphQLError(error: GraphQLError): GraphQLError {
  const { message, path, originalError, locations } = error;
  return Object.defineProperty(new GraphQLError(message, { path, originalError }), 'locations', {
    value: locations,
    enumerable: true,
  });
}

const failedResult = (error: ServiceError): ExecutionResult => ({
  errors: [new GraphQLError(error.message, { originalError: error })],
});

/** Frequent queries run as compiled functions, everything else by graphql-js. */
export function createExecutor(schemas: Schemas, queries = new CompiledQueries(schemas.schema)): Execute {
  const { schema } = schemas;
  const run = async (
    document: DocumentNode,
    variableValues: Variables,
    contextValue: Context,
    operationName?: string | null,
  ): Promise<ExecutionResult> => {
    const budget = budgetOf(contextValue);
    contextValue.readLimiter = contextValue.readLimiter.forOperation(budget);
    const compiled = queries.find(document);
    const answer = compiled
      ? compiled(undefined, contextValue, variableValues)
      : execute({ schema, document, contextValue, variableValues, operationName });
    const result = await (budget ? Promise.race([answer, budget.spent]).finally(() => budget.end()) : answer);
    budget?.assertSize(result.data, !ASKS_OF_SCHEMA.test(document.loc?.source.body ?? '__schema'));
    if (!result.errors) return result;
    const errors = result.errors.slice(0, MAX_ERRORS);
    return { ...result, errors: compiled ? errors.map(asGraphQLError) : errors };
  };
  return async (document, given, context, operationName) => {
    const operation = getOperationAST(document, operationName);
    // graphql-js then says what is wrong with the name.
    if (!operation) return execute({ schema, document, contextValue: context, operationName });
    if (!schema.getRootType(operation.operation))
      return {
        errors: [new GraphQLError(NO_SUCH_ROOT, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })],
      };
    try {
      return await run(document, readVariables(schema, operation, given), context, operationName);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // Callers who may not run the operation learn only that, and nothing about its variables.
      const refused =
        error.code === 'rest_invalid_param'
          ? await refusals(context, schemas, document, operation, given)
          : [];
      return refused.length > 0 ? { data: null, errors: refused } : failedResult(error);
    }
  };
}
