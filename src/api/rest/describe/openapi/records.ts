import type { Contract, Json, Operation, Place, WireKey, WireRecord } from '../../../contract/types.ts';
import { type Components, described, type Node, nullable } from './components.ts';

const DATE_TIME = '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$';

const recordNamed = (contract: Contract, name: string): WireRecord => {
  const record = contract.records.get(name);
  if (!record) throw new Error(`REST has no record ${name}`);
  return record;
};

export const keysAt = (record: WireRecord, place: Place): readonly WireKey[] =>
  record.keys.filter((key) => key.place === null || key.place === place);

/** The shared schema of a record; a second one for embedded records if their keys differ. */
export function recordSchema(name: string, place: Place, contract: Contract, components: Components): Node {
  const record = recordNamed(contract, name);
  const differs = record.keys.some((key) => key.place !== null);
  return components.use('schemas', differs && place === 'EMBEDDED' ? `Embedded${name}` : name, () => {
    const keys = keysAt(record, place);
    return {
      type: 'object',
      description: record.description,
      required: keys.filter((key) => isAlwaysPresent(key, record)).map((key) => key.key),
      properties: Object.fromEntries(
        keys.map((key) => [key.key, keySchema(key, record, contract, components)]),
      ),
    };
  });
}

/** Whether a key is in every reply. Some keys are only in some replies, and some records drop empty keys. */
function isAlwaysPresent(key: WireKey, record: WireRecord): boolean {
  if (key.replies.length < 3 || key.empty === 'ABSENT') return false;
  if (!record.dropEmpty || key.filled) return true;
  return !key.nullable && !key.list && key.type.kind !== 'string';
}

function keySchema(key: WireKey, record: WireRecord, contract: Contract, components: Components): Node {
  if (key.constant !== undefined) return described(constantSchema(key.constant), key.description);
  const one = valueSchema(key.type, contract, components);
  const list: Node = { type: 'array', items: one };
  let schema = key.list ? list : one;
  if (key.unwrap) schema = { anyOf: [one, list] };
  if (key.empty === 'FALSE') schema = { anyOf: [schema, { type: 'boolean', const: false }] };
  else if (key.empty === 'LIST') schema = { anyOf: [schema, { type: 'array', items: {}, maxItems: 0 }] };
  else if (key.empty === 'TEXT')
    schema = Array.isArray(schema.enum) ? { ...schema, enum: [...schema.enum, ''] } : schema;
  else if (key.nullable && key.empty !== 'ABSENT' && !record.dropEmpty) schema = nullable(schema);
  return described(schema, `${key.description}${differenceNote(key)}`);
}

/** Describes how REST represents empty or single values. */
function differenceNote({ empty, unwrap, type }: WireKey): string {
  if (unwrap) return ' A single one is an object; none or several are a list.';
  if (!empty || type.kind === 'string') return '';
  return {
    ABSENT: '',
    FALSE: ' `false` if there is none.',
    LIST: ' An empty list if there is none.',
    TEXT: ' REST returns an empty text instead of null.',
    ZERO: '',
  }[empty];
}

function valueSchema(type: WireKey['type'], contract: Contract, components: Components): Node {
  switch (type.kind) {
    case 'record':
      return recordSchema(type.name, 'EMBEDDED', contract, components);
    case 'enum':
      return { type: 'string', enum: [...type.values] };
    case 'datetime':
      return { type: 'string', pattern: DATE_TIME };
    case 'int':
      return { type: 'integer' };
    case 'float':
      return { type: 'number', format: 'double' };
    case 'json':
      return { type: 'object', additionalProperties: true };
    default:
      return { type: type.kind };
  }
}

function constantSchema(value: Json): Node {
  if (Array.isArray(value)) return { type: 'array', items: {}, maxItems: 0 };
  return { type: typeof value === 'number' ? 'integer' : typeof value, const: value };
}

/** The shared schema of one page of records. */
export function listSchema(
  operation: Operation,
  itemsKey: string,
  contract: Contract,
  components: Components,
): Node {
  return components.use('schemas', `${operation.record}List`, () => {
    const count = (description: string): Node => ({ type: 'integer', minimum: 0, description });
    const link = (description: string): Node => ({ type: 'string', format: 'uri', description });
    const cursor = operation.page?.keys.find(({ key }) => key === 'next_cursor');
    return {
      type: 'object',
      description: 'One page of a list, with links to the next and previous page.',
      required: [itemsKey, 'rest_url', 'total', 'total_pages'],
      properties: {
        [itemsKey]: {
          type: 'array',
          description: 'The records on this page.',
          items: recordSchema(operation.record, 'ROOT', contract, components),
        },
        rest_url: link('Address of this page.'),
        next_rest_url: link('Address of the next page; absent on the last page.'),
        previous_rest_url: link('Address of the previous page; absent on the first page.'),
        total: count('Number of records on all pages.'),
        total_pages: count('Number of pages.'),
        ...(cursor && { next_cursor: { type: 'string', description: cursor.description } }),
      },
    };
  });
}
