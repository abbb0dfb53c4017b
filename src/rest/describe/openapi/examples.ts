import type { Contract, Json, Operation, Place, WireKey } from '../../../contract/types.ts';
import type { Node } from './components.ts';
import { keysAt } from './records.ts';
import { API, SAMPLES } from './samples.ts';

/** A record as this kind of reply shows it. */
export function recordExample(
  name: string,
  place: Place,
  reply: Operation['reply'],
  contract: Contract,
): Node {
  const record = contract.records.get(name);
  const example: Node = {};
  for (const key of record ? keysAt(record, place) : []) {
    if (!key.replies.includes(reply)) continue;
    const isAbsent = record?.dropEmpty && key.nullable && !(`${name}.${key.key}` in SAMPLES);
    if (!isAbsent) example[key.key] = keyExample(name, key, reply, contract);
  }
  return example;
}

function keyExample(name: string, key: WireKey, reply: Operation['reply'], contract: Contract): Json {
  if (key.constant !== undefined) return key.constant;
  if (key.type.kind === 'record') {
    const sample = SAMPLES[`${name}.${key.key}`] ?? (key.list ? undefined : SAMPLES[key.key]);
    if (sample !== undefined) return sample;
    const inner = recordExample(key.type.name, 'EMBEDDED', reply, contract);
    return key.list && !key.unwrap ? [inner] : inner;
  }
  const sample = SAMPLES[`${name}.${key.key}`] ?? SAMPLES[key.key] ?? PLAIN[key.type.kind];
  const value =
    key.type.kind === 'enum' && !key.type.values.some((known) => known === sample)
      ? (key.type.values[0] ?? '')
      : sample;
  return key.list && !Array.isArray(value) ? [value] : value;
}

const PLAIN = {
  int: 0,
  float: 0,
  boolean: false,
  string: '',
  datetime: '2031-03-01 09:00:00',
  json: {},
  enum: '',
} as const;

/** A record as its deletion shows it: those with a state are in the trash now. */
export function deletedExample(name: string, contract: Contract): Node {
  const example = recordExample(name, 'ROOT', 'WRITTEN', contract);
  return 'status' in example
    ? { ...example, status: 'trash', slug: `${String(example.slug)}__trashed` }
    : example;
}

/** One page of a list. */
export function listExample(operation: Operation, contract: Contract): Node {
  const self = `${API}${operation.bindings[0]?.path ?? ''}`;
  return {
    [operation.itemsKey ?? 'items']: [recordExample(operation.record, 'ROOT', 'LIST', contract)],
    rest_url: `${self}/?page=1&per_page=1`,
    next_rest_url: `${self}/?page=2&per_page=1`,
    total: 2,
    total_pages: 2,
  };
}
