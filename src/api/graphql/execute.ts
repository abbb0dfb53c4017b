import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  getOperationAST,
  OperationTypeNode,
} from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import type { ShownChange } from '../../domain/resource/following.ts';
import { ServiceError } from '../../lib/errors.ts';
import { authorizationErrors } from './authorization-errors.ts';
import type { Execution } from './execution.ts';
import { checkResultSize } from './limits.ts';
import type { Schemas } from './schema.ts';
import { checkVariables, type Variables } from './variables.ts';

interface ExecuteOptions {
  readonly operationName?: string | null | undefined;
  /** The change, for a subscription. */
  readonly rootValue?: ShownChange | undefined;
}

/**
 * Executes a valid document. Never rejects: failures are in `errors`, each with its `originalError`.
 * @param variables as the caller sent them
 */
export type Execute = (
  document: DocumentNode,
  variables: Readonly<Variables>,
  context: Context,
  options?: ExecuteOptions,
) => Promise<ExecutionResult>;

const STREAM_ONLY =
  'Subscriptions are sent as text/event-stream only: send the header "Accept: text/event-stream".';
/** Maximum number of errors in a response: every record of a list may have failed. */
const MAX_ERRORS = 20;

const failedResult = (error: ServiceError): ExecutionResult => ({
  errors: [new GraphQLError(error.message, { originalError: error })],
});

/** Creates the executor of the operations that callers send. */
export function createExecutor(schemas: Schemas): Execute {
  const { schema } = schemas;
  const run = async (
    document: DocumentNode,
    variableValues: Readonly<Variables>,
    contextValue: Execution,
    { operationName, rootValue }: ExecuteOptions,
  ): Promise<ExecutionResult> => {
    const result = await execute({
      schema,
      document,
      rootValue,
      contextValue,
      variableValues,
      operationName,
    });
    checkResultSize(result.data);
    return result.errors ? { ...result, errors: result.errors.slice(0, MAX_ERRORS) } : result;
  };
  return async (document, variables, context, options = {}) => {
    const { operationName, rootValue } = options;
    const operation = getOperationAST(document, operationName);
    const execution: Execution = { context };
    // graphql-js then reports the unknown operation name.
    if (!operation) return execute({ schema, document, contextValue: execution, operationName });
    if (operation.operation === OperationTypeNode.SUBSCRIPTION && !rootValue)
      return {
        errors: [new GraphQLError(STREAM_ONLY, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })],
      };
    try {
      checkVariables(schema, operation, variables);
      return await run(document, variables, execution, options);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // Callers without the right to run the operation learn only that, and nothing about its variables.
      const forbidden =
        error.code === 'rest_invalid_param'
          ? await authorizationErrors(context, schemas, document, operation, variables)
          : [];
      return forbidden.length > 0 ? { data: null, errors: forbidden } : failedResult(error);
    }
  };
}
