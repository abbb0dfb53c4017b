import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

export type Fragments = GraphQLResolveInfo['fragments'];

/**
 * The fields below some nodes, through fragments; conditions (`@skip`, `@include`) are not looked at. A
 * fragment is followed once, however often it is spread: a second time would tell nothing new.
 */
export function fieldsBelow(nodes: readonly FieldNode[], fragments: Fragments): FieldNode[] {
  const found: FieldNode[] = [];
  const followed = new Set<string>();
  const collect = (selection: SelectionSetNode | undefined): void => {
    for (const node of selection?.selections ?? []) {
      if (node.kind === Kind.FIELD) found.push(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else if (!followed.has(node.name.value)) {
        followed.add(node.name.value);
        collect(fragments[node.name.value]?.selectionSet);
      }
    }
  };
  for (const node of nodes) collect(node.selectionSet);
  return found;
}

const known = new WeakMap<FieldNode, Map<string, ReadonlySet<string>>>();

/**
 * Names of the fields that an operation asks for below a field, at a path of fields. Looked up once for each
 * document.
 */
export function selectedFields(
  { fieldNodes, fragments }: GraphQLResolveInfo,
  path: readonly string[],
): ReadonlySet<string> {
  const [first] = fieldNodes;
  const key = path.join('.');
  const cached = first && fieldNodes.length === 1 ? known.get(first)?.get(key) : undefined;
  if (cached) return cached;
  let nodes: readonly FieldNode[] = fieldNodes;
  for (const name of path) nodes = fieldsBelow(nodes, fragments).filter((node) => node.name.value === name);
  const names = new Set(fieldsBelow(nodes, fragments).map((node) => node.name.value));
  if (first && fieldNodes.length === 1) known.set(first, (known.get(first) ?? new Map()).set(key, names));
  return names;
}
