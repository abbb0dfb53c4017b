import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
} from 'graphql';
import { applied } from '../contract/directives.ts';

/** Converts a stored value to the value that GraphQL callers receive. */
export type ValueConverter = (value: unknown) => unknown;
/** By coordinate, `Event.status`; fields without an entry are returned unchanged. */
type OutputConverters = ReadonlyMap<string, ValueConverter>;

/** Stored values that mean "absent", by the word of `@wire(empty:)`. */
const EMPTY_VALUES: Readonly<Record<string, unknown>> = { TEXT: '', ZERO: 0 };

function enumConverter(type: GraphQLOutputType): ValueConverter | null {
  const bare = getNullableType(type);
  if (isListType(bare)) {
    const form = enumConverter(bare.ofType);
    return form && ((value) => (Array.isArray(value) ? value.map(form) : value));
  }
  if (!isEnumType(bare)) return null;
  const names = new Map<unknown, string>(
    bare.getValues().flatMap(({ name, value }) => [
      [name, name],
      [value, name],
    ]),
  );
  return (value) => names.get(value) ?? null;
}

function converterOf({ type, astNode }: GraphQLField<unknown, unknown>): ValueConverter | null {
  const absent = EMPTY_VALUES[String(applied(astNode, 'wire')[0]?.empty)];
  return enumConverter(type) ?? (absent === undefined ? null : (value) => (value === absent ? null : value));
}

/**
 * Converts values in REST form for GraphQL callers: enum words become enum names, absent values become null.
 * @param annotated the schema with the directives of the contract
 */
export const outputConverters = (annotated: GraphQLSchema): OutputConverters =>
  new Map(
    Object.values(annotated.getTypeMap())
      .filter((type) => isObjectType(type))
      .flatMap((type) =>
        Object.values(type.getFields()).flatMap((field) => {
          const form = converterOf(field);
          return form ? [[`${type.name}.${field.name}`, form] as const] : [];
        }),
      ),
  );
