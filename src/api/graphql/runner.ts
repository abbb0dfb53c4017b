import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import { CompiledQueries } from './compiled-queries.ts';
import type { ValidatedOperation } from './operation-validator.ts';

/** Runs the service's own documents. Each has one root field, which is authorised and validated already. */
export class Runner {
  readonly #schema: GraphQLSchema;
  readonly #queries: CompiledQueries;

  /** @param schema that neither authorises nor validates */
  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
    this.#queries = new CompiledQueries(schema);
  }

  /** Marks a document that will run again and again: it is compiled the first time. */
  own(document: DocumentNode): void {
    this.#queries.own(document);
  }

  /** Never rejects: what goes wrong is in `errors`, each with its `originalError`. */
  async run(
    document: DocumentNode,
    { variables: variableValues, record: rootValue }: ValidatedOperation,
    contextValue: Context,
  ): Promise<ExecutionResult> {
    const compiled = this.#queries.find(document);
    return compiled
      ? compiled(rootValue, contextValue, variableValues)
      : execute({ schema: this.#schema, document, rootValue, contextValue, variableValues });
  }
}
