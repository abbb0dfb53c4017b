import type { DocumentNode } from 'graphql';
import type { Transaction } from '../../domain/context/context.ts';
import { TAXONOMIES, type TermKind } from '../../domain/terms/index.ts';
import { TermEntity } from '../../domain/terms/term.entity.ts';
import { termKey } from '../../domain/terms/term.record.ts';
import { slugify } from '../../lib/slug.ts';
import { UNMANAGED } from '../../platform/postgres/orm.ts';
import { type Operations, recordId } from './operations.ts';
import { ImportError, type Outcome } from './report.ts';
import type { SourceTerm } from './source-records.ts';

/** Stores the categories and tags of a source. One that exists here already is not changed. */
export class TermImporter {
  readonly #operations: Operations;
  readonly #create: Record<TermKind, DocumentNode>;
  readonly #idByKey = new Map<string, number>();

  constructor(operations: Operations) {
    this.#operations = operations;
    this.#create = {
      category: operations.document(
        'mutation ($input: CreateCategoryInput!) { record: createCategory(input: $input) { id } }',
      ),
      tag: operations.document(
        'mutation ($input: CreateTagInput!) { record: createTag(input: $input) { id } }',
      ),
    };
  }

  /** @throws ImportError, ServiceError as the mutations do */
  async store(transaction: Transaction, term: SourceTerm): Promise<Outcome> {
    const { kind, key, input } = term;
    const parentId =
      term.kind === 'category' && term.parent !== undefined ? this.#idOf(kind, term.parent) : 0;
    const slug = slugify(input.slug ?? '', transaction.context.settings.locale);
    const sameName = { nameKey: termKey(input.name), parentId };
    const candidates = await transaction.em.find(
      TermEntity,
      { taxonomy: TAXONOMIES[kind], $or: [{ slug }, sameName] },
      { ...UNMANAGED, fields: ['id', 'slug'] },
    );
    const id = (candidates.find((term) => term.slug === slug) ?? candidates[0])?.id;
    const termId =
      id ?? (await this.#createTerm(transaction, kind, { ...input, ...(parentId > 0 && { parentId }) }));
    this.#idByKey.set(`${kind} ${key}`, termId);
    return id === undefined ? 'created' : 'unchanged';
  }

  /**
   * The ids here of what the source calls by these keys.
   * @throws ImportError for one that has not been imported
   */
  ids(kind: TermKind, keys: readonly string[]): number[] {
    return keys.map((key) => this.#idOf(kind, key));
  }

  #idOf(kind: TermKind, key: string): number {
    const id = this.#idByKey.get(`${kind} ${key}`);
    if (id === undefined) throw new ImportError(`names the ${kind} ${key}, which has not come`);
    return id;
  }

  async #createTerm(transaction: Transaction, kind: TermKind, input: object): Promise<number> {
    return recordId(await this.#operations.execute(this.#create[kind], { input }, transaction.context));
  }
}
