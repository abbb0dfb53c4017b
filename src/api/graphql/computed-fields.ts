import {
  type FieldNode,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql';
import { FromSelection, fieldsBelow, type Selections } from '../../domain/content/selection.ts';
import type { Context } from '../../domain/context/context.ts';
import type { Computing, Resource } from '../../domain/resource/resource.ts';
import { isObject } from '../../lib/object.ts';
import type { AnswerForms } from './answer-forms.ts';
import type { Execution } from './execution.ts';

type Resolver = GraphQLFieldResolver<unknown, Execution>;
type RecordValues = Readonly<Record<string, unknown>>;
/** Makes one field of a record. */
type Make = (record: RecordValues, context: Context) => unknown;
/** The computed fields that are selected of the records that a field finds. */
interface ShownFields {
  readonly fields: readonly ShownField[];
  /** See {@link blankOf}. */
  blank?: RecordValues;
}

/** The same, where a field finds records of several types: by the name of the type, which records have. */
type Shown = ShownFields | Map<unknown, Shown | null>;

/** A field that is computed, or that contains records with computed fields. */
interface ShownField {
  readonly name: string;
  readonly make: Make | undefined;
  readonly inner: Shown | null;
}

/**
 * A record without values. V8 turns an object into a hash table when many keys are added to it one by one; a
 * copy of this one has them from the beginning (decisions/0045).
 */
const blankOf = (names: readonly string[]): RecordValues =>
  Object.fromEntries(names.map((name) => [name, undefined]));

/** Adds its computed fields to a record, or to each record of a list. */
function show(resolved: unknown, shown: Shown, context: Context): unknown {
  if (Array.isArray(resolved)) {
    const all: unknown[] = [];
    for (const record of resolved) all.push(show(record, shown, context));
    return all;
  }
  if (!isObject(resolved)) return resolved;
  if (shown instanceof Map) {
    const own = shown.get(resolved.__typename);
    return own ? show(resolved, own, context) : resolved;
  }
  shown.blank ??= blankOf([...Object.keys(resolved), ...shown.fields.map(({ name }) => name)]);
  const record: Record<string, unknown> = { ...shown.blank };
  for (const name in resolved) record[name] = resolved[name];
  for (const { name, make, inner } of shown.fields) {
    const value = make ? make(resolved, context) : resolved[name];
    record[name] = inner ? show(value, inner, context) : value;
  }
  return record;
}

/**
 * Computes fields of records as soon as these are found: for all records of a list together, and only fields
 * that are selected. The executor then sees plain properties, and resolvers of other fields see null where a selected
 * field is absent. Calling a resolver for each would cost more
 * than most of them do (decisions/0045). Of one schema: what is computed here depends on which of its fields have
 * a resolver.
 */
export class ComputedFields {
  readonly #computing: ReadonlyMap<string, ReadonlyMap<string, Make>>;
  readonly #forms: AnswerForms;
  readonly #shown = new FromSelection((info) =>
    this.#below(getNamedType(info.returnType), info.fieldNodes, info),
  );

  /** @param forms of fields that are answered in another form than that of their record */
  constructor(resources: readonly Resource[], forms: AnswerForms = new Map()) {
    this.#forms = forms;
    const computing = new Map<string, Map<string, Make>>();
    for (const { computed = {} } of resources)
      for (const [type, fields] of Object.entries<Computing>(computed)) {
        // A schema passes them only records of their type, so the types agree.
        const makes = Object.entries(fields) as [string, Make][];
        // Several resources may compute fields of one type.
        computing.set(type, new Map([...(computing.get(type) ?? []), ...makes]));
      }
    this.#computing = computing;
  }

  /** Wraps a resolver, so that what it finds has its computed fields. */
  addTo(resolve: Resolver): Resolver {
    return (source, args, execution, info) => {
      const resolved = resolve(source, args, execution, info);
      const shown = this.#shown.of(info);
      if (!shown) return resolved;
      const { context } = execution;
      return resolved instanceof Promise
        ? resolved.then((value) => show(value, shown, context))
        : show(resolved, shown, context);
    };
  }

  /** Null when nothing has to be computed. */
  #below(type: GraphQLNamedType, nodes: readonly FieldNode[], selections: Selections): Shown | null {
    if (isAbstractType(type)) {
      const possible = selections.schema.getPossibleTypes(type);
      return new Map(possible.map((one) => [one.name, this.#below(one, nodes, selections)]));
    }
    if (!isObjectType(type)) return null;
    const computing = this.#computing.get(type.name);
    const selected = Map.groupBy(fieldsBelow(nodes, selections, type.name), ({ name }) => name.value);
    const fields = [...selected].flatMap(([name, same]): ShownField[] => {
      const field = type.getFields()[name];
      const make = this.#makeOf(`${type.name}.${name}`, name, computing?.get(name));
      const inner = field && !field.resolve ? this.#below(getNamedType(field.type), same, selections) : null;
      return make || inner ? [{ name, make, inner }] : [];
    });
    return fields.length > 0 ? { fields } : null;
  }

  /** Makes the field as it is answered; undefined where that is a property of the record. */
  #makeOf(coordinate: string, name: string, make: Make | undefined): Make | undefined {
    const form = this.#forms.get(coordinate);
    if (!form) return make;
    return make ? (record, context) => form(make(record, context)) : (record) => form(record[name]);
  }
}
