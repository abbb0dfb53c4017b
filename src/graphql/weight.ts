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
/** A value that is put together from a whole record and those it is linked to, as JSON-LD is. */
const WHOLE_RECORD = 50;

/**
 * Whether a field finds records, which have an id, or brings them along, or puts together what one looks like:
 * such fields pay for what they answer when they do.
 */
export function isMetered({ resolve, type }: GraphQLField<unknown, Context>): boolean {
  const answer = getNamedType(type);
  if (!isObjectType(answer)) return resolve !== undefined && answer.name === JSON_TYPE;
  return resolve !== undefined || answer.getFields().id !== undefined;
}

const known = new WeakMap<SelectionSetNode, number>();

/**
 * Values that a selection has of one record: its fields, and those of what it leads to, up to what pays for
 * itself. Each selection is measured once.
 */
function valuesOf(
  selections: SelectionSetNode | undefined,
  type: GraphQLOutputType,
  fragments: GraphQLResolveInfo['fragments'],
): number {
  const named = getNamedType(type);
  if (!selections || !isObjectType(named)) return named.name === JSON_TYPE ? WHOLE_RECORD : 1;
  const before = known.get(selections);
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
  known.set(selections, values);
  return values;
}

/** How many values each element of a list has, as the operation asks for it. */
export const weightOf = ({ fieldNodes, fragments, returnType }: GraphQLResolveInfo): number =>
  fieldNodes.reduce((sum, { selectionSet }) => sum + valuesOf(selectionSet, returnType, fragments), 0);
