import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { RECORD_KINDS, type RecordKind } from '../../lib/kinds.ts';
import { ImportError } from '../import/report.ts';
import type { Column } from './column.ts';
import type { CsvColumns } from './columns.ts';

/** Maps a file's headings to fields, or to `''` for columns to ignore. */
export type Mapping = ReadonlyMap<string, string>;

/** A table without a required column. */
export class MissingColumn extends ImportError {}

/** A column for records of any type. */
type Readable = Omit<Column<never>, 'show'>;
const requiredOf = (columns: readonly Readable[]) => columns.filter(({ isRequired }) => isRequired);

/** Normalizes a heading: `Event_Name` -> `EVENT NAME`. */
export const headingOf = (text: string): string =>
  text
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toUpperCase();

/** Finds the field of a heading: by its REST name, else by a column's heading in any case. */
function fieldsOf(columns: readonly Readable[]): {
  names: string[];
  fieldOf(heading: string): string | undefined;
} {
  const names = columns.map(({ field }) => field);
  const byHeading = new Map<string, string>(names.map((field) => [headingOf(field), field]));
  // Overrides field names: the heading `EVENT STATUS` does not mean the field `event_status`.
  for (const { name, aliases, field } of columns)
    for (const heading of [name, ...aliases]) byHeading.set(heading, field);
  return {
    names,
    fieldOf(heading) {
      const name = heading.trim();
      return names.includes(name) ? name : byHeading.get(headingOf(heading));
    },
  };
}

/** Detects the kind of a file's records. @throws ImportError if the headings do not show it */
function kindOfRows(columns: CsvColumns, headings: readonly string[]): RecordKind {
  const names = headings.map(headingOf);
  const kind = RECORD_KINDS.find((one) =>
    requiredOf(columns[one])
      .slice(0, 1)
      .some(({ name, aliases }) => [name, ...aliases].some((heading) => names.includes(heading))),
  );
  if (kind) return kind;
  if (names.includes('TITLE')) return 'event';
  throw new MissingColumn(
    `has no column with titles or names (${headings.join(', ').slice(0, 300)}): name a column EVENT NAME, or use --kind and --map`,
  );
}

export interface Headings {
  readonly kind: RecordKind;
  /** The field of each column; undefined for an ignored column. */
  readonly fields: readonly (string | undefined)[];
  /** Headings of ignored columns. */
  readonly unread: readonly string[];
  /** Headings in the mapping that the file does not have. */
  readonly absent: readonly string[];
}

/** The field of a mapping entry. @throws ImportError for an unknown field */
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
    `cannot be read with a mapping to "${to}": ${kind}s have no such field${near ? `; did you mean ${near}?` : ''}`,
  );
}

/**
 * Finds the field of each column by the mapping, else by its heading.
 * @throws ImportError if a required field is missing, or two columns have the same field
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
    throw new MissingColumn(
      `has no column ${missing.map(({ name }) => name).join(', ')}: rename a column, or use --map`,
    );
  const twice = fields.find((field, at) => field !== undefined && fields.indexOf(field) !== at);
  if (twice !== undefined) throw new ImportError(`has two columns for ${twice}`);
  return {
    kind,
    fields,
    unread: headings.filter((_, at) => fields[at] === undefined),
    absent: [...mapping.keys()].filter((heading) => !normal.includes(headingOf(heading))),
  };
}
