import type { Contract, Json, Operation, Place, WireKey } from '../../../contract/types.ts';
import type { Node } from './components.ts';
import { keysAt } from './records.ts';
import type { Samples } from './samples.ts';

interface ExampleContext {
  contract: Contract;
  samples: Samples;
}

/** An example of a record in one kind of reply. */
export function recordExample(
  name: string,
  place: Place,
  reply: Operation['reply'],
  context: ExampleContext,
): Node {
  const { contract, samples } = context;
  const record = contract.records.get(name);
  const example: Node = {};
  for (const key of record ? keysAt(record, place) : []) {
    if (!key.replies.includes(reply)) continue;
    const isAbsent = record?.dropEmpty && key.nullable && !(`${name}.${key.key}` in samples.values);
    if (!isAbsent) example[key.key] = keyExample(name, key, reply, context);
  }
  return example;
}

function keyExample(name: string, key: WireKey, reply: Operation['reply'], context: ExampleContext): Json {
  const { samples } = context;
  if (key.constant !== undefined) return key.constant;
  if (key.type.kind === 'record') {
    const sample = samples.values[`${name}.${key.key}`] ?? (key.list ? undefined : samples.values[key.key]);
    if (sample !== undefined) return sample;
    const inner = recordExample(key.type.name, 'EMBEDDED', reply, context);
    return key.list && !key.unwrap ? [inner] : inner;
  }
  const sample =
    samples.values[`${name}.${key.key}`] ?? samples.values[key.key] ?? DEFAULT_VALUES[key.type.kind];
  const value =
    key.type.kind === 'enum' && !key.type.values.some((value) => value === sample)
      ? (key.type.values[0] ?? '')
      : sample;
  return key.list && !Array.isArray(value) ? [value] : value;
}

const DEFAULT_VALUES = {
  int: 0,
  float: 0,
  boolean: false,
  string: '',
  datetime: '2031-03-01 09:00:00',
  json: {},
  enum: '',
} as const;

/** An example of a deleted record; a record with a status is moved to the trash. */
export function deletedExample(name: string, context: ExampleContext): Node {
  const example = recordExample(name, 'ROOT', 'WRITTEN', context);
  return 'status' in example
    ? { ...example, status: 'trash', slug: `${String(example.slug)}__trashed` }
    : example;
}

/** An example of one page of a list. */
export function listExample(operation: Operation, itemsKey: string, context: ExampleContext): Node {
  const self = `${context.samples.api}${operation.bindings[0]?.path ?? ''}`;
  return {
    [itemsKey]: [recordExample(operation.record, 'ROOT', 'LIST', context)],
    rest_url: `${self}/?page=1&per_page=1`,
    next_rest_url: `${self}/?page=2&per_page=1`,
    total: 2,
    total_pages: 2,
  };
}
