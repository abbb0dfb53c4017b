import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { allowedWord, applied, asJson, asText, isTrue } from './directives.ts';
import { snakeCase, type WireNames, wireText } from './params.ts';
import type { Empty, Operation, Place, Reply, WireKey, WireRecord } from './types.ts';

const EMPTIES = ['ABSENT', 'FALSE', 'LIST', 'TEXT', 'ZERO'] as const satisfies readonly Empty[];
const REPLIES = ['LIST', 'SINGLE', 'WRITTEN'] as const satisfies readonly Reply[];
const PLACES = ['ROOT', 'EMBEDDED'] as const satisfies readonly Place[];

function keyType(field: GraphQLField<unknown, unknown>): WireKey['type'] {
  const named = getNamedType(field.type);
  if (isObjectType(named)) return { kind: 'record', name: named.name };
  if ('getValues' in named)
    return { kind: 'enum', values: named.getValues().map(({ value }) => String(value)) };
  const kinds = {
    Int: 'int',
    Float: 'float',
    Boolean: 'boolean',
    String: 'string',
    Url: 'string',
    LocalDateTime: 'datetime',
    JSON: 'json',
  } as const;
  const kind = Object.entries(kinds).find(([name]) => name === named.name)?.[1];
  if (!kind) throw new Error(`REST cannot show the scalar ${named.name}`);
  return { kind };
}

/** Words in descriptions for the REST value that replaces null. */
const EMPTY_LABELS: Readonly<Record<string, string>> = { TEXT: 'Empty', ZERO: '0' };

/**
 * The description of a key, with "Null if …" replaced by the REST value. Enums keep it: the OpenAPI document adds a
 * sentence.
 */
function descriptionOf(
  { description, type }: GraphQLField<unknown, unknown>,
  wire: { empty?: unknown },
  names: WireNames,
): string {
  const text = wireText(description ?? '', names);
  const label = EMPTY_LABELS[String(wire.empty)];
  return label === undefined || isEnumType(getNullableType(type))
    ? text
    : text.replace(/\bNull (?=if|when|at|without)/, `${label} `);
}

/** The record with one key for each `@wire` of a field and for each `@constant`. */
export function wireRecord(type: GraphQLObjectType, names: WireNames): WireRecord {
  const keys: WireKey[] = [];
  for (const field of Object.values(type.getFields())) {
    const wires = applied(field.astNode, 'wire');
    for (const wire of wires.length > 0 ? wires : [{}]) {
      if (isTrue(wire.hide)) continue;
      const replies = wire.in;
      keys.push({
        key: asText(wire.name) ?? snakeCase(field.name),
        field: field.name,
        description: descriptionOf(field, wire, names),
        type: keyType(field),
        list: isListType(getNullableType(field.type)),
        nullable: !isNonNullType(field.type) && EMPTY_LABELS[String(wire.empty)] === undefined,
        empty: allowedWord(wire.empty, EMPTIES, null),
        unwrap: isTrue(wire.unwrap),
        filled: isTrue(wire.filled),
        replies: Array.isArray(replies) ? REPLIES.filter((reply) => replies.includes(reply)) : REPLIES,
        place: allowedWord(wire.place, PLACES, null),
        constant: undefined,
      });
    }
  }
  for (const constant of applied(type.astNode, 'constant')) {
    const value = asJson(constant.value);
    keys.push({
      key: asText(constant.name) ?? '',
      field: null,
      description: 'Constant. WordPress clients expect this key.',
      type: { kind: typeof value === 'number' ? 'int' : typeof value === 'string' ? 'string' : 'json' },
      list: false,
      nullable: false,
      empty: null,
      unwrap: false,
      filled: true,
      replies: REPLIES,
      place: allowedWord(constant.place, PLACES, null),
      constant: value,
    });
  }
  return {
    name: type.name,
    description: type.description ?? '',
    dropEmpty: applied(type.astNode, 'dropEmpty').length > 0,
    keys,
  };
}

/** The records that REST returns, by type name. */
export function wireRecords(
  operations: readonly Operation[],
  schema: GraphQLSchema,
  names: WireNames,
): Map<string, WireRecord> {
  const records = new Map<string, WireRecord>();
  const visit = (name: string): void => {
    const type = schema.getType(name);
    if (records.has(name) || !isObjectType(type)) return;
    const record = wireRecord(type, names);
    records.set(name, record);
    for (const key of record.keys) if (key.type.kind === 'record') visit(key.type.name);
  };
  for (const { record } of operations) visit(record);
  return records;
}
