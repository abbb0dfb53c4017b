import {
  type ConstValueNode,
  type DocumentNode,
  type GraphQLEnumType,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  typeFromAST,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { isObject } from '../../lib/object.ts';
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

/**
 * Enums as callers have them: by their names. Records have the names already where they are answered, see
 * `ComputedFields`; graphql-js reads literals.
 */
function nameEnum(type: GraphQLEnumType): void {
  const serialize = type.serialize.bind(type);
  type.serialize = (value) => (typeof value === 'string' && type.getValue(value) ? value : serialize(value));
  type.parseValue = (sent) => {
    const value = typeof sent === 'string' ? type.getValue(sent) : undefined;
    if (value) return value.value;
    const names = type.getValues().map(({ name }) => name);
    const meant = names.find((name) => typeof sent === 'string' && name === sent.toUpperCase());
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    throw new GraphQLError(`${JSON.stringify(sent) ?? 'nothing'} is not one of ${names.join(', ')}.${hint}`);
  };
}

/** Enums as the service has them: what variables and answers have is what the names stand for, the words of REST. */
function keepEnum(type: GraphQLEnumType): void {
  const words = new Map(type.getValues().map((value) => [value.value, value]));
  const named = type.getValue.bind(type);
  type.getValue = (word) => words.get(word) ?? named(word);
  type.serialize = String;
}

/** Variables of the service as a caller of the API sends them: with the names of enums. */
export const variablesAsSent = (
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Variables>,
): Variables =>
  Object.fromEntries(
    document.definitions
      .flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? (node.variableDefinitions ?? []) : []))
      .flatMap(({ variable, type }) => {
        const name = variable.name.value;
        const input = typeFromAST(schema, type);
        return isInputType(input) && Object.hasOwn(variables, name)
          ? [[name, asSent(variables[name], input)]]
          : [];
      }),
  );

function asSent(value: unknown, type: GraphQLInputType): unknown {
  const bare = getNullableType(type);
  if (isListType(bare) && Array.isArray(value)) return value.map((element) => asSent(element, bare.ofType));
  if (isInputObjectType(bare) && isObject(value)) {
    const fields = bare.getFields();
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const field = fields[name];
        return [name, field ? asSent(inner, field.type) : inner];
      }),
    );
  }
  return isEnumType(bare) && value !== null && value !== undefined ? bare.serialize(value) : value;
}

/**
 * Gives the custom scalars and enums of a schema their readers.
 * @param validated whether its operations have values that were read before
 */
export function setInputParsers(schema: GraphQLSchema, parsers: ScalarParsers, validated: boolean): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type) && !type.name.startsWith('__')) (validated ? keepEnum : nameEnum)(type);
    if (!isScalarType(type) || isSpecifiedScalarType(type)) continue;
    const parse = parsers[type.name];
    if (parse) patchScalar(type, parse);
  }
}
