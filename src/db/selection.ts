import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

/** Fields of a selection, through fragments; conditions (`@skip`, `@include`) are not looked at. */
function fieldsOf(selection: SelectionSetNode | undefined, fragments: Fragments): FieldNode[] {
  return (selection?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node];
    return fieldsOf(node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]?.selectionSet, fragments);
  });
}

const known = new WeakMap<FieldNode, Map<string, ReadonlySet<string>>>();

/** Names of the fields that an operation asks for below a field, at a path of fields. Looked up once for each document. */
export function selectedFields({ fieldNodes, fragments }: GraphQLResolveInfo, path: readonly string[]): ReadonlySet<string> {
  const [first] = fieldNodes;
  const key = path.join('.');
  const cached = first && fieldNodes.length === 1 ? known.get(first)?.get(key) : undefined;
  if (cached) return cached;
  let nodes: readonly FieldNode[] = fieldNodes;
  for (const name of path)
    nodes = nodes.flatMap((node) => fieldsOf(node.selectionSet, fragments)).filter((node) => node.name.value === name);
  const names = new Set(nodes.flatMap((node) => fieldsOf(node.selectionSet, fragments)).map((node) => node.name.value));
  if (first && fieldNodes.length === 1) known.set(first, (known.get(first) ?? new Map()).set(key, names));
  return names;
}
