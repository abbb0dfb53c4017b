import {
  type FieldNode,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql';
import { type Fragments, FromSelection, fieldsBelow } from '../../domain/content/selection.ts';
import type { Context } from '../../domain/context/context.ts';
import type { Computing, Resource } from '../../domain/resource/resource.ts';
import { isObject } from '../contract/object.ts';

type Resolver = GraphQLFieldResolver<unknown, Context>;
type RecordValues = Readonly<Record<string, unknown>>;
/** Makes one field of a record. */
type Make = (record: RecordValues, context: Context) => unknown;
/** The computed fields that are asked for of the records that a field finds. */
interface ShownFields {
  readonly fields: readonly ShownField[];
  /** See {@link blankOf}. */
  blank?: RecordValues;
}

/** A field that is computed, or that contains records with computed fields. */
interface ShownField {
  readonly name: string;
  readonly make: Make | undefined;
  readonly inner: ShownFields | null;
}

/**
 * A record without values. V8 turns an object into a hash table when many keys are added to it one by one; a
 * copy of this one has them from the beginning (decisions/0045).
 */
const blankOf = (names: readonly string[]): RecordValues =>
  Object.fromEntries(names.map((name) => [name, undefined]));

/** Adds its computed fields to a record, or to each record of a list. */
function show(found: unknown, shown: ShownFields, context: Context): unknown {
  if (Array.isArray(found)) {
    const all: unknown[] = [];
    for (const record of found) all.push(show(record, shown, context));
    return all;
  }
  if (!isObject(found)) return found;
  shown.blank ??= blankOf([...Object.keys(found), ...shown.fields.map(({ name }) => name)]);
  const record: Record<string, unknown> = { ...shown.blank };
  for (const name in found) record[name] = found[name];
  for (const { name, make, inner } of shown.fields) {
    const value = make ? make(found, context) : found[name];
    record[name] = inner ? show(value, inner, context) : value;
  }
  return record;
}

/**
 * Computes fields of records as soon as these are found: for all records of a list together, and only fields
 * that are asked for. The executor then sees plain properties. Calling a resolver for each would cost more
 * than most of them do (decisions/0045).
 */
class ComputedFields {
  readonly #computing: ReadonlyMap<string, ReadonlyMap<string, Make>>;
  readonly #shown = new FromSelection(({ returnType, fieldNodes, fragments }) =>
    this.#below(getNamedType(returnType), fieldNodes, fragments),
  );

  constructor(resources: readonly Resource[]) {
    const types = resources.flatMap(({ computed = {} }) => Object.entries<Computing>(computed));
    // A schema passes them only records of their type, so the types agree.
    const makes = (fields: Computing) => new Map(Object.entries(fields) as [string, Make][]);
    this.#computing = new Map(types.map(([name, fields]) => [name, makes(fields)]));
  }

  /** Wraps a resolver, so that what it finds has its computed fields. */
  behind(resolve: Resolver): Resolver {
    return (source, args, context, info) => {
      const found = resolve(source, args, context, info);
      const shown = this.#shown.of(info);
      if (!shown) return found;
      return found instanceof Promise
        ? found.then((value) => show(value, shown, context))
        : show(found, shown, context);
    };
  }

  /** Null when nothing has to be computed. */
  #below(type: GraphQLNamedType, nodes: readonly FieldNode[], fragments: Fragments): ShownFields | null {
    if (!isObjectType(type)) return null;
    const computing = this.#computing.get(type.name);
    const asked = Map.groupBy(fieldsBelow(nodes, fragments), ({ name }) => name.value);
    const fields = [...asked].flatMap(([name, same]): ShownField[] => {
      const field = type.getFields()[name];
      const make = computing?.get(name);
      const inner = field && !field.resolve ? this.#below(getNamedType(field.type), same, fragments) : null;
      return make || inner ? [{ name, make, inner }] : [];
    });
    return fields.length > 0 ? { fields } : null;
  }
}

/** Wraps, in place, every field of a schema that finds records, so that their computed fields are there. */
export function computeFields(schema: GraphQLSchema, resources: readonly Resource[]): void {
  const fields = new ComputedFields(resources);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (field.resolve && isObjectType(getNamedType(field.type)))
        field.resolve = fields.behind(field.resolve);
  }
}
