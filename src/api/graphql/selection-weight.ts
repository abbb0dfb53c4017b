import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { appliesTo, type Selections } from '../../domain/content/selection.ts';
import { property } from '../../lib/object.ts';
import { jsonBytes, MAX_BYTES } from './json-size.ts';

const JSON_TYPE = 'JSON';
/** The weight of a value that is made of a whole record and its links, as JSON-LD is. */
const WHOLE_RECORD = 50;
/** Quotes, colon and comma of a key in the answer. */
const KEY = 4;

/** A field of an executable schema, or what it will be made of. */
interface MeteredField {
  readonly type: GraphQLOutputType;
  readonly resolve?: unknown;
}

/** Whether a type has a record of a connection and its cursor. */
export function isEdge(type: GraphQLObjectType): boolean {
  const { node, cursor } = type.getFields();
  return node !== undefined && cursor !== undefined;
}

/**
 * Whether a field finds records, which have an id, or brings them along, or is made of a whole record: such
 * fields count their own values. The records of a connection count as its edges.
 */
export function isMetered({ resolve, type }: MeteredField, parent: GraphQLObjectType): boolean {
  if (resolve === undefined && isEdge(parent)) return false;
  const answer = getNamedType(type);
  if (!isCompositeType(answer)) return resolve !== undefined && answer.name === JSON_TYPE;
  return resolve !== undefined || isAbstractType(answer) || answer.getFields().id !== undefined;
}

/** How many characters the longest text of a record itself has. */
function longestOf(record: object): number {
  let longest = 0;
  for (const value of Object.values(record))
    if (typeof value === 'string') longest = Math.max(longest, value.length);
  return longest;
}

/** How many characters the texts of a record itself have. */
export function ownCharacters(record: unknown): number {
  let sum = 0;
  for (const value of Object.values(record ?? {})) if (typeof value === 'string') sum += value.length;
  return sum;
}

/** A text that a selection has of a record, or an object with texts. */
interface SelectedText {
  readonly name: string;
  /** Of an object; null for a text. */
  readonly inner: readonly SelectedText[] | null;
  /** Whether it is JSON, which is made of the record that has it. */
  readonly isMade: boolean;
}

/** What a selection has of one record, except what is counted on its own. */
interface Weight {
  readonly values: number;
  /** The characters of its keys in the answer. */
  readonly keys: number;
  /** Once for each alias; null for JSON, which is made of texts throughout. */
  readonly texts: readonly SelectedText[] | null;
}

const LEAF: Weight = { values: 1, keys: 0, texts: [] };
const WHOLE: Weight = { values: WHOLE_RECORD, keys: 0, texts: null };
/** Of scalars; all others are texts. */
const NO_TEXTS: ReadonlySet<string> = new Set(['Int', 'Float', 'Boolean']);

const measured = new WeakMap<GraphQLNamedType, WeakMap<SelectionSetNode, Weight>>();

/** Each selection is measured once for each type. */
function measure(selections: SelectionSetNode | undefined, type: GraphQLNamedType, from: Selections): Weight {
  if (!selections || !isObjectType(type)) return type.name === JSON_TYPE ? WHOLE : LEAF;
  const ofType = measured.getOrInsertComputed(type, () => new WeakMap());
  const before = ofType.get(selections);
  if (before) return before;
  let [values, keys] = [1, 0];
  const texts: SelectedText[] = [];
  for (const node of selections.selections) {
    if (node.kind === Kind.FIELD) {
      const name = node.name.value;
      const field = type.getFields()[name];
      keys += (node.alias ?? node.name).value.length + KEY;
      if (!field || isMetered(field, type)) {
        values += LEAF.values;
        continue;
      }
      const answer = getNamedType(field.type);
      const own = measure(node.selectionSet, answer, from);
      values += own.values;
      keys += own.keys;
      if (isObjectType(answer)) {
        if (own.texts) texts.push({ name, inner: own.texts, isMade: false });
      } else if (!NO_TEXTS.has(answer.name)) {
        texts.push({ name, inner: null, isMade: answer.name === JSON_TYPE });
      }
    } else {
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : from.fragments[node.name.value];
      if (!appliesTo(from.schema, type.name, fragment?.typeCondition)) continue;
      const own = measure(fragment?.selectionSet, type, from);
      values += own.values;
      keys += own.keys;
      texts.push(...(own.texts ?? []));
    }
  }
  const weight = { values, keys, texts };
  ofType.set(selections, weight);
  return weight;
}

/** What the operation selects of each record of a type that a field answers. */
function weightOf(type: GraphQLNamedType, info: GraphQLResolveInfo): Weight {
  const [first, ...others] = info.fieldNodes.map(({ selectionSet }) => measure(selectionSet, type, info));
  return others.reduce(
    (sum, one) => ({
      values: sum.values + one.values,
      keys: sum.keys + one.keys,
      texts: sum.texts && one.texts && [...sum.texts, ...one.texts],
    }),
    first ?? LEAF,
  );
}

/** What an answer amounts to, as far as the operation selects it. */
export interface Amount {
  readonly records: number;
  readonly values: number;
  readonly characters: number;
}

function amountOf(answer: unknown, { values, keys, texts }: Weight): Amount {
  const records = Array.isArray(answer) ? answer.length : 1;
  const characters = texts ? charactersOf(answer, texts) : jsonBytes(answer, MAX_BYTES);
  return { records, values: records * values, characters: records * keys + characters };
}

/** What a field answers: a record or a list of them, of which each may have another type. */
export function weigh(answer: unknown, info: GraphQLResolveInfo): Amount {
  const type = getNamedType(info.returnType);
  if (isObjectType(type) || !isAbstractType(type)) return amountOf(answer, weightOf(type, info));
  let [records, values, characters] = [0, 0, 0];
  const answers: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  for (const record of answers) {
    const own = info.schema.getType(String(property(record, '__typename')));
    const amount = amountOf(record, own ? weightOf(own, info) : LEAF);
    records += amount.records;
    values += amount.values;
    characters += amount.characters;
  }
  return { records, values, characters };
}

/**
 * How many characters the texts have that an operation selects of the value of a field; of JSON that is still
 * to be made of a record, as many as the longest text of that has. Most answers have hardly more bytes.
 */
function charactersOf(value: unknown, texts: readonly SelectedText[]): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  if (Array.isArray(value)) {
    for (const one of value) sum += charactersOf(one, texts);
    return sum;
  }
  for (const { name, inner, isMade } of texts)
    sum += isMade ? longestOf(value) : charactersOf(Reflect.get(value, name), inner ?? []);
  return sum;
}
