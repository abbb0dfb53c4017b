import type { Contract, Empty, Json, Operation, Place, WireKey, WireRecord } from './types.ts';

/** Maximum nesting of records; deeper means a cycle that REST does not hide. */
const MAX_DEPTH = 6;

/** A key of a record with a value that REST transforms. */
type ShapedKey = Pick<WireKey, 'key' | 'constant' | 'unwrap'> & {
  readonly inner: Shape | null;
  /** Replaces null; undefined removes the key. */
  readonly emptyValue: Json | undefined;
};

/** Transformations of the records of one type at one place of a response. */
export interface Shape {
  readonly parts: readonly ShapedKey[];
  readonly dropEmpty: boolean;
}

export const keysIn = ({ keys }: WireRecord, reply: Operation['reply'], place: Place): WireKey[] =>
  keys.filter((key) => key.replies.includes(reply) && (key.place === null || key.place === place));

function shapeAt(
  contract: Contract,
  name: string,
  reply: Operation['reply'],
  place: Place,
  depth = 0,
): Shape {
  if (depth > MAX_DEPTH)
    throw new Error(`${name} is nested without end in REST; hide a field with @wire(hide: true)`);
  const record = contract.records.get(name);
  if (!record) throw new Error(`REST has no record ${name}`);
  const parts = keysIn(record, reply, place).map(({ key, constant, empty, unwrap, type }): ShapedKey => {
    const isNested = type.kind === 'record';
    return {
      key,
      constant,
      unwrap,
      emptyValue: emptyValueOf(empty),
      inner: isNested ? shapeAt(contract, type.name, reply, 'EMBEDDED', depth + 1) : null,
    };
  });
  return {
    parts: parts.filter(
      ({ constant, inner, emptyValue, unwrap }) =>
        constant !== undefined || inner || emptyValue !== null || unwrap,
    ),
    dropEmpty: record.dropEmpty,
  };
}

function emptyValueOf(empty: Empty | null): Json | undefined {
  if (empty === 'ABSENT') return undefined;
  if (empty === 'LIST') return [];
  if (empty === 'TEXT') return '';
  if (empty === 'ZERO') return 0;
  return empty === 'FALSE' ? false : null;
}

/**
 * Transforms a record, or a list of records, to its REST form, in place: adds constants, replaces nulls, and unwraps
 * lists of one. Returns other values unchanged.
 */
export function applyShape(value: Json, shape: Shape): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (const [at, element] of value.entries()) value[at] = applyShape(element, shape);
    return value;
  }
  const record: Record<string, Json | undefined> = value;
  for (const { key, constant, inner, emptyValue, unwrap } of shape.parts) {
    const part = value[key];
    if (constant !== undefined) value[key] = constant;
    // JSON omits undefined.
    else if (part === null) record[key] = emptyValue;
    // Undefined: excluded by `_fields`.
    else if (part !== undefined) {
      const now = inner ? applyShape(part, inner) : part;
      const isOne = unwrap && Array.isArray(now) && now.length === 1;
      value[key] = isOne ? (now[0] ?? null) : now;
    }
  }
  if (shape.dropEmpty) dropEmptyKeys(value);
  return value;
}

function dropEmptyKeys(record: Record<string, Json | undefined>): void {
  for (const key of Object.keys(record)) {
    const value = record[key];
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    if (isEmpty) record[key] = undefined;
  }
}

export const shapeOfRecord = (contract: Contract, name: string, reply: Operation['reply']): Shape =>
  shapeAt(contract, name, reply, 'ROOT');

const LONG_TEXTS: ReadonlySet<string> = new Set(['description', 'excerpt']);

/**
 * The GraphQL selection for all REST keys of a record: `{ id venue: venues { … } }`.
 * @param isBrief excludes the long texts of embedded records
 */
export function selectionOfRecord(
  contract: Contract,
  name: string,
  reply: Operation['reply'],
  isBrief = false,
  place: Place = 'ROOT',
): string {
  const record = contract.records.get(name);
  if (!record) throw new Error(`REST has no record ${name}`);
  const fields = keysIn(record, reply, place).flatMap(({ key, field, type }) => {
    if (field === null || (isBrief && place === 'EMBEDDED' && LONG_TEXTS.has(field))) return [];
    const inner =
      type.kind === 'record' ? ` ${selectionOfRecord(contract, type.name, reply, isBrief, 'EMBEDDED')}` : '';
    return [`${key === field ? '' : `${key}: `}${field}${inner}`];
  });
  return `{ ${fields.join(' ')} }`;
}

export function shapeOf(contract: Contract, { record, reply, itemsKey }: Operation): Shape {
  const shape = shapeOfRecord(contract, record, reply);
  if (itemsKey === null) return shape;
  const items: ShapedKey = {
    key: itemsKey,
    constant: undefined,
    emptyValue: null,
    unwrap: false,
    inner: shape,
  };
  return { parts: [items], dropEmpty: false };
}
