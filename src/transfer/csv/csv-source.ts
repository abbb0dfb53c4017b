import type { CreateOrganizerInput, CreateVenueInput } from '../../domain/generated/schema.ts';
import type { SiteCurrency } from '../../lib/currency.ts';
import { BadValue } from '../../lib/errors.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { ImportError } from '../import/report.ts';
import type { SourceEntry, SourceRecord } from '../import/source-records.ts';
import { dayReader } from './dates.ts';
import { eventInput, type RowOptions, statusOfRow } from './event.ts';
import { type Headings, type Mapping, readHeadings } from './headings.ts';
import { present, RowCells } from './row.ts';
import { type CsvRow, tableOf } from './table.ts';

export interface CsvOptions {
  /** The currency of the site. */
  readonly currency: SiteCurrency;
  /** What the rows are; by default the headings decide. */
  readonly kind?: RecordKind | undefined;
  readonly mapping?: Mapping | undefined;
  /** Such as `DD/MM/YYYY`. */
  readonly dateFormat?: string | undefined;
  readonly delimiter?: string | undefined;
  /** Shows a remark about the file to the user. */
  readonly say?: ((text: string) => void) | undefined;
}

/** The fields that venues and organizers share. */
const namedInput = (row: RowCells) => ({
  name: row.word('name') ?? '',
  description: row.text('description'),
  phone: row.text('phone'),
  website: row.text('website')?.trim(),
  image: row.image(),
  slug: row.word('slug'),
  status: statusOfRow(row),
});

/** Both lines of an address as one: there is only one here. */
function addressOfRow(row: RowCells): string | undefined {
  const [first, second] = [row.text('address'), row.text('address_2')];
  if (first === undefined && second === undefined) return undefined;
  return [first, second].filter((line) => line !== undefined && line.trim() !== '').join(', ');
}

const venueInput = (row: RowCells): CreateVenueInput => ({
  ...namedInput(row),
  address: addressOfRow(row),
  city: row.text('city'),
  country: row.text('country'),
  state: row.text('state'),
  province: row.text('province'),
  stateprovince: row.text('stateprovince'),
  zip: row.text('zip'),
  geoLat: row.number('geo_lat'),
  geoLng: row.number('geo_lng'),
  showMap: row.flag('show_map'),
  showMapLink: row.flag('show_map_link'),
});

const organizerInput = (row: RowCells): CreateOrganizerInput => ({
  ...namedInput(row),
  email: row.text('email'),
});

function recordOfRow(kind: RecordKind, at: string, row: RowCells, options: RowOptions): SourceRecord {
  const found = { at, names: [] };
  if (kind === 'event') return { ...found, kind, input: present(eventInput(row, options)) };
  if (kind === 'venue') return { ...found, kind, input: present(venueInput(row)) };
  return { ...found, kind, input: present(organizerInput(row)) };
}

/** The title or name in a row, for the report. */
const calledIn = ({ fields }: Headings, cells: readonly string[]): string =>
  (cells[fields.findIndex((field) => field === 'title' || field === 'name')] ?? '')
    .replace(/\s+/g, ' ')
    .slice(0, 100);

function readRow(headings: Headings, { line, cells }: CsvRow, options: RowOptions): SourceEntry {
  const at = `line ${line}`;
  try {
    return recordOfRow(headings.kind, at, new RowCells(headings.fields, cells), options);
  } catch (error) {
    if (!(error instanceof ImportError || error instanceof BadValue)) throw error;
    return { kind: 'unreadable', at, what: calledIn(headings, cells), reason: error.message };
  }
}

/**
 * Reads a CSV file, row by row (decisions/0047).
 * @throws ImportError for a file without a required column
 */
export async function* csvSource(
  text: AsyncIterable<string>,
  { currency, kind, mapping, dateFormat, delimiter, say }: CsvOptions,
): AsyncGenerator<SourceEntry> {
  const options: RowOptions = { readDay: dayReader(dateFormat), currency };
  let headings: Headings | undefined;
  let last = 1;
  try {
    for await (const row of tableOf(text, delimiter)) {
      last = row.line;
      if (headings) yield readRow(headings, row, options);
      else {
        headings = readHeadings(row.cells, mapping, kind);
        const { unread, absent } = headings;
        if (unread.length > 0) say?.(`Columns that are not read: ${unread.join(', ')}`);
        if (absent.length > 0) say?.(`Columns of the mapping that are not there: ${absent.join(', ')}`);
      }
    }
  } catch (error) {
    if (!headings || !(error instanceof ImportError)) throw error;
    yield { kind: 'unreadable', at: `after line ${last}`, what: 'all that follows', reason: error.message };
  }
  if (!headings) throw new ImportError('has no rows, not even a heading');
}
