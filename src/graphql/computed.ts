import {
  type FieldNode,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql';
import type { Context } from '../context.ts';
import { isObject } from '../contract/object.ts';
import type { Computing, Resource } from '../records/resource.ts';
import { type Fragments, fieldsBelow } from '../records/selection.ts';

type Resolver = GraphQLFieldResolver<unknown, Context>;
type RecordValues = Readonly<Record<string, unknown>>;
/** Makes one field of a record. */
type Make = (record: RecordValues, context: Context) => unknown;
/** A record, or a list of them, with its computed fields. */
type Show = (found: unknown, context: Context) => unknown;

/**
 * A record without values. V8 makes a hash table of an object when many keys are added to it one by one; a copy
 * of this one has them all (decisions/0045).
 */
const blankOf = (names: readonly string[]): RecordValues =>
  Object.fromEntries(names.map((name) => [name, undefined]));

/**
 * Computes fields of records as soon as these are found, for all records of a list together, and only those
 * that are asked for. For the executor they are plain properties then: a resolver for each costs it more than
 * what most of them do (decisions/0045).
 */
class ComputedFields {
  readonly #computing: ReadonlyMap<string, ReadonlyMap<string, Make>>;
  readonly #known = new WeakMap<FieldNode, Show | null>();

  constructor(resources: readonly Resource[]) {
    const types = resources.flatMap(({ computed = {} }) => Object.entries<Computing>(computed));
    // A schema gives them records of their type only, so the types agree.
    const makes = (fields: Computing) => new Map(Object.entries(fields) as [string, Make][]);
    this.#computing = new Map(types.map(([name, fields]) => [name, makes(fields)]));
  }

  /** Whatever a field finds, with its computed fields. */
  behind(resolve: Resolver): Resolver {
    return (source, args, context, info) => {
      const found = resolve(source, args, context, info);
      const show = this.#of(info);
      if (!show) return found;
      return found instanceof Promise ? found.then((value) => show(value, context)) : show(found, context);
    };
  }

  /** null where nothing is to be computed. */
  #of({ fieldNodes, fragments, returnType }: GraphQLResolveInfo): Show | null {
    const [first] = fieldNodes;
    const known = first && fieldNodes.length === 1 ? this.#known.get(first) : undefined;
    if (known !== undefined) return known;
    const type = getNamedType(returnType);
    const show = isObjectType(type) ? this.#show(type, fieldNodes, fragments) : null;
    if (first && fieldNodes.length === 1) this.#known.set(first, show);
    return show;
  }

  #show(type: GraphQLObjectType, nodes: readonly FieldNode[], fragments: Fragments): Show | null {
    const asked = Map.groupBy(fieldsBelow(nodes, fragments), ({ name }) => name.value);
    const parts = [...asked].flatMap(([name, same]): [string, Make][] => {
      const make = this.#make(type, name, same, fragments);
      return make ? [[name, make]] : [];
    });
    if (parts.length === 0) return null;
    let blank: RecordValues | undefined;
    const one = (record: unknown, context: Context): unknown => {
      if (!isObject(record)) return record;
      blank ??= blankOf([...Object.keys(record), ...parts.map(([name]) => name)]);
      const shown: Record<string, unknown> = { ...blank };
      for (const name in record) shown[name] = record[name];
      for (const [name, make] of parts) shown[name] = make(record, context);
      return shown;
    };
    return (found, context) => {
      if (!Array.isArray(found)) return one(found, context);
      const all: unknown[] = [];
      for (const record of found) all.push(one(record, context));
      return all;
    };
  }

  /** A field that is computed, or that holds records in which something is. */
  #make(
    type: GraphQLObjectType,
    name: string,
    nodes: readonly FieldNode[],
    fragments: Fragments,
  ): Make | null {
    const field = type.getFields()[name];
    const make = this.#computing.get(type.name)?.get(name);
    const inner = field && !field.resolve ? getNamedType(field.type) : undefined;
    const show = isObjectType(inner) ? this.#show(inner, nodes, fragments) : null;
    if (!show) return make ?? null;
    return (record, context) => show(make ? make(record, context) : record[name], context);
  }
}

/** Lets every field of a schema that finds records compute what they show, in place. */
export function computeFields(schema: GraphQLSchema, resources: readonly Resource[]): void {
  const fields = new ComputedFields(resources);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (field.resolve && isObjectType(getNamedType(field.type)))
        field.resolve = fields.behind(field.resolve);
  }
}
