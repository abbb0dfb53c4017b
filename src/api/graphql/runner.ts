import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import { CompiledQueries } from './compiled-queries.ts';
import type { Execution } from './execution.ts';
import type { ValidatedOperation } from './operation-validator.ts';

type TextsOf<T> = {
  [Name in keyof T]-?: [T[Name]] extends [string | null | undefined] ? Name : never;
}[keyof T];
/** What a {@link Runner} answers of a type: texts that callers get as null are empty. */
export type Answered<T> = Omit<T, TextsOf<T>> & { [Name in TextsOf<T>]: NonNullable<T[Name]> };

/** Runs the service's own documents. Each has one root field, which was authorised and validated before. */
export class Runner {
  readonly #schema: GraphQLSchema;
  readonly #queries: CompiledQueries;

  /** @param schema see `Schemas.validatedSchema` */
  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
    this.#queries = new CompiledQueries(schema);
  }

  /** Marks a document that will run again and again: it is compiled the first time. */
  compileOnUse(document: DocumentNode): void {
    this.#queries.compileOnUse(document);
  }

  /** Never rejects: what goes wrong is in `errors`, each with its `originalError`. */
  async run(
    document: DocumentNode,
    { variables, record }: ValidatedOperation,
    context: Context,
  ): Promise<ExecutionResult> {
    const compiled = this.#queries.find(document);
    const contextValue: Execution = { context, record };
    return compiled
      ? compiled(undefined, contextValue, variables)
      : execute({ schema: this.#schema, document, contextValue, variableValues: variables });
  }
}
