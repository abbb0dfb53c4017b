import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Context } from '../context.ts';

const JSON_TYPE = 'JSON';
/** The weight of a value that is made of a whole record and its links, as JSON-LD is. */
const WHOLE_RECORD = 50;

/**
 * Whether a field finds records, which have an id, or brings them along, or is made of a whole record: such
 * fields count their own values.
 */
export function isMetered({ resolve, type }: GraphQLField<unknown, Context>): boolean {
  const answer = getNamedType(type);
  if (!isObjectType(answer)) return resolve !== undefined && answer.name === JSON_TYPE;
  return resolve !== undefined || answer.getFields().id !== undefined;
}

const measuredValues = new WeakMap<SelectionSetNode, number>();

/**
 * How many values a selection has of one record: its fields, and those below, except what is counted on its
 * own. Each selection is measured once.
 */
function valuesOf(
  selections: SelectionSetNode | undefined,
  type: GraphQLOutputType,
  fragments: GraphQLResolveInfo['fragments'],
): number {
  const named = getNamedType(type);
  if (!selections || !isObjectType(named)) return named.name === JSON_TYPE ? WHOLE_RECORD : 1;
  const before = measuredValues.get(selections);
  if (before !== undefined) return before;
  let values = 1;
  for (const node of selections.selections) {
    if (node.kind === Kind.FIELD) {
      const field = named.getFields()[node.name.value];
      values += field && !isMetered(field) ? valuesOf(node.selectionSet, field.type, fragments) : 1;
    } else {
      values += valuesOf(
        node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]?.selectionSet,
        named,
        fragments,
      );
    }
  }
  measuredValues.set(selections, values);
  return values;
}

/** How many values the operation asks for of each element of a list. */
export const weightOf = ({ fieldNodes, fragments, returnType }: GraphQLResolveInfo): number =>
  fieldNodes.reduce((sum, { selectionSet }) => sum + valuesOf(selectionSet, returnType, fragments), 0);
