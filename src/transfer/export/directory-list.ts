import type { DocumentNode } from 'graphql';
import { answerOf, operationDocument } from '../../api/feeds/document.ts';
import type { OperationDeps } from '../../api/feeds/events.ts';
import type { ValidatedOperation } from '../../api/graphql/operation-validator.ts';
import { Reading } from '../../api/rest/index.ts';
import { type Context, forkContext } from '../../domain/context/context.ts';
import { PLURALS, type RecordKind } from '../../lib/kinds.ts';

interface ListPage<R> {
  totalPages: number;
  nodes: readonly R[];
}

/** All records of a directory, such as venues, by the operation and the filters of its list. */
export class DirectoryList<R> {
  readonly #reading: Reading;
  readonly #document: DocumentNode;
  readonly #list: string;

  /** @param selection what to ask of each: `{ name slug }` */
  constructor(operations: OperationDeps, kind: RecordKind, selection: string) {
    this.#list = PLURALS[kind];
    this.#reading = new Reading(operations, `Query.${this.#list}`, ['page', 'perPage']);
    this.#document = operationDocument(operations.schema, this.#list, `{ totalPages nodes ${selection} }`);
  }

  /** @param query `search=hall`, as in an address @throws ServiceError for bad filters */
  read(query: string, context: Context): Promise<ValidatedOperation> {
    return this.#reading.read(query, context);
  }

  /**
   * All records in the order of their publication, a page at a time. The list has the latest first, so its
   * pages are read from the last to the first; the context must read from one snapshot, or they would shift.
   */
  async *pages({ variables, record }: ValidatedOperation, context: Context): AsyncGenerator<readonly R[]> {
    const perPage = context.settings.maxPerPage;
    const page = async (number: number): Promise<ListPage<R>> => {
      const validated: ValidatedOperation = { variables: { ...variables, page: number, perPage }, record };
      const data = await this.#reading.run(this.#document, validated, forkContext(context));
      return answerOf<ListPage<R>>(data, this.#list);
    };
    const first = await page(1);
    for (let number = first.totalPages; number > 1; number--) yield (await page(number)).nodes.toReversed();
    yield first.nodes.toReversed();
  }
}
