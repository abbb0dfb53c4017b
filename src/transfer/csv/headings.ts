import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { RECORD_KINDS, type RecordKind } from '../../lib/kinds.ts';
import { ImportError } from '../import/report.ts';
import type { Column } from './column.ts';
import type { CsvColumns } from './columns.ts';

/** From headings of a file to fields; to an empty text for columns that are not to be read. */
export type Mapping = ReadonlyMap<string, string>;

/** A column, whatever it shows. */
type Readable = Omit<Column<never>, 'show'>;
const requiredOf = (columns: readonly Readable[]) => columns.filter(({ isRequired }) => isRequired);

/** A heading in the form in which headings are compared: `Event_Name` becomes `EVENT NAME`. */
export const headingOf = (text: string): string =>
  text
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toUpperCase();

/** How the field of a heading is found: by its own name, as REST has it, else by a heading of any case. */
function fieldsOf(columns: readonly Readable[]): {
  names: string[];
  fieldOf(heading: string): string | undefined;
} {
  const names = columns.map(({ field }) => field);
  const byHeading = new Map<string, string>(names.map((field) => [headingOf(field), field]));
  // Behind those of the fields: the heading `EVENT STATUS` is that of another field than `event_status`.
  for (const { name, also, field } of columns)
    for (const heading of [name, ...also]) byHeading.set(heading, field);
  return {
    names,
    fieldOf(heading) {
      const name = heading.trim();
      return names.includes(name) ? name : byHeading.get(headingOf(heading));
    },
  };
}

/** The kind of record that the rows of a file are. @throws ImportError when the headings do not show it */
function kindOfRows(columns: CsvColumns, headings: readonly string[]): RecordKind {
  const names = headings.map(headingOf);
  const kind = RECORD_KINDS.find((one) =>
    requiredOf(columns[one])
      .slice(0, 1)
      .some(({ name, also }) => [name, ...also].some((heading) => names.includes(heading))),
  );
  if (kind) return kind;
  if (names.includes('TITLE')) return 'event';
  throw new ImportError(
    `has no column that says what its rows are (${headings.join(', ').slice(0, 300)}): name one EVENT NAME, or tell --kind and --map`,
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
function mappedField(
  kind: RecordKind,
  { names, fieldOf }: ReturnType<typeof fieldsOf>,
  to: string,
): string | undefined {
  if (to.trim() === '') return undefined;
  const field = fieldOf(to);
  if (field !== undefined) return field;
  const [near] = suggestionList(to, names);
  throw new ImportError(
    `cannot be read by a mapping to "${to}", which no ${kind} has${near ? `; did you mean ${near}?` : ''}`,
  );
}

/**
 * Finds the field of each column: by the mapping, else by its heading.
 * @throws ImportError when a required field is missing, or two columns have the same field
 */
export function readHeadings(
  columns: CsvColumns,
  headings: readonly string[],
  mapping: Mapping = new Map(),
  kind: RecordKind = kindOfRows(columns, [...headings, ...mapping.values()]),
): Headings {
  const understood = fieldsOf(columns[kind]);
  const mapped = new Map([...mapping].map(([heading, to]) => [headingOf(heading), to]));
  const normal = headings.map(headingOf);
  const fields = headings.map((heading) => {
    const to = mapped.get(headingOf(heading));
    return to === undefined ? understood.fieldOf(heading) : mappedField(kind, understood, to);
  });
  const missing = requiredOf(columns[kind]).filter(({ field }) => !fields.includes(field));
  if (missing.length > 0)
    throw new ImportError(
      `has no column ${missing.map(({ name }) => name).join(', ')}: name it so, or tell by --map which one it is`,
    );
  const twice = fields.find((field, at) => field !== undefined && fields.indexOf(field) !== at);
  if (twice !== undefined) throw new ImportError(`has two columns that mean ${twice}`);
  return {
    kind,
    fields,
    unread: headings.filter((_, at) => fields[at] === undefined),
    absent: [...mapping.keys()].filter((heading) => !normal.includes(headingOf(heading))),
  };
}
