import { BREAK, type DocumentNode, type GraphQLSchema, Kind, OperationTypeNode, visit } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { hasVariable } from './literals.ts';

export type Compiled = CompiledQuery['query'];

/**
 * Whether graphql-jit can be trusted with a document. It forgets a fragment's second spread when the first is skipped, mixes up the conditions
 * of fragments used twice, reads literals without the variables inside, and mutations gain nothing from it: all that is graphql-js's work.
 */
export function isCompilable(document: DocumentNode): boolean {
  let safe = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION).length === 1;
  const refuse = (): typeof BREAK => {
    safe = false;
    return BREAK;
  };
  visit(document, {
    OperationDefinition: (node) => (node.operation === OperationTypeNode.QUERY ? undefined : refuse()),
    Directive: refuse,
    Field: (node) => (node.name.value.startsWith('__') && node.name.value !== '__typename' ? refuse() : undefined),
    Argument: (node) => (node.value.kind !== Kind.VARIABLE && hasVariable(node.value) ? refuse() : undefined),
  });
  return safe;
}

/*
 * One difference stays: where a field has no resolver, compiled code takes the property as it is, and does not call functions. Records are plain
 * values here, and whatever is computed has a resolver.
 */

/** Compiling costs more than running once, so it waits for a document to come back. */
const USES_BEFORE_COMPILING = 2;

interface Use {
  times: number;
  compiled: Compiled | null;
}

/** Compiled queries of a schema, by document. A document that is no longer used takes its code with it. */
export class CompiledQueries {
  readonly #schema: GraphQLSchema;
  readonly #uses = new WeakMap<DocumentNode, Use>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** The document as a function; null while it is rare, and for what graphql-jit had better not run. */
  find(document: DocumentNode): Compiled | null {
    const use = this.#uses.get(document) ?? { times: 0, compiled: null };
    this.#uses.set(document, use);
    use.times += 1;
    if (use.times === USES_BEFORE_COMPILING) use.compiled = this.#compile(document);
    return use.compiled;
  }

  #compile(document: DocumentNode): Compiled | null {
    if (!isCompilable(document)) return null;
    const result = compileQuery(this.#schema, document, undefined, { disablingCapturingStackErrors: true });
    // What it refuses, such as quoted enum values, graphql-js runs.
    return isCompiledQuery(result) ? result.query : null;
  }
}
