import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

export type Fragments = GraphQLResolveInfo['fragments'];

/**
 * The fields below some nodes, through fragments; conditions (`@skip`, `@include`) are ignored. A fragment is
 * followed only once, however often it is spread: it always has the same fields.
 */
export function fieldsBelow(nodes: readonly FieldNode[], fragments: Fragments): FieldNode[] {
  const fields: FieldNode[] = [];
  const followed = new Set<string>();
  const collect = (selection: SelectionSetNode | undefined): void => {
    for (const node of selection?.selections ?? []) {
      if (node.kind === Kind.FIELD) fields.push(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else if (!followed.has(node.name.value)) {
        followed.add(node.name.value);
        collect(fragments[node.name.value]?.selectionSet);
      }
    }
  };
  for (const node of nodes) collect(node.selectionSet);
  return fields;
}

/** The names of the fields that an operation selects below a field, at any of these paths of fields. */
export function selectedFields(
  { fieldNodes, fragments }: GraphQLResolveInfo,
  ...paths: readonly (readonly string[])[]
): ReadonlySet<string> {
  const selected = new Set<string>();
  for (const path of paths) {
    let nodes: readonly FieldNode[] = fieldNodes;
    for (const name of path) nodes = fieldsBelow(nodes, fragments).filter((node) => node.name.value === name);
    for (const { name } of fieldsBelow(nodes, fragments)) selected.add(name.value);
  }
  return selected;
}

/**
 * A result that depends on which fields an operation selects below a field; computed once for each document.
 */
export class FromSelection<T> {
  readonly #compute: (info: GraphQLResolveInfo) => T;
  readonly #results = new WeakMap<FieldNode, T>();

  constructor(compute: (info: GraphQLResolveInfo) => T) {
    this.#compute = compute;
  }

  of(info: GraphQLResolveInfo): T {
    const [first, another] = info.fieldNodes;
    // For a field that is selected in several places it depends on all of them.
    if (!first || another) return this.#compute(info);
    const cached = this.#results.get(first);
    if (cached !== undefined) return cached;
    const result = this.#compute(info);
    this.#results.set(first, result);
    return result;
  }
}
