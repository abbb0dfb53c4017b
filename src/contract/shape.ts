import type { Contract, Empty, Json, Operation, Place, WireKey, WireRecord } from './types.ts';

/** Records inside records: more levels than this mean that a cycle is not hidden from REST. */
const DEEPEST = 6;

type Finish = (record: Record<string, Json>) => void;

const isRecord = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: Json | undefined): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const EMPTY_VALUES: Record<Empty, () => Json> = { FALSE: () => false, LIST: () => [], TEXT: () => '' };

/** The keys that a record has at one place of one kind of reply, in order. */
export const keysIn = ({ keys }: WireRecord, reply: Operation['reply'], place: Place): WireKey[] =>
  keys.filter((key) => key.replies.includes(reply) && (key.place === null || key.place === place));

/** What REST does to the value of one key, in order. */
function stepsOf(key: WireKey, inner: Finish | null): Finish[] {
  const { key: name, constant, empty, unwrap } = key;
  // A fresh copy each time: nobody downstream can spoil a shared list.
  if (constant !== undefined)
    return [
      (data) => {
        data[name] = Array.isArray(constant) ? [...constant] : constant;
      },
    ];
  const steps: Finish[] = [];
  if (inner)
    steps.push((data) => {
      const value = data[name];
      if (Array.isArray(value)) for (const element of value) isRecord(element) && inner(element);
      else if (isRecord(value)) inner(value);
    });
  if (empty)
    steps.push((data) => {
      if (data[name] === null) data[name] = EMPTY_VALUES[empty]();
    });
  if (unwrap)
    steps.push((data) => {
      const value = data[name];
      if (Array.isArray(value) && value.length === 1 && value[0] !== undefined) data[name] = value[0];
    });
  return steps;
}

function dropEmptyKeys(data: Record<string, Json>): void {
  for (const key of Object.keys(data)) if (isEmpty(data[key])) delete data[key];
}

function finishOf(
  contract: Contract,
  name: string,
  reply: Operation['reply'],
  place: Place,
  depth = 0,
): Finish {
  if (depth > DEEPEST)
    throw new Error(`${name} is nested without end in REST; hide a field with @wire(hide: true)`);
  const record = contract.records.get(name);
  if (!record) throw new Error(`REST has no record ${name}`);
  const steps = keysIn(record, reply, place).flatMap((key) =>
    stepsOf(
      key,
      key.type.kind === 'record' ? finishOf(contract, key.type.name, reply, 'EMBEDDED', depth + 1) : null,
    ),
  );
  if (record.dropEmpty) steps.push(dropEmptyKeys);
  return (data) => {
    for (const step of steps) step(data);
  };
}

/**
 * What makes the REST representation of an operation's data, in place: constants, what stands for nothing,
 * and lists of one. Made once at start.
 */
export function shapeOf(contract: Contract, { record, reply, itemsKey }: Operation): (data: Json) => Json {
  const finish = finishOf(contract, record, reply, 'ROOT');
  return (data) => {
    if (!isRecord(data)) return data;
    const items = itemsKey === null ? data : data[itemsKey];
    if (Array.isArray(items)) for (const item of items) isRecord(item) && finish(item);
    else if (isRecord(items)) finish(items);
    return data;
  };
}
