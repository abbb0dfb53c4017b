import type { RecordKind } from '../../lib/kinds.ts';
import type { Column } from './column.ts';
import { type CsvEntry, ORGANIZER_COLUMNS, VENUE_COLUMNS } from './directory-columns.ts';
import type { CsvEvent } from './event-cells.ts';
import { EVENT_COLUMNS } from './event-columns.ts';

/** The form in which an export reads records of a kind. */
export type CsvRecord<K extends RecordKind> = K extends 'event' ? CsvEvent : CsvEntry;

export const CSV_COLUMNS: { readonly [K in RecordKind]: readonly Column<CsvRecord<K>>[] } = {
  event: EVENT_COLUMNS,
  venue: VENUE_COLUMNS,
  organizer: ORGANIZER_COLUMNS,
};
