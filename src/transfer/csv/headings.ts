import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { RECORD_KINDS, type RecordKind } from '../../lib/kinds.ts';
import { ImportError } from '../import/report.ts';
import type { Column } from './column.ts';
import { EVENT_CSV } from './events.ts';
import { ORGANIZER_CSV, VENUE_CSV } from './named.ts';

/** From headings of a file to fields; to an empty text for columns that are not to be read. */
export type Mapping = ReadonlyMap<string, string>;

type ReadColumn = Pick<Column<never>, 'name' | 'also' | 'field'>;

const COLUMNS: Readonly<Record<RecordKind, readonly ReadColumn[]>> = {
  event: EVENT_CSV,
  // Joined to the address, which is one line here.
  venue: [...VENUE_CSV, { name: 'VENUE ADDRESS 2', field: 'address_2' }],
  organizer: ORGANIZER_CSV,
};
const NEEDED: Readonly<Record<RecordKind, readonly string[]>> = {
  event: ['title', 'start_date'],
  venue: ['name'],
  organizer: ['name'],
};

/** A heading in the form in which headings are compared: `Event_Name` becomes `EVENT NAME`. */
export const headingOf = (text: string): string =>
  text
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toUpperCase();

/** From every known heading to its field. */
const fieldsOf = (kind: RecordKind): Map<string, string> =>
  new Map(
    COLUMNS[kind].flatMap(({ name, also = [], field }) =>
      [name, ...also, headingOf(field)].map((heading) => [heading, field] as const),
    ),
  );

/** The kind of record that the rows of a file are. @throws ImportError when the headings do not show it */
function kindOfRows(headings: readonly string[]): RecordKind {
  const names = headings.map(headingOf);
  const kind = RECORD_KINDS.find((one) =>
    COLUMNS[one].some(
      ({ name, also = [], field }) =>
        field === NEEDED[one][0] && [name, ...also].some((known) => names.includes(known)),
    ),
  );
  if (kind) return kind;
  if (names.includes('TITLE')) return 'event';
  const found = headings.join(', ').slice(0, 300);
  throw new ImportError(
    `has no column that says what its rows are (${found}): name one EVENT NAME, or tell --kind and --map`,
  );
}

/** The columns of a file. */
export interface Headings {
  readonly kind: RecordKind;
  /** The field of each column; undefined for a column that is not read. */
  readonly fields: readonly (string | undefined)[];
  /** Headings of the columns that are not read. */
  readonly unread: readonly string[];
  /** Headings in the mapping that the file does not have. */
  readonly absent: readonly string[];
}

/** The field that a mapping names. @throws ImportError for an unknown one */
function mapped(kind: RecordKind, known: ReadonlyMap<string, string>, to: string): string | undefined {
  if (to.trim() === '') return undefined;
  const field = known.get(headingOf(to));
  if (field !== undefined) return field;
  const [near] = suggestionList(to, [...new Set(known.values())]);
  throw new ImportError(
    `cannot be read by a mapping to "${to}", which no ${kind} has${near ? `; did you mean ${near}?` : ''}`,
  );
}

/**
 * Finds the field of each column: by the mapping, else by its heading.
 * @throws ImportError when a required field is missing, or two columns have the same field
 */
export function readHeadings(
  headings: readonly string[],
  mapping: Mapping = new Map(),
  asked?: RecordKind,
): Headings {
  const kind = asked ?? kindOfRows([...headings, ...mapping.values()]);
  const known = fieldsOf(kind);
  const own = new Map([...mapping].map(([heading, to]) => [headingOf(heading), to]));
  const fields = headings.map((heading) => {
    const to = own.get(headingOf(heading));
    return to === undefined ? known.get(headingOf(heading)) : mapped(kind, known, to);
  });
  const missing = NEEDED[kind].filter((field) => !fields.includes(field));
  const wanted = missing.map((field) => COLUMNS[kind].find((one) => one.field === field)?.name);
  if (missing.length > 0)
    throw new ImportError(`has no column ${wanted.join(', ')}: name it so, or tell by --map which one it is`);
  const twice = fields.find((field, at) => field !== undefined && fields.indexOf(field) !== at);
  if (twice !== undefined) throw new ImportError(`has two columns that mean ${twice}`);
  const there = headings.map(headingOf);
  return {
    kind,
    fields,
    unread: headings.filter((_, at) => fields[at] === undefined),
    absent: [...mapping.keys()].filter((heading) => !there.includes(headingOf(heading))),
  };
}
