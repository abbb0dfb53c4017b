import type { Contract, Empty, Json, Operation, Place, WireKey, WireRecord } from './types.ts';

/** Records inside records: more levels than this mean that a cycle is not hidden from REST. */
const DEEPEST = 6;

/** A key of a record whose value REST changes. */
type ShapedKey = Pick<WireKey, 'key' | 'constant' | 'unwrap'> & {
  readonly inner: Shape | null;
  /** What REST shows in place of null; undefined leaves the key out. */
  readonly nothing: Json | undefined;
};

/** What REST changes in the records of one type at one place. */
export interface Shape {
  readonly parts: readonly ShapedKey[];
  readonly dropEmpty: boolean;
}

/** The keys of a record at one place of one kind of reply, in order. */
export const keysIn = ({ keys }: WireRecord, reply: Operation['reply'], place: Place): WireKey[] =>
  keys.filter((key) => key.replies.includes(reply) && (key.place === null || key.place === place));

function shapeAt(
  contract: Contract,
  name: string,
  reply: Operation['reply'],
  place: Place,
  depth = 0,
): Shape {
  if (depth > DEEPEST)
    throw new Error(`${name} is nested without end in REST; hide a field with @wire(hide: true)`);
  const record = contract.records.get(name);
  if (!record) throw new Error(`REST has no record ${name}`);
  const parts = keysIn(record, reply, place).map(({ key, constant, empty, unwrap, type }): ShapedKey => {
    const isNested = type.kind === 'record';
    return {
      key,
      constant,
      unwrap,
      nothing: emptyValue(empty),
      inner: isNested ? shapeAt(contract, type.name, reply, 'EMBEDDED', depth + 1) : null,
    };
  });
  return {
    parts: parts.filter(
      ({ constant, inner, nothing, unwrap }) => constant !== undefined || inner || nothing !== null || unwrap,
    ),
    dropEmpty: record.dropEmpty,
  };
}

function emptyValue(empty: Empty | null): Json | undefined {
  if (empty === 'ABSENT') return undefined;
  if (empty === 'LIST') return [];
  if (empty === 'TEXT') return '';
  if (empty === 'ZERO') return 0;
  return empty === 'FALSE' ? false : null;
}

/**
 * Turns a value into its REST representation, in place: a record, or a list of them; anything else stays as it is.
 * Adds constants, writes what stands for nothing, and unwraps lists of one.
 */
export function shown(value: Json, shape: Shape): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (const [at, element] of value.entries()) value[at] = shown(element, shape);
    return value;
  }
  const record: Record<string, Json | undefined> = value;
  for (const { key, constant, inner, nothing, unwrap } of shape.parts) {
    const part = value[key];
    if (constant !== undefined) value[key] = constant;
    // A key whose value is undefined is not in JSON.
    else if (part === null) record[key] = nothing;
    // What `_fields` leaves out is not there.
    else if (part !== undefined) {
      const now = inner ? shown(part, inner) : part;
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

/** What REST changes in a record as replies of one kind have it. Made once at start. */
export const shapeOfRecord = (contract: Contract, name: string, reply: Operation['reply']): Shape =>
  shapeAt(contract, name, reply, 'ROOT');

const LONG_TEXTS: ReadonlySet<string> = new Set(['description', 'excerpt']);

/**
 * What to ask of a record for all of its keys, as replies of one kind have them: `{ id venue: venues { … } }`.
 * @param isBrief whether the records in it are without their long texts
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

/** What REST changes in the data of an operation. Made once at start. */
export function shapeOf(contract: Contract, { record, reply, itemsKey }: Operation): Shape {
  const shape = shapeOfRecord(contract, record, reply);
  if (itemsKey === null) return shape;
  const items: ShapedKey = { key: itemsKey, constant: undefined, nothing: null, unwrap: false, inner: shape };
  return { parts: [items], dropEmpty: false };
}
