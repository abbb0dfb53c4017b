import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

const sizesBySchema = new WeakMap<GraphQLSchema, ReadonlyMap<string, number>>();

/** Rounded up, so that a small schema counts as well. */
const mean = (lengths: readonly number[]): number =>
  Math.ceil(lengths.reduce((sum, one) => sum + one, 0) / Math.max(1, lengths.length));

/** How many elements the lists of introspection have, by coordinate: exactly, or on average. */
export function introspectionSizes(schema: GraphQLSchema): ReadonlyMap<string, number> {
  const before = sizesBySchema.get(schema);
  if (before) return before;
  const types = Object.values(schema.getTypeMap());
  const fields = types.flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? [Object.values(type.getFields())] : [],
  );
  const directives = schema.getDirectives();
  const sizes = new Map([
    ['__Schema.types', types.length],
    ['__Schema.directives', directives.length],
    ['__Type.fields', mean(fields.map((all) => all.length))],
    [
      '__Type.inputFields',
      mean(types.flatMap((type) => (isInputObjectType(type) ? [Object.keys(type.getFields()).length] : []))),
    ],
    ['__Type.enumValues', mean(types.flatMap((type) => (isEnumType(type) ? [type.getValues().length] : [])))],
    ['__Field.args', mean(fields.flat().map(({ args }) => args.length))],
    ['__Directive.args', mean(directives.map(({ args }) => args.length))],
  ]);
  sizesBySchema.set(schema, sizes);
  return sizes;
}
