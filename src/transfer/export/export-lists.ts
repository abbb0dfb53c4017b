import { SERIES_SELECTION, type SeriesEvent } from '../../api/feeds/document.ts';
import { EventList, extentOf, type OperationDeps } from '../../api/feeds/events.ts';
import { feedText, nameOfHost } from '../../api/feeds/feed.ts';
import { calendarOfSeries } from '../../api/feeds/series.ts';
import type { Context } from '../../domain/context/context.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { csvText } from '../csv/cells.ts';
import { selectionOf } from '../csv/column.ts';
import { type CsvRecord, csvColumnsOf } from '../csv/columns.ts';
import { DirectoryList } from './directory-list.ts';

/** A text, made piece by piece as it is consumed. @throws ServiceError for bad filters */
export type Pieces = AsyncGenerator<string>;

/** Is given how many records a page has. */
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

/** Events as iCalendar, written as the feed of series is. @param query `categories=music`, as in an address */
export async function* exportCalendar(
  operations: OperationDeps,
  query: string,
  context: Context,
  count?: Count,
): Pieces {
  const list = new EventList<SeriesEvent>(operations, SERIES_SELECTION, true);
  const validated = await list.read(query, context);
  const { site, host } = context.urls;
  const writer = calendarOfSeries(extentOf(validated)).writer({
    site,
    host,
    name: nameOfHost(host),
    address: `${site}/feeds/events.ics?series=rule&${query}`,
    year: Number(context.clock.today.slice(0, 4)),
  });
  yield* feedText(writer, countedPages(list.pages(validated, context), count));
}

/** Records of a kind as CSV. @param query `categories=music`, as in an address */
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
