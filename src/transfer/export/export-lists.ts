import type { DocumentNode } from 'graphql';
import { operationDocument, resultOf, SERIES_SELECTION, type SeriesEvent } from '../../api/feeds/document.ts';
import { EventList, extentOf, type OperationDeps } from '../../api/feeds/events.ts';
import { feedText } from '../../api/feeds/feed.ts';
import { calendarOfSeries } from '../../api/feeds/series.ts';
import type { ValidatedOperation } from '../../api/graphql/operation-validator.ts';
import { RestQuery } from '../../api/rest/index.ts';
import { type Context, forkContext } from '../../domain/context/context.ts';
import { PLURALS, type RecordKind } from '../../lib/kinds.ts';
import { Words } from '../../lib/words.ts';
import { csvText } from '../csv/cells.ts';
import { selectionOf } from '../csv/column.ts';
import { type CsvRecord, csvColumnsOf } from '../csv/columns.ts';

interface ListPage<R> {
  totalPages: number;
  nodes: readonly R[];
}

/** Reads all records of a directory, such as venues, with the operation and filters of its list. */
class DirectoryList<R> {
  readonly #reading: RestQuery;
  readonly #document: DocumentNode;
  readonly #list: string;

  /** @param selection the GraphQL fields of each record: `{ name slug }` */
  constructor(operations: OperationDeps, kind: RecordKind, selection: string) {
    this.#list = PLURALS[kind];
    this.#reading = new RestQuery(operations, `Query.${this.#list}`, ['page', 'perPage']);
    this.#document = operationDocument(operations.schema, this.#list, `{ totalPages nodes ${selection} }`);
  }

  /** Validates filters. @param query a query string, `search=hall` @throws ServiceError for invalid filters */
  read(query: string, context: Context): Promise<ValidatedOperation> {
    return this.#reading.validateQuery(query, context);
  }

  /**
   * All records in order of publication, page by page. The list is newest first, so this reads its pages from the last
   * to the first; the context must use one snapshot, else pages would shift.
   */
  async *pages({ variables, record }: ValidatedOperation, context: Context): AsyncGenerator<readonly R[]> {
    const perPage = context.settings.maxPerPage;
    const page = async (number: number): Promise<ListPage<R>> => {
      const validated: ValidatedOperation = { variables: { ...variables, page: number, perPage }, record };
      const data = await this.#reading.run(this.#document, validated, forkContext(context));
      return resultOf<ListPage<R>>(data, this.#list);
    };
    const first = await page(1);
    for (let number = first.totalPages; number > 1; number--) yield (await page(number)).nodes.toReversed();
    yield first.nodes.toReversed();
  }
}

/** A text, generated while it is consumed. @throws ServiceError for invalid filters */
export type Pieces = AsyncGenerator<string>;

/** Called with the number of records of each page. */
type Count = (records: number) => void;

async function* countedPages<T>(
  pages: AsyncGenerator<readonly T[]>,
  count: Count | undefined,
): AsyncGenerator<readonly T[]> {
  for await (const page of pages) {
    count?.(page.length);
    yield page;
  }
}

/** Exports events as iCalendar, like the feed of series. @param query a query string, `categories=music` */
export async function* exportCalendar(
  operations: OperationDeps,
  query: string,
  context: Context,
  count?: Count,
): Pieces {
  const list = new EventList<SeriesEvent>(operations, SERIES_SELECTION, true);
  const validated = await list.read(query, context);
  const { site, host } = context.urls;
  const words = Words.of(context.settings.locale);
  const writer = calendarOfSeries(extentOf(validated)).writer({
    site,
    host,
    name: words.text('feed.nameOfHost', { host }),
    address: `${site}/feeds/events.ics?series=rule&${query}`,
    year: Number(context.clock.today.slice(0, 4)),
    words,
  });
  yield* feedText(writer, countedPages(list.pages(validated, context), count));
}

/** Exports records of a kind as CSV. @param query a query string, `categories=music` */
export async function* exportCsv<K extends RecordKind>(
  operations: OperationDeps,
  kind: K,
  query: string,
  context: Context,
  count?: Count,
): Pieces {
  const columns = csvColumnsOf(operations.contract)[kind].filter(({ selection }) => selection !== null);
  const selection = selectionOf(columns);
  const list =
    kind === 'event'
      ? new EventList<CsvRecord<K>>(operations, selection)
      : new DirectoryList<CsvRecord<K>>(operations, kind, selection);
  const pages = countedPages(list.pages(await list.read(query, context), context), count);
  yield csvText([columns.map(({ name }) => name)]);
  for await (const page of pages)
    yield csvText(page.map((record) => columns.map(({ show }) => show(record))));
}
