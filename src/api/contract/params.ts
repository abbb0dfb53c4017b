import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { allowedWord, applied, asJson, asNumber, asText, isRestOnly, isTrue } from './directives.ts';
import type { ComputedDefault, Json, Param, Revision, ShownType, ValueType } from './types.ts';

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

/** REST names of arguments and input fields by their GraphQL names, where they are not the snake case of these. */
export type WireNames = ReadonlyMap<string, string>;

/**
 * A description for readers of the REST documents: the GraphQL names in it become REST names, `startsFrom` ->
 * `start_date`.
 */
export const wireText = (description: string, names: WireNames): string =>
  description
    .replace(/`([a-z]\w*)`/g, (shown, name: string) => (names.has(name) ? `\`${names.get(name)}\`` : shown))
    .replace(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, snakeCase);

/** The same for a value, whose description may name values of its enum in backticks. */
const wireTextOf = (description: string, type: GraphQLInputType, names: WireNames): string =>
  wireText(description, names).replace(/`([A-Z_]+)`/g, (shown, name: string) => {
    const word: unknown = isEnumType(type) ? type.getValue(name)?.value : undefined;
    return typeof word === 'string' ? `\`${word}\`` : shown;
  });

function unwrap(type: GraphQLInputType): { named: GraphQLInputType; list: boolean } {
  let named: GraphQLInputType = isNonNullType(type) ? type.ofType : type;
  const list = isListType(named);
  if (isListType(named)) named = named.ofType;
  if (isNonNullType(named)) named = named.ofType;
  return { named, list };
}

/** What parameters are made from: the schema that carries the directives, and the readers of its scalars. */
export interface ParamSource {
  schema: GraphQLSchema;
  scalars: ScalarParsers;
  names: WireNames;
  revision: Revision;
}

/** The field by which REST names a record, of inputs such as `EventBy`. */
const NUMBER = 'databaseId';

/** Whether an input names one record. */
const isBy = (type: GraphQLInputType): type is GraphQLInputObjectType =>
  isInputObjectType(type) && type.isOneOf && type.name.endsWith('By') && NUMBER in type.getFields();

function valueType(named: GraphQLInputType, { scalars }: ParamSource, where: string): ValueType {
  if (isInputObjectType(named)) return { kind: isBy(named) ? 'int' : 'input' };
  if (!isEnumType(named) && !isScalarType(named))
    throw new Error(`${where}: a list of lists cannot be a parameter`);
  if (isEnumType(named)) {
    return {
      kind: 'enum',
      name: asText(applied(named.astNode, 'wire')[0]?.name) ?? named.name,
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
  if (!isScalarType(type) || !isRestOnly(type.astNode))
    throw new Error(`@param(reads:) names ${name}, which is not a scalar with @restOnly`);
  return type;
}

const readsWhole = (type: GraphQLScalarType): boolean => applied(type.astNode, 'wholeList').length > 0;

/**
 * The parameter that an argument or input field stands for.
 * @throws Error at start when the contract is not consistent
 */
export function param(source: GraphQLArgument | GraphQLInputField, from: ParamSource): Param {
  const says = applied(source.astNode, 'param')[0] ?? {};
  const { named, ...unwrapped } = unwrap(source.type);
  const reads = asText(says.reads);
  const type = valueType(reads === null ? named : wireType(reads, from), from, source.name);
  const list = unwrapped.list && !(reads !== null && readsWhole(wireType(reads, from)));
  const textA = from.revision === 'A' ? asText(says.descriptionA) : null;
  const description = wireTextOf(textA ?? source.description ?? '', named, from.names);
  const required = isNonNullType(source.type) && source.defaultValue === undefined;
  const own: Json | undefined = source.defaultValue === undefined ? undefined : asJson(source.defaultValue);
  return {
    name: source.name,
    wire: asText(applied(source.astNode, 'wire')[0]?.name) ?? snakeCase(source.name),
    also: textsIn(applied(source.astNode, 'also')[0]?.words),
    description,
    type,
    input: isInputObjectType(named) ? named.name : null,
    field: reads === null && isBy(named) ? NUMBER : null,
    idOf: asText(applied(source.astNode, 'idOf')[0]?.type),
    list,
    required,
    neededInside: false,
    min: asNumber(says.min),
    max: asNumber(says.max),
    nonEmpty: isTrue(says.nonEmpty),
    emptyIsNull: isTrue(says.emptyIsNull),
    maxLength: asNumber(says.maxLength),
    clamped: isTrue(says.clamped),
    unlisted: isTrue(says.unlisted),
    after: asText(says.after),
    shown: {
      type: allowedWord(says.type, SHOWN_TYPES, list ? 'NONE' : SHOWN_FOR[type.kind]),
      items: allowedWord(says.items, SHOWN_TYPES, null),
      format: asText(says.format),
      default:
        says.default === undefined ? (isTrue(says.hideDefault) ? undefined : own) : asJson(says.default),
      defaultFrom: allowedWord(says.defaultFrom, COMPUTED, null),
      nullDefault: isTrue(says.nullDefault),
    },
  };
}

/** Arguments for pages by cursor, in place of which REST has `page` and `per_page`. */
const CURSORS: ReadonlySet<string> = new Set(['first', 'after', 'last', 'before']);

/** Whether REST has an argument or input field. */
function isInRest(
  { name, astNode }: GraphQLArgument | GraphQLInputField,
  { revision }: ParamSource,
): boolean {
  const only = applied(astNode, 'revision')[0]?.only;
  return !CURSORS.has(name) && !isTrue(applied(astNode, 'wire')[0]?.hide) && (only ?? revision) === revision;
}

/**
 * The parameters of REST for arguments: objects become their fields, under paths such as `filter.near.latitude`.
 * An argument `by` becomes the ways to name the record; inside objects REST names records by their numbers.
 */
export function flatParams(
  sources: readonly (GraphQLArgument | GraphQLInputField)[],
  from: ParamSource,
  inside: { readonly path: string; readonly isOptional: boolean } = { path: '', isOptional: false },
): Param[] {
  return sources
    .filter((source) => isInRest(source, from))
    .flatMap((source) => {
      const own = param(source, from);
      const { named } = unwrap(source.type);
      const name = `${inside.path}${own.name}`;
      const isObject = own.type.kind === 'input' || (isBy(named) && inside.path === '' && own.field !== null);
      if (!isObject || !isInputObjectType(named) || own.list) {
        const isNeeded = own.required && inside.isOptional;
        return [{ ...own, name, required: own.required && !inside.isOptional, neededInside: isNeeded }];
      }
      const isOptional = inside.isOptional || (inside.path !== '' && !own.required);
      return flatParams(Object.values(named.getFields()), from, { path: `${name}.`, isOptional });
    });
}

/** Parameters in the order of the listing: those with `after` behind the parameter that it names. */
export function inOrder(params: readonly Param[]): Param[] {
  const listed = params.filter(({ after }) => after === null);
  const others = params.filter(({ after }) => after !== null);
  while (others.length > 0) {
    const next = others.find(({ after }) => listed.some(({ wire }) => wire === after));
    if (!next)
      throw new Error(
        `@param(after:) cannot place ${others.map(({ wire, after }) => `${wire} behind ${after}`).join(', ')}`,
      );
    others.splice(others.indexOf(next), 1);
    listed.splice(listed.findIndex(({ wire }) => wire === next.after) + 1, 0, next);
  }
  return listed;
}
