import { BREAK, type DocumentNode, type GraphQLSchema, Kind, OperationTypeNode, visit } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { sizeOf } from './document-size.ts';
import { hasVariable } from './input-parsers.ts';

type Compiled = CompiledQuery['query'];

/**
 * How many documents from outside are compiled, and their parts together; code for one part takes a few kB.
 */
const MAX_COMPILED = 100;
const MAX_PARTS_TOGETHER = 5_000;
/** Larger documents gain little, and compiling them delays everybody. */
const MAX_PARTS_EACH = 300;
/**
 * Compiling costs about as much as executing twenty times, so it waits until a document has proved to be
 * frequent.
 */
const USES_BEFORE_COMPILING = 20;

/**
 * Whether graphql-jit can be trusted with a document. It forgets the second spread of a fragment when the
 * first is skipped, mixes up the conditions of fragments that are used twice, reads literals without the
 * variables inside, and forgets the defaults of variables that cannot be null. Mutations gain nothing from it. graphql-js executes all of these.
 */
export function isCompilable(document: DocumentNode): boolean {
  let safe =
    document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION).length === 1;
  const refuse = (): typeof BREAK => {
    safe = false;
    return BREAK;
  };
  visit(document, {
    OperationDefinition: (node) => (node.operation === OperationTypeNode.QUERY ? undefined : refuse()),
    Directive: refuse,
    VariableDefinition: ({ type, defaultValue }) =>
      defaultValue && type.kind === Kind.NON_NULL_TYPE ? refuse() : undefined,
    Field: (node) =>
      node.name.value.startsWith('__') && node.name.value !== '__typename' ? refuse() : undefined,
    Argument: (node) => (node.value.kind !== Kind.VARIABLE && hasVariable(node.value) ? refuse() : undefined),
  });
  return safe;
}

/**
 * TypeScript checks that records have what the types of the schema demand. So numbers, texts and enums are not
 * converted again, which would take longer than everything else about them (decisions/0045).
 */
const HOW = { disablingCapturingStackErrors: true, disableLeafSerialization: true };

/*
 * One difference stays: where a field has no resolver, compiled code takes the property as it is, and does
 * not call functions. Records are plain values here.
 */

/**
 * Compiled queries of a schema. The service's own are few: each is compiled when it is first executed. Of
 * queries from outside, the most frequent small ones are compiled, because code takes far more memory than
 * text (decisions/0017).
 */
export class CompiledQueries {
  readonly #schema: GraphQLSchema;
  readonly #own = new Map<DocumentNode, Compiled | null | undefined>();
  readonly #uses = new WeakMap<DocumentNode, number>();
  readonly #compiled = new LRUCache<DocumentNode, Compiled>({
    max: MAX_COMPILED,
    maxSize: MAX_PARTS_TOGETHER,
    sizeCalculation: (_compiled, document) => sizeOf(document).parts,
    dispose: (_compiled, document) => this.#uses.set(document, 0),
  });

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Has a document of the service itself compiled at its first use, and keeps the code: there are few of them. */
  compileOnUse(document: DocumentNode): void {
    if (!this.#own.has(document)) this.#own.set(document, undefined);
  }

  /** How many documents from outside are kept as code. */
  get size(): number {
    return this.#compiled.size;
  }

  /** The compiled document; null while it is rare, and when graphql-jit should not execute it. */
  find(document: DocumentNode): Compiled | null {
    const compiled = this.#own.get(document) ?? this.#compiled.get(document);
    if (compiled) return compiled;
    if (this.#own.get(document) === null) return null;
    return this.#own.has(document) ? this.#compileOwn(document) : this.#count(document);
  }

  #compileOwn(document: DocumentNode): Compiled | null {
    const compiled = this.#compile(document);
    this.#own.set(document, compiled);
    return compiled;
  }

  #count(document: DocumentNode): Compiled | null {
    const uses = (this.#uses.get(document) ?? 0) + 1;
    this.#uses.set(document, uses);
    if (uses !== USES_BEFORE_COMPILING || sizeOf(document).parts > MAX_PARTS_EACH) return null;
    const compiled = this.#compile(document);
    if (compiled) this.#compiled.set(document, compiled);
    return compiled;
  }

  #compile(document: DocumentNode): Compiled | null {
    if (!isCompilable(document)) return null;
    const result = compileQuery(this.#schema, document, undefined, HOW);
    // graphql-js executes what it refuses, such as quoted enum values.
    return isCompiledQuery(result) ? result.query : null;
  }
}
