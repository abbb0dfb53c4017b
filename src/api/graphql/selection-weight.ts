import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

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
  if (!isObjectType(answer)) return resolve !== undefined && answer.name === JSON_TYPE;
  return resolve !== undefined || answer.getFields().id !== undefined;
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
export interface Weight {
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

const measured = new WeakMap<SelectionSetNode, Weight>();

/** Each selection is measured once. */
function measure(
  selections: SelectionSetNode | undefined,
  type: GraphQLOutputType,
  fragments: GraphQLResolveInfo['fragments'],
): Weight {
  const named = getNamedType(type);
  if (!selections || !isObjectType(named)) return named.name === JSON_TYPE ? WHOLE : LEAF;
  const before = measured.get(selections);
  if (before) return before;
  let [values, keys] = [1, 0];
  const texts: SelectedText[] = [];
  for (const node of selections.selections) {
    if (node.kind === Kind.FIELD) {
      const name = node.name.value;
      const field = named.getFields()[name];
      keys += (node.alias ?? node.name).value.length + KEY;
      const own =
        field && !isMetered(field, named) ? measure(node.selectionSet, field.type, fragments) : LEAF;
      values += own.values;
      keys += own.keys;
      if (field && !isMetered(field, named)) {
        const isObject = isObjectType(getNamedType(field.type));
        if (isObject && own.texts) texts.push({ name, inner: own.texts, isMade: false });
        const leaf = getNamedType(field.type).name;
        if (!isObject && !NO_TEXTS.has(leaf)) texts.push({ name, inner: null, isMade: leaf === JSON_TYPE });
      }
    } else {
      const inner =
        node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]?.selectionSet;
      const own = measure(inner, named, fragments);
      values += own.values;
      keys += own.keys;
      texts.push(...(own.texts ?? []));
    }
  }
  const weight = { values, keys, texts };
  measured.set(selections, weight);
  return weight;
}

/** What the operation selects of each element of a list. */
export function weightOf({ fieldNodes, fragments, returnType }: GraphQLResolveInfo): Weight {
  const [first, ...others] = fieldNodes.map(({ selectionSet }) =>
    measure(selectionSet, returnType, fragments),
  );
  return others.reduce(
    (sum, one) => ({
      values: sum.values + one.values,
      keys: sum.keys + one.keys,
      texts: sum.texts && one.texts && [...sum.texts, ...one.texts],
    }),
    first ?? LEAF,
  );
}

/**
 * How many characters the texts have that an operation selects of the value of a field; of JSON that is still
 * to be made of a record, as many as the longest text of that has. Most answers have hardly more bytes.
 */
export function charactersOf(value: unknown, texts: readonly SelectedText[]): number {
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
