import { isObject } from './object.ts';
import type { Contract, Empty, Json, Operation, Place, WireKey, WireRecord } from './types.ts';

/** Records inside records: more levels than this mean that a cycle is not hidden from REST. */
const DEEPEST = 6;

type Finish = (record: Record<string, Json>) => Record<string, Json>;
type Step = (record: Record<string, Json>) => void;

const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);
const EMPTY_VALUES: Record<Empty, () => Json> = { FALSE: () => false, LIST: () => [], TEXT: () => '' };

/** The keys that a record has at one place of one kind of reply, in order. */
export const keysIn = ({ keys }: WireRecord, reply: Operation['reply'], place: Place): WireKey[] =>
  keys.filter((key) => key.replies.includes(reply) && (key.place === null || key.place === place));

/** What REST does to the value of one key, in order. */
function stepsOf(key: WireKey, inner: Finish | null): Step[] {
  const { key: name, constant, empty, unwrap } = key;
  // A fresh copy each time: nobody downstream can spoil a shared list.
  if (constant !== undefined)
    return [
      (data) => {
        data[name] = Array.isArray(constant) ? [...constant] : constant;
      },
    ];
  const steps: Step[] = [];
  if (inner)
    steps.push((data) => {
      const value = data[name];
      if (Array.isArray(value))
        data[name] = value.map((element) => (isObject(element) ? inner(element) : element));
      else if (isObject(value)) data[name] = inner(value);
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

function withoutEmptyKeys(data: Record<string, Json>): Record<string, Json> {
  const kept: Record<string, Json> = {};
  for (const key of Object.keys(data)) {
    const value = data[key];
    if (value !== undefined && !isEmpty(value)) kept[key] = value;
  }
  return kept;
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
  return (data) => {
    for (const step of steps) step(data);
    return record.dropEmpty ? withoutEmptyKeys(data) : data;
  };
}

/**
 * What makes the REST representation of an operation's data, in place: constants, what stands for nothing,
 * and lists of one. Made once at start.
 */
export function shapeOf(contract: Contract, { record, reply, itemsKey }: Operation): (data: Json) => Json {
  const finish = finishOf(contract, record, reply, 'ROOT');
  return (data) => {
    if (!isObject(data)) return data;
    if (itemsKey === null) return finish(data);
    const items = data[itemsKey];
    if (Array.isArray(items)) data[itemsKey] = items.map((item) => (isObject(item) ? finish(item) : item));
    return data;
  };
}
