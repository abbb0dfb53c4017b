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

const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];

/** Parsers of custom scalars by type name. Each throws an Error whose message is shown to the caller. */
export type ScalarParsers = Readonly<Record<string, (value: unknown) => unknown>>;

/** `startDate` -> `start_date` */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** REST names by GraphQL names, for fields and arguments whose REST name is not the snake-case form. */
export type WireNames = ReadonlyMap<string, string>;

/** Replaces the GraphQL names in a description by REST names: `startsFrom` -> `start_date`. */
export const wireText = (description: string, names: WireNames): string =>
  description
    .replace(/`([a-z]\w*)`/g, (shown, name: string) => (names.has(name) ? `\`${names.get(name)}\`` : shown))
    .replace(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, snakeCase);

/** The same for an input value; also replaces enum values in backticks by their REST words. */
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

/** The input for {@link buildParam}. */
export interface ParamSource {
  /** With the directives. */
  schema: GraphQLSchema;
  scalars: ScalarParsers;
  names: WireNames;
  revision: Revision;
}

/** The field of inputs such as `EventBy` by which REST names a record. */
const ID_FIELD = 'databaseId';

const isRecordReference = (type: GraphQLInputType): type is GraphQLInputObjectType =>
  isInputObjectType(type) && type.isOneOf && type.name.endsWith('By') && ID_FIELD in type.getFields();

function valueType(named: GraphQLInputType, { scalars }: ParamSource, where: string): ValueType {
  if (isInputObjectType(named)) return { kind: isRecordReference(named) ? 'int' : 'input' };
  if (!isEnumType(named) && !isScalarType(named))
    throw new Error(`${where}: a list of lists cannot be a parameter`);
  if (isEnumType(named)) {
    return {
      kind: 'enum',
      name: asText(applied(named.astNode, 'wire')[0]?.name) ?? named.name,
      values: named.getValues().map((value) => ({
        word: String(value.value),
        description: value.description ?? '',
        aliases: stringsIn(applied(value.astNode, 'also')[0]?.words),
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
 * The scalar that parses a REST value in forms that GraphQL does not accept.
 * @throws Error at start if there is no such scalar
 */
function wireType(name: string, { schema }: ParamSource): GraphQLScalarType {
  const type = schema.getType(name);
  if (!isScalarType(type) || !isRestOnly(type.astNode))
    throw new Error(`@param(reads:) names ${name}, which is not a scalar with @restOnly`);
  return type;
}

const readsWholeList = (type: GraphQLScalarType): boolean => applied(type.astNode, 'wholeList').length > 0;

/** @throws Error at start if the contract is inconsistent */
export function buildParam(source: GraphQLArgument | GraphQLInputField, from: ParamSource): Param {
  const options = applied(source.astNode, 'param')[0] ?? {};
  const { named, ...unwrapped } = unwrap(source.type);
  const reads = asText(options.reads);
  const type = valueType(reads === null ? named : wireType(reads, from), from, source.name);
  const list = unwrapped.list && !(reads !== null && readsWholeList(wireType(reads, from)));
  const textA = from.revision === 'A' ? asText(options.descriptionA) : null;
  const description = wireTextOf(textA ?? source.description ?? '', named, from.names);
  const required = isNonNullType(source.type) && source.defaultValue === undefined;
  const own: Json | undefined = source.defaultValue === undefined ? undefined : asJson(source.defaultValue);
  return {
    name: source.name,
    wire: asText(applied(source.astNode, 'wire')[0]?.name) ?? snakeCase(source.name),
    aliases: stringsIn(applied(source.astNode, 'also')[0]?.words),
    description,
    type,
    input: isInputObjectType(named) ? named.name : null,
    field: reads === null && isRecordReference(named) ? ID_FIELD : null,
    idOf: asText(applied(source.astNode, 'idOf')[0]?.type),
    list,
    required,
    requiredInObject: false,
    min: asNumber(options.min),
    max: asNumber(options.max),
    nonEmpty: isTrue(options.nonEmpty),
    emptyIsNull: isTrue(options.emptyIsNull),
    maxLength: asNumber(options.maxLength),
    clamped: isTrue(options.clamped),
    unlisted: isTrue(options.unlisted),
    after: asText(options.after),
    shown: {
      type: allowedWord(options.type, SHOWN_TYPES, list ? 'NONE' : SHOWN_FOR[type.kind]),
      items: allowedWord(options.items, SHOWN_TYPES, null),
      format: asText(options.format),
      default:
        options.default === undefined
          ? isTrue(options.hideDefault)
            ? undefined
            : own
          : asJson(options.default),
      defaultFrom: allowedWord(options.defaultFrom, COMPUTED, null),
      nullDefault: isTrue(options.nullDefault),
    },
  };
}

/** GraphQL pagination arguments; REST has `page` and `per_page` instead. */
const CURSOR_ARGUMENTS: ReadonlySet<string> = new Set(['first', 'after', 'last', 'before']);

function isInRest(
  { name, astNode }: GraphQLArgument | GraphQLInputField,
  { revision }: ParamSource,
): boolean {
  const only = applied(astNode, 'revision')[0]?.only;
  return (
    !CURSOR_ARGUMENTS.has(name) &&
    !isTrue(applied(astNode, 'wire')[0]?.hide) &&
    (only ?? revision) === revision
  );
}

/**
 * Flattens arguments to REST parameters: an input object becomes its fields, with paths such as
 * `filter.near.latitude`, and `by` becomes `by.databaseId` and `by.slug`. Record references inside objects become ids.
 */
export function flatParams(
  sources: readonly (GraphQLArgument | GraphQLInputField)[],
  from: ParamSource,
  inside: { readonly path: string; readonly isOptional: boolean } = { path: '', isOptional: false },
): Param[] {
  return sources
    .filter((source) => isInRest(source, from))
    .flatMap((source) => {
      const own = buildParam(source, from);
      const { named } = unwrap(source.type);
      const name = `${inside.path}${own.name}`;
      const isObject =
        own.type.kind === 'input' || (isRecordReference(named) && inside.path === '' && own.field !== null);
      if (!isObject || !isInputObjectType(named) || own.list) {
        const isNeeded = own.required && inside.isOptional;
        return [{ ...own, name, required: own.required && !inside.isOptional, requiredInObject: isNeeded }];
      }
      const isOptional = inside.isOptional || (inside.path !== '' && !own.required);
      return flatParams(Object.values(named.getFields()), from, { path: `${name}.`, isOptional });
    });
}

/** Sorts parameters as the index lists them: a parameter with `after` follows the named one. */
export function inListedOrder(params: readonly Param[]): Param[] {
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
