import { type DocumentNode, getNamedType, isObjectType } from 'graphql';
import { capital } from '../../api/contract/endpoints.ts';
import { answerOf, operationDocument } from '../../api/feeds/document.ts';
import type { OperationDeps } from '../../api/feeds/events.ts';
import type { ValidatedOperation } from '../../api/graphql/operation-validator.ts';
import { Reading } from '../../api/rest/index.ts';
import { type Context, forkContext } from '../../domain/context/context.ts';
import type { RecordKind } from '../../lib/kinds.ts';

interface ListPage<R> {
  totalPages: number;
  records: readonly R[];
}

/** The list of a kind in the schema: the root field, and the field of its pages that holds the records. */
function listOf({ contract, schema }: OperationDeps, kind: RecordKind): { list: string; items: string } {
  const type = capital(kind);
  const operation = contract.operations.find(({ reply, record }) => reply === 'LIST' && record === type);
  const list = operation?.field ?? '';
  const page = getNamedType(schema.getQueryType()?.getFields()[list]?.type);
  const fields = isObjectType(page) ? Object.values(page.getFields()) : [];
  const items = fields.find((field) => getNamedType(field.type).name === type)?.name;
  if (items === undefined) throw new Error(`the schema has no list of ${type}`);
  return { list, items };
}

/** All records of a directory, such as venues, by the operation and the filters of its list. */
export class DirectoryList<R> {
  readonly #reading: Reading;
  readonly #document: DocumentNode;
  readonly #list: string;

  /** @param selection what to ask of each: `{ name slug }` */
  constructor(operations: OperationDeps, kind: RecordKind, selection: string) {
    const { list, items } = listOf(operations, kind);
    this.#list = list;
    this.#reading = new Reading(operations, `Query.${list}`, ['page', 'perPage']);
    this.#document = operationDocument(
      operations.schema,
      list,
      `{ totalPages records: ${items} ${selection} }`,
    );
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
    for (let number = first.totalPages; number > 1; number--) yield (await page(number)).records.toReversed();
    yield first.records.toReversed();
  }
}
