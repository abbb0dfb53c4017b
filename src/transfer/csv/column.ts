import { snakeCase } from '../../api/contract/params.ts';
import type { Param } from '../../api/contract/types.ts';
import type { Body } from '../../api/rest/index.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { type Cell, listCell } from './cells.ts';
import type { RowCells, RowOptions } from './row.ts';

/** A column of a CSV file, for records of the type `R`. */
export interface Column<R> {
  /** The heading: that of The Events Calendar, where it has such a column. */
  readonly name: string;
  /** Other headings that mean the same, in capitals. */
  readonly also: readonly string[];
  /** The name in a mapping, which is also accepted as a heading: that of REST, `show_map`. */
  readonly field: string;
  /** Whether no row can be read without it. */
  readonly isRequired: boolean;
  /** What is asked of GraphQL to show it; null for a column that is only read. */
  readonly selection: string | null;
  show(record: R): Cell;
  /** What it contributes to the body; undefined leaves a field as it is. @throws ImportError, BadValue */
  read(row: RowCells, options: RowOptions): Body;
}

/** What of a column does not follow from the parameter. */
export interface ColumnSpec<R> extends Partial<Column<R>> {
  /** The field of the schema, `showMap`, or the name of another column. */
  readonly key: string;
}

/** What a column needs of a parameter of the contract. */
export type ColumnParam = Pick<Param, 'name' | 'wire' | 'type' | 'list' | 'nonEmpty' | 'required'>;

function shownValue(value: unknown): Cell {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (Array.isArray(value)) return listCell(value.map(String));
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}

/** The value in a cell by the type of its parameter. An empty cell of a flag, an enum or a slug says nothing. */
function readValue(row: RowCells, field: string, { type, list, nonEmpty, required }: ColumnParam): unknown {
  if (type.kind === 'boolean' || (type.kind === 'scalar' && type.name === 'Truthy')) return row.flag(field);
  if (type.kind === 'int' || type.kind === 'float') return row.number(field);
  if (type.kind === 'enum') return row.choice(field, type.values);
  if (list) return row.names(field);
  return nonEmpty && !required ? row.word(field) : row.text(field)?.trim();
}

function column<R extends object>(
  kind: RecordKind,
  param: ColumnParam | undefined,
  spec: ColumnSpec<R>,
): Column<R> {
  const { key, field = param?.wire ?? snakeCase(key) } = spec;
  return {
    name: `${kind} ${field.replaceAll('_', ' ')}`.toUpperCase(),
    also: [],
    field,
    isRequired: false,
    selection: key,
    show: (record) => shownValue(Reflect.get(record, key)),
    read: (row) => (param ? { [param.wire]: readValue(row, field, param) } : {}),
    ...spec,
  };
}

/**
 * The columns of a kind of records: those that are listed, in their order, and behind them one for each parameter of the
 * contract that is neither listed nor left out.
 */
export function csvColumns<R extends object>(
  kind: RecordKind,
  params: readonly ColumnParam[],
  listed: readonly ColumnSpec<R>[],
  leftOut: readonly string[],
): readonly Column<R>[] {
  const named = new Set([...listed.map(({ key }) => key), ...leftOut]);
  const others = params.filter(({ name }) => !named.has(name)).map(({ name }) => ({ key: name }));
  return [...listed, ...others].map((spec) =>
    column(
      kind,
      params.find(({ name }) => name === spec.key),
      spec,
    ),
  );
}

/** What is asked of GraphQL to write a row. */
export const selectionOf = (columns: readonly Pick<Column<never>, 'selection'>[]): string =>
  `{ ${columns.flatMap(({ selection }) => selection ?? []).join(' ')} }`;

/** The body that a row holds. What has no column, or says nothing in it, is undefined. */
export const bodyOf = (
  columns: readonly Pick<Column<never>, 'read'>[],
  row: RowCells,
  options: RowOptions,
): Body => Object.fromEntries(columns.flatMap(({ read }) => Object.entries(read(row, options))));
