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
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  typeFromAST,
  type ValueNode,
  valueFromAST,
  valueFromASTUntyped,
} from 'graphql';
import { isObject } from '../../lib/object.ts';
import type { ScalarParsers } from '../contract/params.ts';
import type { Variables } from './variables.ts';

/** Variables as graphql-js passes them to a literal; absent during validation. */
type LiteralVariables = Readonly<Variables> | null | undefined;

function hasVariable(node: ValueNode | ConstValueNode): boolean {
  if (node.kind === Kind.LIST) return node.values.some(hasVariable);
  if (node.kind === Kind.OBJECT) return node.fields.some((field) => hasVariable(field.value));
  return node.kind === Kind.VARIABLE;
}

function patchScalar(type: GraphQLScalarType, parse: (value: unknown) => unknown): void {
  type.parseValue = parse;
  type.parseLiteral = (node, variables: LiteralVariables) => {
    // Validation has no variables; execution reads such a literal.
    if (!variables && hasVariable(node)) return null;
    return parse(valueFromASTUntyped(node, variables ?? {}));
  };
}

/** Accepts enums by name. Resolvers decide the output: the name, or the word of REST; see `output-converters.ts`. */
function acceptEnumNames(type: GraphQLEnumType): void {
  type.serialize = String;
  type.parseValue = (sent) => {
    const value = typeof sent === 'string' ? type.getValue(sent) : undefined;
    if (value) return value.value;
    const names = type.getValues().map(({ name }) => name);
    const meant = names.find((name) => typeof sent === 'string' && name === sent.toUpperCase());
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    throw new GraphQLError(`${JSON.stringify(sent) ?? 'nothing'} is not one of ${names.join(', ')}.${hint}`);
  };
}

/** Makes introspection show default values as enum names. */
export function showEnumNames(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isEnumType(type) || type.name.startsWith('__')) continue;
    const names = new Map<unknown, string>(type.getValues().map(({ name, value }) => [value, name]));
    type.serialize = (value) => names.get(value) ?? String(value);
  }
  return schema;
}

/** Internal variables in the form that an API caller would send: with enum names, and with defaults. */
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
    const sent: Variables = {};
    // Unlike graphql-js, graphql-jit requires non-null fields even if they have a default.
    for (const [name, { type: inner, defaultValue }] of Object.entries(bare.getFields())) {
      const given = value[name] === undefined ? defaultValue : value[name];
      if (given !== undefined) sent[name] = asSent(given, inner);
    }
    return sent;
  }
  return isEnumType(bare) ? (bare.getValues().find((one) => one.value === value)?.name ?? value) : value;
}

/** Reads the defaults of arguments again: inside objects they still have enum names in place of words. */
function readDefaults(schema: GraphQLSchema): void {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
  for (const { args } of types.flatMap((type) => Object.values(type.getFields())))
    for (const argument of args) {
      const written = argument.astNode?.defaultValue;
      if (written) argument.defaultValue = valueFromAST(written, argument.type);
    }
}

/** Sets the parsers of custom scalars and enums, and the defaults of arguments. */
export function setInputParsers(schema: GraphQLSchema, parsers: ScalarParsers): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type) && !type.name.startsWith('__')) acceptEnumNames(type);
    if (!isScalarType(type) || isSpecifiedScalarType(type)) continue;
    const parse = parsers[type.name];
    if (parse) patchScalar(type, parse);
  }
  readDefaults(schema);
}
