import type { Contract } from '../../api/contract/types.ts';
import type { SiteCurrency } from '../../lib/currency.ts';
import { BadValue } from '../../lib/errors.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { ImportError } from '../import/report.ts';
import type { SourceEntry } from '../import/source.ts';
import { bodyOf } from './column.ts';
import { type CsvColumns, csvColumnsOf } from './columns.ts';
import { dateCellReader } from './dates.ts';
import { occurrenceOfRow } from './event-cells.ts';
import { type Headings, type Mapping, readHeadings } from './headings.ts';
import { RowCells, type RowOptions } from './row.ts';
import { type CsvRow, tableOf } from './table.ts';

export interface CsvOptions {
  readonly contract: Pick<Contract, 'inputs'>;
  readonly currency: SiteCurrency;
  /** The kind of the rows; by default from the headings. */
  readonly kind?: RecordKind | undefined;
  readonly mapping?: Mapping | undefined;
  /** Such as `DD/MM/YYYY`. */
  readonly dateFormat?: string | undefined;
  readonly delimiter?: string | undefined;
  /** Shows a note about the file to the user. */
  readonly log?: ((text: string) => void) | undefined;
}

/** The title or name in a row, for the report. */
const nameInRow = ({ fields }: Headings, cells: readonly string[]): string =>
  (cells[fields.findIndex((field) => field === 'title' || field === 'name')] ?? '')
    .replace(/\s+/g, ' ')
    .slice(0, 100);

function readRow(
  columns: CsvColumns,
  headings: Headings,
  { line, cells }: CsvRow,
  options: RowOptions,
): SourceEntry {
  const { kind } = headings;
  const at = `line ${line}`;
  try {
    const row = new RowCells(headings.fields, cells);
    const occurrence = kind === 'event' ? occurrenceOfRow(row, options) : undefined;
    return { kind, at, externalIds: [], body: bodyOf(columns[kind], row, options), occurrence };
  } catch (error) {
    if (!(error instanceof ImportError || error instanceof BadValue)) throw error;
    return { kind: 'unreadable', at, what: nameInRow(headings, cells), reason: error.message };
  }
}

/** Whether a row is an occurrence that precedes its series. @param slugs the series so far */
const precedesSeries = (entry: SourceEntry, slugs: ReadonlySet<string>): boolean =>
  entry.kind !== 'unreadable' &&
  typeof entry.occurrence?.series === 'object' &&
  !slugs.has(entry.occurrence.series.slug);

/**
 * Reads a CSV file row by row (decisions/0047).
 * @throws ImportError for a file without a required column
 */
export async function* csvSource(
  text: AsyncIterable<string>,
  { contract, currency, kind, mapping, dateFormat, delimiter, log }: CsvOptions,
): AsyncGenerator<SourceEntry> {
  const options: RowOptions = { readDateCell: dateCellReader(dateFormat), currency };
  const columns = csvColumnsOf(contract);
  let headings: Headings | undefined;
  let last = 1;
  const slugs = new Set<string>();
  const deferred: SourceEntry[] = [];
  try {
    for await (const row of tableOf(text, delimiter)) {
      last = row.line;
      if (headings) {
        const entry = readRow(columns, headings, row, options);
        if (entry.kind === 'event' && entry.body.recurrence) slugs.add(String(entry.body.slug));
        if (precedesSeries(entry, slugs)) deferred.push(entry);
        else yield entry;
      } else {
        headings = readHeadings(columns, row.cells, mapping, kind);
        const { unread, absent } = headings;
        if (unread.length > 0) log?.(`Ignored columns: ${unread.join(', ')}`);
        if (absent.length > 0)
          log?.(`Columns of the mapping that the file does not have: ${absent.join(', ')}`);
      }
    }
  } catch (error) {
    if (!headings || !(error instanceof ImportError)) throw error;
    yield { kind: 'unreadable', at: `after line ${last}`, what: 'all other rows', reason: error.message };
  }
  yield* deferred;
  if (!headings) throw new ImportError('has no rows and no headings');
}
