import type { GraphQLSchema } from 'graphql';
import {
  type ConstValueNode,
  type GraphQLEnumType,
  GraphQLError,
  type GraphQLScalarType,
  isEnumType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import type { ScalarParsers } from '../contract/params.ts';
import type { Variables } from './variables.ts';

/** Variables as graphql-js passes them to a literal; absent while a document is only validated. */
type LiteralVariables = Readonly<Variables> | null | undefined;

/** Whether a literal has a variable somewhere inside. */
export function hasVariable(node: ValueNode | ConstValueNode): boolean {
  if (node.kind === Kind.LIST) return node.values.some(hasVariable);
  if (node.kind === Kind.OBJECT) return node.fields.some((field) => hasVariable(field.value));
  return node.kind === Kind.VARIABLE;
}

function patchScalar(type: GraphQLScalarType, parse: (value: unknown) => unknown): void {
  type.parseValue = parse;
  type.parseLiteral = (node, variables: LiteralVariables) => {
    // Validation has no variables; such a literal is read when it is executed.
    if (!variables && hasVariable(node)) return null;
    return parse(valueFromASTUntyped(node, variables ?? {}));
  };
}

/** Names all values of an enum where a variable is none of them; literals are read by graphql-js. */
function patchEnum(type: GraphQLEnumType): void {
  type.parseValue = (word) => {
    const value = typeof word === 'string' ? type.getValue(word) : undefined;
    if (value) return value.value;
    const names = type.getValues().map(({ name }) => name);
    throw new GraphQLError(`${JSON.stringify(word) ?? 'nothing'} is not one of ${names.join(', ')}.`);
  };
}

/** Gives the custom scalars and enums of a schema their readers. */
export function setInputParsers(schema: GraphQLSchema, parsers: ScalarParsers): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type) && !type.name.startsWith('__')) patchEnum(type);
    if (!isScalarType(type) || isSpecifiedScalarType(type)) continue;
    const parse = parsers[type.name];
    if (parse) patchScalar(type, parse);
  }
}
