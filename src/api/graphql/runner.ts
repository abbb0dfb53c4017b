import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import type { Execution } from './execution.ts';
import { variablesAsSent } from './input-parsers.ts';
import type { ValidatedOperation } from './operation-validator.ts';

type TextsOf<T> = {
  [Name in keyof T]-?: [T[Name]] extends [string | null | undefined] ? Name : never;
}[keyof T];
/** What a {@link Runner} answers of a type: texts that callers get as null are empty. */
export type Answered<T> = Omit<T, TextsOf<T>> & { [Name in TextsOf<T>]: NonNullable<T[Name]> };

/** Runs the service's own documents. Each has one root field, which was authorised and validated before. */
export class Runner {
  readonly #schema: GraphQLSchema;

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Never rejects: what goes wrong is in `errors`, each with its `originalError`. */
  async run(
    document: DocumentNode,
    { variables, record }: ValidatedOperation,
    context: Context,
  ): Promise<ExecutionResult> {
    const schema = this.#schema;
    const contextValue: Execution = { context, validated: { record } };
    return execute({
      schema,
      document,
      contextValue,
      variableValues: variablesAsSent(schema, document, variables),
    });
  }
}
