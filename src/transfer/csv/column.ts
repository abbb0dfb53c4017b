import { snakeCase } from '../../api/contract/params.ts';
import type { Param } from '../../api/contract/types.ts';
import type { Body } from '../../api/rest/index.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { type Cell, listCell } from './cells.ts';
import type { RowCells, RowOptions } from './row.ts';

/** A column of a CSV file, for records of the type `R`. */
export interface Column<R> {
  /** The heading, as in The Events Calendar if it has such a column. */
  readonly name: string;
  /** Other accepted headings, upper-case. */
  readonly aliases: readonly string[];
  /** The REST name, `show_map`, for mappings; also accepted as a heading. */
  readonly field: string;
  readonly isRequired: boolean;
  /** The GraphQL fields that `show` needs; null for a column that is only imported. */
  readonly selection: string | null;
  show(record: R): Cell;
  /** Its fields of the body; undefined leaves a field unchanged. @throws ImportError, BadValue */
  read(row: RowCells, options: RowOptions): Body;
}

/** The parts of a column that do not follow from its parameter. */
export interface ColumnSpec<R> extends Partial<Column<R>> {
  /** The GraphQL field, `showMap`, or a name if there is no such field. */
  readonly key: string;
}

/** The properties of a contract parameter that a column uses. */
export type ColumnParam = Pick<Param, 'name' | 'wire' | 'type' | 'list' | 'nonEmpty' | 'required'>;

function shownValue(value: unknown): Cell {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (Array.isArray(value)) return listCell(value.map(String));
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}

/** Reads a cell by the type of its parameter. An empty cell of a flag, enum or slug leaves the field unchanged. */
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
    aliases: [],
    field,
    isRequired: false,
    selection: key,
    show: (record) => shownValue(Reflect.get(record, key)),
    read: (row) => (param ? { [param.wire]: readValue(row, field, param) } : {}),
    ...spec,
  };
}

/**
 * The columns of a kind of records: the listed ones in order, then one for each other contract parameter that is not
 * excluded.
 */
export function csvColumns<R extends object>(
  kind: RecordKind,
  params: readonly ColumnParam[],
  listed: readonly ColumnSpec<R>[],
  excluded: readonly string[],
): readonly Column<R>[] {
  const named = new Set([...listed.map(({ key }) => key), ...excluded]);
  const others = params.filter(({ name }) => !named.has(name)).map(({ name }) => ({ key: name }));
  return [...listed, ...others].map((spec) =>
    column(
      kind,
      params.find(({ name }) => name === spec.key),
      spec,
    ),
  );
}

export const selectionOf = (columns: readonly Pick<Column<never>, 'selection'>[]): string =>
  `{ ${columns.flatMap(({ selection }) => selection ?? []).join(' ')} }`;

/** The body of a row. Fields without a column or value are undefined. */
export const bodyOf = (
  columns: readonly Pick<Column<never>, 'read'>[],
  row: RowCells,
  options: RowOptions,
): Body => Object.fromEntries(columns.flatMap(({ read }) => Object.entries(read(row, options))));
