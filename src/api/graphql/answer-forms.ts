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

/** Turns a value as the service has it into the one that callers are answered. */
export type Form = (value: unknown) => unknown;
/** By coordinate, `Event.status`; fields that are not here are answered as they are. */
type AnswerForms = ReadonlyMap<string, Form>;

/** What is stored for what is absent, by the word of `@wire(empty:)`. */
const ABSENT: Readonly<Record<string, unknown>> = { TEXT: '', ZERO: 0 };

/** Names of enums for the words of REST. */
function enumForm(type: GraphQLOutputType): Form | null {
  const bare = getNullableType(type);
  if (isListType(bare)) {
    const form = enumForm(bare.ofType);
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

function formOf({ type, astNode }: GraphQLField<unknown, unknown>): Form | null {
  const absent = ABSENT[String(applied(astNode, 'wire')[0]?.empty)];
  return enumForm(type) ?? (absent === undefined ? null : (value) => (value === absent ? null : value));
}

/**
 * How callers of GraphQL are answered what the service has in the form of REST: enums by the names of their values,
 * and null for what is absent.
 * @param annotated the schema with the directives of the contract
 */
export const answerForms = (annotated: GraphQLSchema): AnswerForms =>
  new Map(
    Object.values(annotated.getTypeMap())
      .filter((type) => isObjectType(type))
      .flatMap((type) =>
        Object.values(type.getFields()).flatMap((field) => {
          const form = formOf(field);
          return form ? [[`${type.name}.${field.name}`, form] as const] : [];
        }),
      ),
  );
