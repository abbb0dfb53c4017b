import type { Fields } from '../../domain/content/fields.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { type Cell, listCell, namesIn } from './cells.ts';
import type { RowCells, RowOptions } from './row.ts';

/** A column of a CSV file, for records of the type `R`. */
export interface Column<R> {
  /** The heading: that of The Events Calendar, where it has such a column. */
  readonly name: string;
  /** Other headings that mean the same, in capitals. */
  readonly also: readonly string[];
  /** The name in a mapping, which is also accepted as a heading: `show_map`. */
  readonly field: string;
  /** Whether no row can be read without it. */
  readonly isRequired: boolean;
  /** What is asked of GraphQL to show it; null for a column that is only read. */
  readonly selection: string | null;
  show(record: R): Cell;
  /** What it contributes to the input of a mutation. @throws ImportError, BadValue */
  read(row: RowCells, options: RowOptions): Readonly<Record<string, unknown>>;
}

/** What of a column does not follow from the field. */
export interface ColumnSpec<R> extends Partial<Column<R>> {
  /** The field in the schema: `showMap`. */
  readonly key: string;
}

/** How values of one type are written into a cell, and read from it; undefined leaves a field as it is. */
interface CellType {
  show(value: unknown): Cell;
  read(row: RowCells, field: string): unknown;
}

const TEXT: CellType = {
  show: (value) => (typeof value === 'string' ? value : ''),
  read: (row, field) => row.text(field)?.trim(),
};
const FLAG: CellType = {
  show: (value) => (value === true ? 'TRUE' : 'FALSE'),
  read: (row, field) => row.flag(field),
};
const NUMBER: CellType = {
  show: (value) => (typeof value === 'number' ? value : ''),
  read: (row, field) => row.number(field),
};
const LIST: CellType = {
  show: (value) => listCell(Array.isArray(value) ? value.map(String) : []),
  read(row, field) {
    const cell = row.text(field);
    return cell === undefined ? undefined : namesIn(cell);
  },
};

/** The type of a stored field, by its initial value; what is not stored by itself is text. */
function cellType(initial: unknown): CellType {
  if (Array.isArray(initial)) return LIST;
  if (typeof initial === 'boolean') return FLAG;
  return typeof initial === 'number' || initial === null ? NUMBER : TEXT;
}

const wireName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function column<R extends object>(kind: RecordKind, fields: Fields, spec: ColumnSpec<R>): Column<R> {
  const { key } = spec;
  const field = wireName(key);
  const type = cellType(fields[key]?.initial ?? (key in fields ? null : ''));
  return {
    name: `${kind} ${field.replaceAll('_', ' ')}`.toUpperCase(),
    also: [],
    field,
    isRequired: false,
    selection: key,
    show: (record) => type.show(Reflect.get(record, key)),
    read: (row) => ({ [key]: type.read(row, field) }),
    ...spec,
  };
}

/**
 * The columns of a kind of records: those that are listed, in their order, and behind them one for each stored field
 * that is neither listed nor left out.
 * @param omitted why a stored field has no column
 */
export function csvColumns<R extends object, F extends Fields>(
  kind: RecordKind,
  fields: F,
  listed: readonly ColumnSpec<R>[],
  omitted: { readonly [Name in keyof F]?: string },
): readonly Column<R>[] {
  const keys = new Set(listed.map(({ key }) => key));
  const others = Object.keys(fields).filter((key) => !keys.has(key) && !(key in omitted));
  return [...listed, ...others.map((key) => ({ key }))].map((spec) => column(kind, fields, spec));
}

/** What is asked of GraphQL to write a row. */
export const selectionOf = (columns: readonly Pick<Column<never>, 'selection'>[]): string =>
  `{ ${columns.flatMap(({ selection }) => selection ?? []).join(' ')} }`;

/** The input that a row holds. What has no column, or says nothing in it, is absent. */
export function inputOf(
  columns: readonly Pick<Column<never>, 'read'>[],
  row: RowCells,
  options: RowOptions,
): Readonly<Record<string, unknown>> {
  const values = columns.flatMap(({ read }) => Object.entries(read(row, options)));
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
