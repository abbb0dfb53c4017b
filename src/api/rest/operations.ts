import { type DocumentNode, type FieldNode, Kind, print, type SelectionSetNode } from 'graphql';
import { property } from '../../lib/object.ts';
import type { Operation } from '../contract/types.ts';
import type { WireSchema } from '../contract/wire-schema.ts';
import type { FieldTree } from './respond/fields.ts';

/** Fields that headers need, even if the body excludes them. */
const HEADER_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'modified_utc',
  'total',
  'total_pages',
  'next_cursor',
]);
/** GraphQL requires at least one field, even if `_fields` selects none. */
const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

const responseKey = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** The part of a selection that a tree of REST keys selects. */
function narrowed(set: SelectionSetNode, tree: FieldTree): SelectionSetNode {
  const selections = set.selections.flatMap((selection) => {
    if (selection.kind !== Kind.FIELD) return [];
    const branch = tree.get(responseKey(selection));
    if (!branch) return HEADER_FIELDS.has(responseKey(selection)) ? [selection] : [];
    const { selectionSet } = selection;
    const isWhole = !selectionSet || branch.size === 0;
    return [isWhole ? selection : { ...selection, selectionSet: narrowed(selectionSet, branch) }];
  });
  return { ...set, selections: selections.length > 0 ? selections : [TYPENAME] };
}

/** The root field of a REST operation, which has only one. */
export function rootField({ definitions }: DocumentNode): string {
  const [operation] = definitions;
  const [field] = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections : [];
  if (field?.kind !== Kind.FIELD) throw new Error('A REST operation must have one root field');
  return field.name.value;
}

/** The operation of one or several routes, in names of the public schema. */
class RestOperation {
  /** Selects all REST keys. */
  readonly document: DocumentNode;
  /** The fields that lead to the record or page: `createEvent`, `event`. */
  readonly path: readonly string[];
  /** Documents are dropped with their field trees, of which few are cached; see `fieldTree`. */
  readonly #narrowed = new WeakMap<FieldTree, DocumentNode>();

  constructor(document: DocumentNode, payload: string | null) {
    this.document = document;
    this.path = [rootField(document), ...(payload === null ? [] : [payload])];
  }

  /** The record or page in the data of a result. */
  resultIn(data: unknown): unknown {
    return this.path.reduce<unknown>(property, data);
  }

  /** The operation without the fields that `_fields` excludes, so that they are not read. */
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

/** The root field of a SOFA document, and the operation that replaces it. */
export interface Prepared {
  root: string;
  operation: RestOperation;
}

/** Translates SOFA's documents to names of the public schema. Routes with the same operation share it. */
export class RestOperations {
  readonly #wire: WireSchema;
  readonly #byText = new Map<string, RestOperation>();

  constructor(wire: WireSchema) {
    this.#wire = wire;
  }

  /** @param document of SOFA, one for each route */
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
