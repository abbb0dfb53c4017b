import { type DocumentNode, type FieldNode, Kind, print, type SelectionSetNode } from 'graphql';
import { property } from '../../lib/object.ts';
import type { Operation } from '../contract/types.ts';
import type { WireSchema } from '../contract/wire-schema.ts';
import type { FieldTree } from './respond/fields.ts';

/** Fields on which headers depend, whatever the body shows. */
const IN_HEADERS: ReadonlySet<string> = new Set([
  'id',
  'modified_utc',
  'total',
  'total_pages',
  'next_cursor',
]);
/** GraphQL needs at least one field, even when no field of the answer is wanted. */
const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

const responseKey = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** The part of a selection that a tree of REST keys asks for. */
function narrowed(set: SelectionSetNode, tree: FieldTree): SelectionSetNode {
  const selections = set.selections.flatMap((selection) => {
    if (selection.kind !== Kind.FIELD) return [];
    const branch = tree.get(responseKey(selection));
    if (!branch) return IN_HEADERS.has(responseKey(selection)) ? [selection] : [];
    const { selectionSet } = selection;
    const isWhole = !selectionSet || branch.size === 0;
    return [isWhole ? selection : { ...selection, selectionSet: narrowed(selectionSet, branch) }];
  });
  return { ...set, selections: selections.length > 0 ? selections : [TYPENAME] };
}

/** The name of the root field of an operation of REST, which has only one. */
export function rootField({ definitions }: DocumentNode): string {
  const [operation] = definitions;
  const [field] = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections : [];
  if (field?.kind !== Kind.FIELD) throw new Error('An operation of REST asks for one root field');
  return field.name.value;
}

/** An operation behind one or several routes, in the names of the schema. */
class RestOperation {
  /** All that REST shows. */
  readonly document: DocumentNode;
  /** The fields that lead to its answer: `createEvent`, `event`. */
  readonly path: readonly string[];
  /** Documents are dropped together with their field trees, of which few are kept; see `fieldTree`. */
  readonly #narrowed = new WeakMap<FieldTree, DocumentNode>();

  constructor(document: DocumentNode, payload: string | null) {
    this.document = document;
    this.path = [rootField(document), ...(payload === null ? [] : [payload])];
  }

  /** What it answers, in its data. */
  answerIn(data: unknown): unknown {
    return this.path.reduce<unknown>(property, data);
  }

  /** The operation without the fields that `_fields` does not ask for, so that they are not even read. */
  narrowedTo(tree: FieldTree): DocumentNode {
    const cached = this.#narrowed.get(tree);
    if (cached) return cached;
    const root = this.path.reduceRight<FieldTree>((inner, field) => new Map([[field, inner]]), tree);
    const definitions = this.document.definitions.map((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION
        ? { ...definition, selectionSet: narrowed(definition.selectionSet, root) }
        : definition,
    );
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions };
    this.#narrowed.set(tree, document);
    return document;
  }
}

/** A document of SOFA: the name of its root field, and the operation that runs in its place. */
export interface Prepared {
  root: string;
  operation: RestOperation;
}

/**
 * Replaces the documents of SOFA by the same in the names of the public schema. Routes that lead to one
 * operation share it.
 */
export class RestOperations {
  readonly #wire: WireSchema;
  readonly #byText = new Map<string, RestOperation>();

  constructor(wire: WireSchema) {
    this.#wire = wire;
  }

  /** @param document one of SOFA's; there is one for each route */
  of(document: DocumentNode, { payload }: Operation): Prepared {
    const operation = this.#shared(this.#wire.publicDocument(document), payload);
    return { root: rootField(document), operation };
  }

  #shared(document: DocumentNode, payload: string | null): RestOperation {
    const text = print(document);
    const cached = this.#byText.get(text);
    if (cached) return cached;
    const operation = new RestOperation(document, payload);
    this.#byText.set(text, operation);
    return operation;
  }
}
