import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** The size of a document, regardless of its variables. */
interface DocumentSize {
  /** Fields, spreads, arguments, values and directives of all operations, with every fragment spread expanded. */
  readonly parts: number;
  readonly aliases: number;
}

export const fragmentsOf = (document: DocumentNode): Map<string, FragmentDefinitionNode> =>
  new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );

/** Measures each fragment once, so the time depends on the length of the document and not on its expansion. */
class Measure {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #sizes = new Map<string, number>();
  aliases = 0;

  constructor(document: DocumentNode) {
    this.#fragments = fragmentsOf(document);
  }

  /** The parts of a fragment; 0 inside itself and for unknown fragments, which validation refuses. */
  fragment(name: string): number {
    const measured = this.#sizes.get(name);
    const fragment = this.#fragments.get(name);
    if (measured !== undefined || !fragment) return measured ?? 0;
    this.#sizes.set(name, 0);
    const size = this.selections(fragment.selectionSet) + this.rest(fragment.directives);
    this.#sizes.set(name, size);
    return size;
  }

  /** Fragments without a measured use so far. */
  get unused(): readonly string[] {
    return [...this.#fragments.keys()].filter((name) => !this.#sizes.has(name));
  }

  selections(set: SelectionSetNode | undefined): number {
    let size = 0;
    for (const node of set?.selections ?? []) {
      size += 1 + this.rest(node.directives);
      if (node.kind === Kind.FRAGMENT_SPREAD) size += this.fragment(node.name.value);
      else size += this.selections(node.selectionSet);
      if (node.kind === Kind.FIELD) {
        if (node.alias) this.aliases += 1;
        size += this.rest(node.arguments);
      }
    }
    return size;
  }

  rest(nodes: readonly ASTNode[] = []): number {
    let size = nodes.length;
    for (const node of nodes) {
      if (node.kind === Kind.DIRECTIVE) size += this.rest(node.arguments);
      else if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD)
        size += this.rest([node.value]);
      else if (node.kind === Kind.LIST) size += this.rest(node.values);
      else if (node.kind === Kind.OBJECT) size += this.rest(node.fields);
    }
    return size;
  }
}

const sizes = new WeakMap<DocumentNode, DocumentSize>();

/** Measures a document, valid or not. Cached per document. */
export function sizeOf(document: DocumentNode): DocumentSize {
  const cached = sizes.get(document);
  if (cached) return cached;
  const measure = new Measure(document);
  let parts = 0;
  for (const one of document.definitions) {
    if (one.kind === Kind.OPERATION_DEFINITION)
      parts +=
        1 +
        measure.selections(one.selectionSet) +
        measure.rest(one.directives) +
        (one.variableDefinitions?.length ?? 0);
  }
  for (const name of measure.unused) parts += measure.fragment(name);
  const size = { parts, aliases: measure.aliases };
  sizes.set(document, size);
  return size;
}
