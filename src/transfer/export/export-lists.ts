import { calendar } from '../../api/feeds/calendar.ts';
import { type Asking, EventList } from '../../api/feeds/events.ts';
import { feedText } from '../../api/feeds/feed.ts';
import type { Context } from '../../domain/context/context.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { csvText } from '../csv/cells.ts';
import type { Column } from '../csv/column.ts';
import { type CsvEvent, EVENT_CSV, EVENT_SELECTION } from '../csv/events.ts';
import {
  type CsvOrganizer,
  type CsvVenue,
  ORGANIZER_CSV,
  ORGANIZER_SELECTION,
  VENUE_CSV,
  VENUE_SELECTION,
} from '../csv/named.ts';
import { NamedList } from './named-list.ts';

/** A text, made piece by piece as it is consumed. @throws ServiceError for bad filters */
export type Pieces = AsyncGenerator<string>;

/** Events as iCalendar, the same as the feed. @param query `categories=music`, as in an address */
export async function* exportCalendar(asking: Asking, query: string, context: Context): Pieces {
  const list = new EventList(asking);
  const validated = await list.read(query, context);
  const { site, host } = context.urls;
  const writer = calendar.writer({
    site,
    host,
    address: `${site}/feeds/events.ics?${query}`,
    now: context.now,
  });
  yield* feedText(writer, list.pages(validated, context));
}

async function* rows<R>(columns: readonly Column<R>[], pages: AsyncIterable<readonly R[]>): Pieces {
  yield csvText([columns.map(({ name }) => name)]);
  for await (const page of pages)
    yield csvText(page.map((record) => columns.map(({ show }) => show(record))));
}

/** Records of a kind as CSV. @param query `categories=music`, as in an address */
export async function* exportCsv(asking: Asking, kind: RecordKind, query: string, context: Context): Pieces {
  if (kind === 'event') {
    const list = new EventList<CsvEvent>(asking, EVENT_SELECTION);
    yield* rows<CsvEvent>(EVENT_CSV, list.pages(await list.read(query, context), context));
  } else if (kind === 'venue') {
    const list = new NamedList<CsvVenue>(asking, 'venue', VENUE_SELECTION);
    yield* rows<CsvVenue>(VENUE_CSV, list.pages(await list.read(query, context), context));
  } else {
    const list = new NamedList<CsvOrganizer>(asking, 'organizer', ORGANIZER_SELECTION);
    yield* rows<CsvOrganizer>(ORGANIZER_CSV, list.pages(await list.read(query, context), context));
  }
}
