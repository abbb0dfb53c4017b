import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql';
import { fieldsBelow } from '../../domain/content/selection.ts';
import type { Context } from '../../domain/context/context.ts';
import { isObject } from '../../lib/object.ts';
import type { ServiceExecution } from './execution.ts';

/** Computes a field from its record. */
export type Compute = (record: unknown, context: Context) => unknown;

/** The values to add to a record at one place of a document. */
interface Additions {
  readonly computed: readonly (readonly [field: string, compute: Compute])[];
  /** The fields with records that get values in turn. */
  readonly nested: readonly (readonly [field: string, additionsOf: AdditionsOf])[];
}

/** Finds the additions to a record; undefined for none. */
type AdditionsOf = (record: Readonly<Record<string, unknown>>) => Additions | undefined;

interface Fields {
  /** The function of a computed field, by coordinate. */
  readonly computeOf: (coordinate: string) => Compute | undefined;
  /** Whether a field has a resolver, which completes its own result. */
  readonly hasResolver: (coordinate: string) => boolean;
}

/**
 * Adds the computed fields that a document of the service selects to its records, as properties. A record that occurs
 * several times in a result is completed once. Resolvers would be called for each field of each occurrence, which takes
 * half the time of a page (decisions/0104).
 */
export class ComputedValues {
  readonly #fields: Fields;
  /** By the field that returns the records. */
  readonly #additions = new WeakMap<FieldNode, { readonly of: AdditionsOf | null }>();

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  /** Resolves a field, and adds the computed values to all records in its result, up to fields with resolvers. */
  complete(resolve: () => unknown, execution: ServiceExecution, info: GraphQLResolveInfo): unknown {
    const additionsOf = this.#additionsAt(info);
    const result = resolve();
    if (!additionsOf) return result;
    if (result instanceof Promise) return result.then((value) => completed(value, additionsOf, execution));
    return completed(result, additionsOf, execution);
  }

  #additionsAt(info: GraphQLResolveInfo): AdditionsOf | null {
    const { fieldNodes, returnType } = info;
    const [node] = fieldNodes;
    // The documents of the service select each field of a result once.
    if (!node || fieldNodes.length > 1) throw new Error(`${info.fieldName} is selected in several places`);
    const known = this.#additions.get(node);
    if (known) return known.of;
    const of = this.#below(getNamedType(returnType), fieldNodes, info);
    this.#additions.set(node, { of });
    return of;
  }

  /** @param nodes the fields that return the records of this type */
  #below(type: GraphQLNamedType, nodes: readonly FieldNode[], info: GraphQLResolveInfo): AdditionsOf | null {
    if (isAbstractType(type)) {
      const byType = new Map<unknown, AdditionsOf | null>(
        info.schema.getPossibleTypes(type).map((one) => [one.name, this.#below(one, nodes, info)]),
      );
      return (record) => byType.get(record.__typename)?.(record);
    }
    if (!isObjectType(type)) return null;
    const computed: [string, Compute][] = [];
    const nested: [string, AdditionsOf][] = [];
    for (const [name, same] of Map.groupBy(fieldsBelow(nodes, info, type.name), (node) => node.name.value)) {
      const coordinate = `${type.name}.${name}`;
      const field = type.getFields()[name];
      if (!field || this.#fields.hasResolver(coordinate)) continue;
      const compute = this.#fields.computeOf(coordinate);
      // Resolvers of the same record need the number.
      if (compute && name === 'id') throw new Error(`${coordinate}: select databaseId`);
      if (compute) computed.push([name, compute]);
      const inner = this.#below(getNamedType(field.type), same, info);
      if (inner) nested.push([name, inner]);
    }
    if (computed.length === 0 && nested.length === 0) return null;
    const additions = { computed, nested };
    return () => additions;
  }
}

function completed(value: unknown, additionsOf: AdditionsOf, execution: ServiceExecution): unknown {
  if (Array.isArray(value)) {
    const all: unknown[] = [];
    for (const one of value) all.push(completed(one, additionsOf, execution));
    return all;
  }
  if (!isObject(value)) return value;
  const additions = additionsOf(value);
  if (!additions) return value;
  const records = execution.completed.getOrInsertComputed(additions, () => new Map());
  const known = records.get(value);
  if (known) return known;
  const record: Record<string, unknown> = { ...value };
  records.set(value, record);
  for (const [field, compute] of additions.computed) record[field] = compute(value, execution.context);
  for (const [field, inner] of additions.nested) record[field] = completed(record[field], inner, execution);
  return record;
}
