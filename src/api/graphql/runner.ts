import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../../domain/context/context.ts';
import type { ServiceExecution } from './execution.ts';
import { variablesAsSent } from './input-parsers.ts';
import type { ValidatedOperation } from './operation-validator.ts';

type TextsOf<T> = {
  [Name in keyof T]-?: [T[Name]] extends [string | null | undefined] ? Name : never;
}[keyof T];
/** The result type of a {@link Runner}: texts that are null for callers are empty here. */
export type RunnerResult<T> = Omit<T, TextsOf<T>> & { [Name in TextsOf<T>]: NonNullable<T[Name]> };

type Compiled = CompiledQuery['query'];

/** TypeScript checks that records match the types of the schema, so numbers, texts and enums need no conversion. */
const OPTIONS = { disablingCapturingStackErrors: true, disableLeafSerialization: true };

/**
 * Runs authorized and validated operations with one root field. Errors are in the result, each with its
 * `originalError`.
 */
export class Runner {
  readonly #schema: GraphQLSchema;
  readonly #compiled = new WeakMap<DocumentNode, Compiled>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Runs a long-lived document. Compiles it at its first use (decisions/0017). */
  async run(
    document: DocumentNode,
    operation: ValidatedOperation,
    context: Context,
  ): Promise<ExecutionResult> {
    const compiled = this.#compiled.getOrInsertComputed(document, (own) => this.#compile(own));
    return compiled(undefined, ...this.#values(document, operation, context));
  }

  /** Runs a short-lived document without compiling it, which would take too long for a few requests. */
  async runUncompiled(
    document: DocumentNode,
    operation: ValidatedOperation,
    context: Context,
  ): Promise<ExecutionResult> {
    const [contextValue, variableValues] = this.#values(document, operation, context);
    return execute({ schema: this.#schema, document, contextValue, variableValues });
  }

  #values(document: DocumentNode, { variables, record }: ValidatedOperation, context: Context) {
    const contextValue: ServiceExecution = { context, record, completed: new Map() };
    return [contextValue, variablesAsSent(this.#schema, document, variables)] as const;
  }

  #compile(document: DocumentNode): Compiled {
    const compiled = compileQuery(this.#schema, document, undefined, OPTIONS);
    if (!isCompiledQuery(compiled))
      throw new Error(`a document cannot be compiled: ${compiled.errors?.join()}`);
    return compiled.query;
  }
}
