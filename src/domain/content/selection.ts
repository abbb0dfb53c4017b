import {
  type FieldNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  type SelectionSetNode,
} from 'graphql';

type Selections = Pick<GraphQLResolveInfo, 'fragments' | 'schema'>;

/** Whether a fragment with this type condition, or without one, applies to records of a type. */
export function appliesTo(
  schema: GraphQLSchema,
  type: string,
  condition: NamedTypeNode | undefined,
): boolean {
  if (!condition || condition.name.value === type) return true;
  const [on, record] = [schema.getType(condition.name.value), schema.getType(type)];
  return isAbstractType(on) && isObjectType(record) && schema.isSubType(on, record);
}

/**
 * The fields below the nodes for records of a type, including those in fragments; ignores `@skip` and `@include`.
 * Follows each fragment once: its fields are always the same.
 */
export function fieldsBelow(
  nodes: readonly FieldNode[],
  { fragments, schema }: Selections,
  type: string,
): FieldNode[] {
  const fields: FieldNode[] = [];
  const followed = new Set<string>();
  const collect = (selection: SelectionSetNode | undefined, condition?: NamedTypeNode): void => {
    if (!appliesTo(schema, type, condition)) return;
    for (const node of selection?.selections ?? []) {
      if (node.kind === Kind.FIELD) fields.push(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet, node.typeCondition);
      else if (!followed.has(node.name.value)) {
        followed.add(node.name.value);
        const fragment = fragments[node.name.value];
        collect(fragment?.selectionSet, fragment?.typeCondition);
      }
    }
  };
  for (const node of nodes) collect(node.selectionSet);
  return fields;
}

const typeOfField = (schema: GraphQLSchema, parent: string, name: string): string => {
  const type = schema.getType(parent);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  return field ? getNamedType(field.type).name : '';
};

/**
 * The names of the fields that an operation selects below a field, at any of these field paths.
 * @param type the type that the field returns
 */
export function selectedFields(
  info: GraphQLResolveInfo,
  type: string,
  ...paths: readonly (readonly string[])[]
): ReadonlySet<string> {
  const selected = new Set<string>();
  for (const path of paths) {
    let nodes: readonly FieldNode[] = info.fieldNodes;
    let parent = type;
    for (const name of path) {
      nodes = fieldsBelow(nodes, info, parent).filter((node) => node.name.value === name);
      parent = typeOfField(info.schema, parent, name);
    }
    for (const { name } of fieldsBelow(nodes, info, parent)) selected.add(name.value);
  }
  return selected;
}

/** Caches a result that depends on the selected fields below a field, once per document. */
export class SelectionCache<T> {
  readonly #compute: (info: GraphQLResolveInfo) => T;
  readonly #results = new WeakMap<FieldNode, T>();

  constructor(compute: (info: GraphQLResolveInfo) => T) {
    this.#compute = compute;
  }

  get(info: GraphQLResolveInfo): T {
    const [first, another] = info.fieldNodes;
    // If the field is selected in several places, the result depends on all of them.
    if (!first || another) return this.#compute(info);
    const cached = this.#results.get(first);
    if (cached !== undefined) return cached;
    const result = this.#compute(info);
    this.#results.set(first, result);
    return result;
  }
}
