import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';
import { applied, flag, json, oneOf, text } from './directives.ts';
import { snakeCase, wireText } from './params.ts';
import type { Empty, Json, Place, Reply, WireKey, WireRecord } from './types.ts';

const EMPTIES = ['FALSE', 'LIST', 'TEXT'] as const satisfies readonly Empty[];
const REPLIES = ['LIST', 'SINGLE', 'WRITTEN'] as const satisfies readonly Reply[];
const PLACES = ['ROOT', 'EMBEDDED'] as const satisfies readonly Place[];
/** Records inside records: more levels than this mean that a cycle is not hidden from REST. */
const DEEPEST = 6;

const isList = (type: GraphQLOutputType): boolean => isListType(isNonNullType(type) ? type.ofType : type);

function keyType(field: GraphQLField<unknown, unknown>): WireKey['type'] {
  const named = getNamedType(field.type);
  if (isObjectType(named)) return { kind: 'record', name: named.name };
  if ('getValues' in named) return { kind: 'enum', values: named.getValues().map((value) => value.name) };
  const kinds = {
    Int: 'int',
    Float: 'float',
    Boolean: 'boolean',
    String: 'string',
    LocalDateTime: 'datetime',
    JSON: 'json',
  } as const;
  const kind = Object.entries(kinds).find(([name]) => name === named.name)?.[1];
  if (!kind) throw new Error(`REST cannot show the scalar ${named.name}`);
  return { kind };
}

/** The REST keys of a record type: one for each @wire of a field, and one for each @constant. */
export function wireRecord(type: GraphQLObjectType): WireRecord {
  const keys: WireKey[] = [];
  for (const field of Object.values(type.getFields())) {
    const wires = applied(field.astNode, 'wire');
    for (const wire of wires.length > 0 ? wires : [{}]) {
      if (flag(wire.hide)) continue;
      const replies = wire.in;
      keys.push({
        key: text(wire.name) ?? snakeCase(field.name),
        field: field.name,
        description: wireText(field.description ?? ''),
        type: keyType(field),
        list: isList(field.type),
        nullable: !isNonNullType(field.type),
        empty: oneOf(wire.empty, EMPTIES, null),
        unwrap: flag(wire.unwrap),
        filled: flag(wire.filled),
        replies: Array.isArray(replies) ? REPLIES.filter((reply) => replies.includes(reply)) : REPLIES,
        place: oneOf(wire.place, PLACES, null),
        constant: undefined,
      });
    }
  }
  for (const constant of applied(type.astNode, 'constant')) {
    const value = json(constant.value);
    keys.push({
      key: text(constant.name) ?? '',
      field: null,
      description: 'Always this value; clients written for WordPress expect the key.',
      type: { kind: typeof value === 'number' ? 'int' : typeof value === 'string' ? 'string' : 'json' },
      list: false,
      nullable: false,
      empty: null,
      unwrap: false,
      filled: true,
      replies: REPLIES,
      place: oneOf(constant.place, PLACES, null),
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

type Finish = (record: Record<string, Json>) => void;

const isRecord = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: Json | undefined): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const EMPTY_VALUES: Record<Empty, () => Json> = { FALSE: () => false, LIST: () => [], TEXT: () => '' };

interface Shaped {
  selection: string;
  finish: Finish;
}

/** Selection and finishing of one record type at one place; compiled once at start. */
function shapeRecord(type: GraphQLObjectType, reply: Reply, place: Place, depth: number): Shaped {
  if (depth > DEEPEST)
    throw new Error(`${type.name} is nested without end in REST; hide a field with @wire(hide: true)`);
  const record = wireRecord(type);
  const selections: string[] = [];
  const steps: Finish[] = [];
  const fields = type.getFields();
  for (const key of record.keys) {
    if (!key.replies.includes(reply) || (key.place !== null && key.place !== place)) continue;
    const name = key.key;
    if (key.constant !== undefined) {
      const value = key.constant;
      // A fresh copy each time: nobody downstream can spoil a shared list.
      steps.push((data) => {
        data[name] = Array.isArray(value) ? [...value] : value;
      });
      continue;
    }
    const field = key.field === null ? undefined : fields[key.field];
    if (!field) throw new Error(`${type.name} has no field for the REST key ${name}`);
    const inner = getNamedType(field.type);
    if (isObjectType(inner)) {
      const shaped = shapeRecord(inner, reply, 'EMBEDDED', depth + 1);
      selections.push(`${name}: ${field.name} { ${shaped.selection} }`);
      steps.push((data) => {
        const value = data[name];
        if (Array.isArray(value)) for (const element of value) isRecord(element) && shaped.finish(element);
        else if (isRecord(value)) shaped.finish(value);
      });
    } else {
      selections.push(name === field.name ? name : `${name}: ${field.name}`);
    }
    const empty = key.empty;
    if (empty) {
      steps.push((data) => {
        if (data[name] === null) data[name] = EMPTY_VALUES[empty]();
      });
    }
    if (key.unwrap) {
      steps.push((data) => {
        const value = data[name];
        if (Array.isArray(value) && value.length === 1 && value[0] !== undefined) data[name] = value[0];
      });
    }
  }
  if (record.dropEmpty) {
    steps.push((data) => {
      for (const key of Object.keys(data)) if (isEmpty(data[key])) delete data[key];
    });
  }
  return { selection: selections.join(' '), finish: (data) => steps.forEach((step) => void step(data)) };
}

/**
 * What a page selects, in the order of its type: where that names the records first, REST shows them first.
 */
function pageSelection(page: GraphQLNamedType, itemsKey: string, records: string): string {
  const fields = isObjectType(page) ? Object.values(page.getFields()) : [];
  const names = fields
    .filter((field) => !applied(field.astNode, 'wire').some((wire) => flag(wire.hide)))
    .map((field) => field.name);
  return names
    .map((name) => (name === itemsKey ? `${name} { ${records} }` : `${snakeCase(name)}: ${name}`))
    .join(' ');
}

/**
 * The document that reads everything REST shows of a root field, and the function that finishes its data in
 * place.
 */
export function operationShape(
  kind: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
  reply: Reply,
  itemsKey: string | null,
  record: GraphQLObjectType,
): { document: DocumentNode; shape: (data: Json) => Json } {
  const variables = field.args.map((argument) => `$${argument.name}: ${String(argument.type)}`);
  const args = field.args.map((argument) => `${argument.name}: $${argument.name}`);
  const shaped = shapeRecord(record, reply, 'ROOT', 0);
  const inner = itemsKey
    ? pageSelection(getNamedType(field.type), itemsKey, shaped.selection)
    : shaped.selection;
  const list = (values: readonly string[]): string => (values.length > 0 ? `(${values.join(', ')})` : '');
  const document = parse(
    `${kind} Rest_${field.name}${list(variables)} { ${field.name}${list(args)} { ${inner} } }`,
    { noLocation: true },
  );
  return {
    document,
    shape(data) {
      if (!isRecord(data)) return data;
      const items = itemsKey ? data[itemsKey] : undefined;
      if (Array.isArray(items)) for (const item of items) isRecord(item) && shaped.finish(item);
      else if (!itemsKey) shaped.finish(data);
      return data;
    },
  };
}
