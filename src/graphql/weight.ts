import {
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** A value that is put together from a whole record and those it is linked to, as JSON-LD is. */
const WHOLE_RECORD = 50;

const known = new WeakMap<SelectionSetNode, number>();

/** Values that a selection has of one record: its fields, and those of what it leads to, up to the next list. Each selection is measured once. */
function valuesOf(selections: SelectionSetNode | undefined, type: GraphQLOutputType, fragments: GraphQLResolveInfo['fragments']): number {
  const named = getNamedType(type);
  if (!selections || !isObjectType(named)) return named.name === 'JSON' ? WHOLE_RECORD : 1;
  const before = known.get(selections);
  if (before !== undefined) return before;
  let values = 1;
  for (const node of selections.selections) {
    if (node.kind === Kind.FIELD) {
      const field = named.getFields()[node.name.value];
      values += field && !isList(field.type) ? valuesOf(node.selectionSet, field.type, fragments) : 1;
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

const isList = (type: GraphQLOutputType): boolean => isListType(isNonNullType(type) ? type.ofType : type);

/** How many values each element of a list has, as the operation asks for it. */
export const weightOf = ({ fieldNodes, fragments, returnType }: GraphQLResolveInfo): number =>
  fieldNodes.reduce((sum, { selectionSet }) => sum + valuesOf(selectionSet, returnType, fragments), 0);
