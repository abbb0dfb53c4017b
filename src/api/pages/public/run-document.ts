import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { Context } from '../../../domain/context/context.ts';
import { ServiceError } from '../../../lib/errors.ts';
import { variablesAsSent } from '../../graphql/input-parsers.ts';
import type { PageDocument } from './page-documents.ts';

export interface DocumentDeps {
  /** The full schema, including fields for REST only. */
  schema: GraphQLSchema;
  /** Runs a document through the executor of REST and GraphQL. */
  execute(document: DocumentNode, variables: Variables, context: Context): Promise<ExecutionResult>;
}

type Variables = Readonly<Record<string, unknown>>;
/**
 * Runs a document for one visitor.
 * @param variables with the words of REST for enums
 * @throws ServiceError the most relevant error of the result
 */
export type RunDocument = <T>(document: PageDocument<T>, variables: Variables) => Promise<T>;

/** The error to show. Absence comes first: other errors may follow from it. */
function mostRelevant(errors: NonNullable<ExecutionResult['errors']>): unknown {
  const causes = errors.map((error) => error.originalError ?? error);
  return causes.find((cause) => cause instanceof ServiceError && cause.isNotFound) ?? causes[0];
}

/** Creates the function that runs documents for one visitor. A test checks all of them against the schema. */
export const documentRunner =
  ({ schema, execute }: DocumentDeps) =>
  (context: Context): RunDocument =>
  async <T>(document: PageDocument<T>, variables: Variables) => {
    const { data, errors } = await execute(document, variablesAsSent(schema, document, variables), context);
    if (errors && errors.length > 0) throw mostRelevant(errors);
    // The document matches the schema; its maker declares the type of its result.
    return data as T;
  };
