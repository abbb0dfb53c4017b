import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { allowedWord, applied, asJson, asNumber, asText, isTrue, isWireOnly } from './directives.ts';
import type { ComputedDefault, Json, Param, ShownType, ValueType } from './types.ts';

const SHOWN_TYPES = [
  'INTEGER',
  'NUMBER',
  'STRING',
  'BOOLEAN',
  'NONE',
] as const satisfies readonly ShownType[];
const COMPUTED = ['PER_PAGE', 'NOW', 'NOW_PLUS_24_MONTHS'] as const satisfies readonly ComputedDefault[];
const BUILT_IN = { Int: 'int', Float: 'float', Boolean: 'boolean', String: 'string', ID: 'string' } as const;
const SHOWN_FOR = {
  int: 'INTEGER',
  float: 'NUMBER',
  boolean: 'BOOLEAN',
  string: 'STRING',
  enum: 'STRING',
  scalar: 'NONE',
  input: 'NONE',
} as const satisfies Record<ValueType['kind'], ShownType>;

/** A list of texts in a directive. */
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];

/** Readers of custom scalars by type name; each throws an Error whose message the caller may see. */
export type ScalarParsers = Readonly<Record<string, (value: unknown) => unknown>>;

/** `startDate` -> `start_date` */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * A description for readers of the REST documents: the GraphQL names in it become REST names, `startDate` ->
 * `start_date`.
 */
export const wireText = (description: string): string =>
  description.replace(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, snakeCase);

/** The same for a value, whose description may name values of its enum in backticks. */
const wireTextOf = (description: string, type: GraphQLInputType): string =>
  wireText(description).replace(/`([A-Z_]+)`/g, (shown, name: string) => {
    const word: unknown = isEnumType(type) ? type.getValue(name)?.value : undefined;
    return typeof word === 'string' ? `\`${word}\`` : shown;
  });

function unwrap(type: GraphQLInputType): { named: GraphQLInputType; list: boolean; required: boolean } {
  const required = isNonNullType(type);
  let named: GraphQLInputType = isNonNullType(type) ? type.ofType : type;
  const list = isListType(named);
  if (isListType(named)) named = named.ofType;
  if (isNonNullType(named)) named = named.ofType;
  return { named, list, required };
}

/** What parameters are made from: the schema that carries the directives, and the readers of its scalars. */
export interface ParamSource {
  schema: GraphQLSchema;
  scalars: ScalarParsers;
}

function valueType(named: GraphQLInputType, { scalars }: ParamSource, where: string): ValueType {
  if (isInputObjectType(named)) return { kind: 'input' };
  if (!isEnumType(named) && !isScalarType(named))
    throw new Error(`${where}: a list of lists cannot be a parameter`);
  if (isEnumType(named)) {
    return {
      kind: 'enum',
      name: named.name,
      values: named.getValues().map((value) => ({
        word: String(value.value),
        description: value.description ?? '',
        also: textsIn(applied(value.astNode, 'also')[0]?.words),
      })),
    };
  }
  const builtIn = Object.entries(BUILT_IN).find(([name]) => name === named.name)?.[1];
  if (builtIn) return { kind: builtIn };
  const parse = scalars[named.name];
  if (!parse) throw new Error(`${where}: the scalar ${named.name} has no reader`);
  return {
    kind: 'scalar',
    name: named.name,
    description: named.description ?? '',
    parse,
    objects: asText(applied(named.astNode, 'objects')[0]?.input),
  };
}

/**
 * The type by which REST reads a value where it accepts other forms than GraphQL.
 * @throws Error at start when there is no such scalar
 */
function wireType(name: string, { schema }: ParamSource): GraphQLScalarType {
  const type = schema.getType(name);
  if (!isScalarType(type) || !isWireOnly(type.astNode))
    throw new Error(`@param(reads:) names ${name}, which is not a scalar with @wireOnly`);
  return type;
}

const readsWhole = (type: GraphQLScalarType): boolean => isTrue(applied(type.astNode, 'wireOnly')[0]?.whole);

/**
 * The parameter that an argument or input field stands for.
 * @throws Error at start when the contract is not consistent
 */
export function param(source: GraphQLArgument | GraphQLInputField, from: ParamSource): Param {
  const says = applied(source.astNode, 'param')[0] ?? {};
  const { named, required, ...unwrapped } = unwrap(source.type);
  const reads = asText(says.reads);
  const type = valueType(reads === null ? named : wireType(reads, from), from, source.name);
  const list = unwrapped.list && !(reads !== null && readsWhole(wireType(reads, from)));
  const description = wireTextOf(source.description ?? '', named);
  const own: Json | undefined = source.defaultValue === undefined ? undefined : asJson(source.defaultValue);
  return {
    name: source.name,
    wire: asText(applied(source.astNode, 'wire')[0]?.name) ?? snakeCase(source.name),
    also: textsIn(applied(source.astNode, 'also')[0]?.words),
    description,
    type,
    input: isInputObjectType(named) ? named.name : null,
    list,
    required,
    min: asNumber(says.min),
    max: asNumber(says.max),
    nonEmpty: isTrue(says.nonEmpty),
    emptyIsNull: isTrue(says.emptyIsNull),
    maxLength: asNumber(says.maxLength),
    clamped: isTrue(says.clamped),
    unlisted: isTrue(says.unlisted),
    shown: {
      type: allowedWord(says.type, SHOWN_TYPES, list ? 'NONE' : SHOWN_FOR[type.kind]),
      items: allowedWord(says.items, SHOWN_TYPES, null),
      format: asText(says.format),
      default: says.default === undefined ? own : asJson(says.default),
      defaultFrom: allowedWord(says.defaultFrom, COMPUTED, null),
      nullDefault: isTrue(says.nullDefault),
    },
  };
}
