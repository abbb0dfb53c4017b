import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import { CompiledQueries } from './compiled.ts';
import type { Passed } from './gate.ts';

/** Runs the service's own documents. Each has one root field, whose gate it has passed already. */
export class Runner {
  readonly #schema: GraphQLSchema;
  readonly #queries: CompiledQueries;

  /** @param schema without gates */
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
    { variables: variableValues, found: rootValue }: Passed,
    contextValue: Context,
  ): Promise<ExecutionResult> {
    const compiled = this.#queries.find(document);
    return compiled
      ? compiled(rootValue, contextValue, variableValues)
      : execute({ schema: this.#schema, document, rootValue, contextValue, variableValues });
  }
}
